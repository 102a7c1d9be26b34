/**
 * "Rooms: who may import whom" as data: who may import what, besides itself. A room not listed in
 * `may` or `types` is forbidden, and so is a package not listed in `packages`. The first room whose
 * path fits holds the file, so the narrow ones stand first.
 */
export interface Room {
  readonly name: string
  /** What of the tree is in it: a folder with a slash at the end, or a file. */
  readonly holds: readonly string[]
  /** Rooms it may import. */
  readonly may: readonly string[]
  /** Rooms it may name in `import type` alone. */
  readonly types?: readonly string[]
  /** Rooms it may load by `import()` alone: what is not asked for is not there. */
  readonly late?: readonly string[]
  /** Rooms it may start a worker of, by `new URL(…, import.meta.url)`. */
  readonly starts?: readonly string[]
  /** Packages; `node:` stands for all of Node, `*` for everything. */
  readonly packages: readonly string[]
}

const signals = '@preact/signals-react'
const styles = '@vanilla-extract/css'
const view = ['react', 'react-dom', 'react-router-dom', 'react-i18next', 'i18next', signals, styles, 'lucide-react']

export const ROOMS: readonly Room[] = [
  { name: 'core/model', holds: ['src/core/model/'], may: [], packages: ['zod'] },
  { name: 'core/events', holds: ['src/core/events/'], may: ['core/model'], packages: ['zod'] },
  { name: 'core/reducers', holds: ['src/core/reducers/'], may: ['core/model', 'core/events'], packages: [] },
  {
    name: 'core/log',
    holds: ['src/core/log/'],
    // It is what replays, so it runs the reducers; zod parses the lines of a file, which is a boundary.
    may: ['core/model', 'core/events', 'core/reducers'],
    // Header and segment are promised to other threads, so their shape stands in the contract.
    types: ['core/contracts'],
    packages: ['fflate', 'zod'],
  },
  {
    name: 'core/contracts',
    holds: ['src/core/contracts/'],
    may: [],
    types: ['core/model', 'core/events'],
    packages: [],
  },
  { name: 'workers/api', holds: ['workers/api/'], may: ['core/model'], packages: ['zod'] },
  {
    name: 'workers/engines',
    holds: ['workers/engines/'],
    may: ['core/model', 'core/events', 'core/reducers', 'core/log', 'core/contracts', 'workers/api'],
    packages: ['any-ascii', 'idb-keyval', 'fflate', 'hash-wasm', 'zod'],
  },
  {
    name: 'workers (entries)',
    holds: ['workers/'],
    may: ['core/model', 'core/events', 'core/reducers', 'core/log', 'core/contracts', 'workers/api', 'workers/engines'],
    packages: ['comlink', 'idb-keyval', 'fflate'],
  },
  {
    name: 'bridge',
    holds: ['src/bridge/'],
    may: ['core/model', 'core/events', 'core/reducers', 'core/contracts'],
    types: ['workers/api', 'workers/engines', 'workers (entries)'],
    starts: ['workers (entries)'],
    packages: ['comlink', 'mitt'],
  },
  {
    name: 'projections',
    holds: ['src/projections/'],
    may: ['core/model', 'core/reducers'],
    packages: [signals],
  },
  {
    name: 'actions',
    holds: ['src/actions/'],
    may: ['core/model', 'core/events', 'bridge', 'platform'],
    // What the ports answer (a log's entry) is promised in the contracts.
    types: ['core/contracts'],
    // What storage remembered is parsed by whoever asked platform for it.
    packages: ['zod'],
  },
  {
    name: 'effects',
    holds: ['src/effects/'],
    may: ['core/model', 'core/events', 'platform', 'projections'],
    // What they hear by and whom they tell are ports they are given.
    types: ['core/reducers', 'bridge'],
    packages: [signals],
  },
  {
    name: 'platform',
    holds: ['src/platform/'],
    may: ['core/model', 'core/events'],
    packages: ['@simplewebauthn/browser'],
  },
  {
    name: 'views/replay',
    holds: ['src/views/replay/'],
    may: [
      'core/model',
      'core/log',
      'core/reducers',
      'bridge',
      'projections',
      'actions',
      'views',
      'views/shell',
      'views/screens',
      'views/music',
      'views/stateTree',
      'views/kit',
      'views/theme',
      'views/i18n',
    ],
    // What its worker answers is promised in the contract.
    types: ['core/contracts'],
    packages: [...view, '@fontsource-variable/jetbrains-mono'],
  },
  {
    // Beside the page, in a script of its own: it is given what it shows.
    name: 'views/inspect',
    holds: ['src/views/inspect/'],
    may: ['core/model', 'projections', 'views/stateTree', 'views/kit', 'views/theme', 'views/i18n'],
    types: ['core/contracts'],
    packages: view,
  },
  {
    // A state and what differs from another one: the replay page and the inspector show it.
    name: 'views/stateTree',
    holds: ['src/views/stateTree/'],
    may: ['views/kit', 'views/theme', 'views/i18n'],
    types: ['core/contracts'],
    packages: view,
  },
  // From top to bottom: the app with its router, the shell, screens, gallery, music and forms, the kit, the theme.
  {
    name: 'views/theme',
    holds: ['src/views/theme/'],
    // Widths at which a screen changes are constants of the specification.
    may: ['core/model'],
    packages: [...view, '@fontsource-variable/inter'],
  },
  { name: 'views/i18n', holds: ['src/views/i18n/'], may: ['core/model', 'locales'], packages: view },
  {
    // It knows no domain.
    name: 'views/kit',
    holds: ['src/views/kit/'],
    may: ['views/theme'],
    packages: view,
  },
  {
    name: 'views/music',
    holds: ['src/views/music/'],
    may: ['core/model', 'projections', 'actions', 'views/kit', 'views/theme'],
    packages: view,
  },
  {
    // Their words come with the first of them.
    name: 'views/forms',
    holds: ['src/views/forms/'],
    may: ['core/model', 'projections', 'actions', 'views/kit', 'views/theme', 'views/i18n'],
    packages: [...view, 'formik', 'yup'],
  },
  {
    // The list of releases as cards and as rows: drawn by hand for speed, and shown by several screens.
    name: 'views/gallery',
    holds: ['src/views/gallery/'],
    may: ['core/model', 'projections', 'actions', 'views/music', 'views/kit', 'views/theme'],
    packages: view,
  },
  {
    name: 'views/screens',
    holds: ['src/views/screens/'],
    may: [
      'core/model',
      'projections',
      'actions',
      'views/gallery',
      'views/music',
      'views/forms',
      'views/kit',
      'views/theme',
      // Words that come with a screen of its own.
      'views/i18n',
    ],
    packages: view,
  },
  {
    name: 'views/shell',
    holds: ['src/views/shell/'],
    may: [
      'core/model',
      'projections',
      'actions',
      'views/screens',
      'views/gallery',
      'views/music',
      'views/forms',
      'views/kit',
      'views/theme',
      'views/i18n',
      'locales',
    ],
    packages: view,
  },
  {
    name: 'views',
    holds: ['src/views/'],
    may: [
      'core/model',
      'projections',
      'actions',
      'views/shell',
      'views/screens',
      'views/kit',
      'views/theme',
      'views/i18n',
    ],
    packages: [...view, '@fontsource-variable/inter'],
  },
  {
    // The door builds the parts and joins them; it may open every room of src.
    name: 'main',
    holds: [
      'src/main.tsx',
      'src/prerender.tsx',
      'src/arrive.ts',
      'src/late.ts',
      'src/logs.ts',
      'src/inspect/',
      'src/replay.tsx',
    ],
    may: [
      'core/model',
      'core/events',
      'core/reducers',
      'core/log',
      'core/contracts',
      'bridge',
      'projections',
      'actions',
      'platform',
      'effects',
      'views',
      'views/replay',
      'views/inspect',
      'views/kit',
      'views/forms',
      'views/shell',
      'views/screens',
      'views/i18n',
    ],
    packages: [...view],
  },
  // Draws, synthesises and makes up people; it knows the server, which knows it by contracts alone.
  { name: 'server/demo', holds: ['server/demo/'], may: ['core/model', 'server'], packages: ['kysely'] },
  {
    // The only way into the demo: without it a server loads none of it.
    name: 'server/openDemo',
    holds: ['server/openDemo.ts'],
    may: [],
    types: ['server'],
    late: ['server/demo'],
    packages: [],
  },
  { name: 'server', holds: ['server/'], may: ['core/model', 'server/openDemo'], packages: ['*'] },
  {
    name: 'tools',
    holds: ['scripts/'],
    // A replay holds the plans of the engines against what was recorded; the table of tags sets what the server makes
    // of a file beside what the player does.
    may: ['core/model', 'core/events', 'core/reducers', 'core/log', 'workers/engines', 'server'],
    // The runner of mutants parses with vite and runs tests with vitest.
    packages: ['node:', 'fflate', 'vite', 'vitest', '@vitest/runner'],
  },
  { name: 'tests', holds: ['tests/'], may: ['*'], packages: ['*'] },
  { name: 'locales', holds: ['locales/'], may: [], packages: [] },
]

/** The files of the outer room itself that are not named on another floor. */
export const REST = '*'

/**
 * Rooms inside rooms, from the ground up: what stands on a floor imports from its own and the floors below. A floor is
 * a room's folder, or the files of the outer room itself that are needed by all (on the ground) or need all (on top).
 */
export const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'src/core/model/': [
    ['later.ts'],
    [
      'ids.ts',
      'constants.ts',
      'pages.ts',
      'firstForm.ts',
      'beginAnew.ts',
      'accountPages.ts',
      'places.ts',
      'abilities.ts',
      'requestStatus.ts',
      'eventTypes.ts',
    ],
    ['changes.ts'],
    ['isPage.ts'],
    ['text/'],
    ['bytes/'],
    ['catalogue/'],
    ['people/'],
    ['library/'],
    ['playlists/'],
    ['playback/'],
    ['downloads/'],
    ['search/'],
    ['theme.ts', 'themeMark.ts', 'entities.ts', 'settings.ts', 'lastChanges.ts'],
  ],
  'src/core/model/people/': [['fields/'], [REST]],
  'src/core/events/': [['define.ts'], ['people/'], [REST]],
  'src/core/reducers/': [
    ['equal.ts', 'store.ts', 'touches.ts', 'delta.ts'],
    ['app.ts', 'settings.ts', 'notices.ts'],
    ['people/'],
    ['catalogue/'],
    ['library/'],
    ['playlists/'],
    ['playback/'],
    ['downloads/'],
    ['first.ts', 'root.ts', 'late.ts'],
  ],
  'src/actions/': [['ports.ts'], ['people/'], [REST]],
  'src/projections/': [['entity.ts'], ['downloads/'], [REST]],
  'src/platform/': [['tokenClaims.ts'], ['storage/'], ['files/'], ['sound/'], [REST]],
  'src/views/': [
    ['theme/'],
    ['i18n/'],
    ['kit/'],
    ['music/', 'forms/'],
    ['gallery/'],
    ['screens/'],
    ['shell/'],
    [REST],
    ['stateTree/'],
    ['replay/', 'inspect/'],
  ],
  'src/views/kit/': [['time/'], [REST], ['routing/'], ['graphics/'], ['controls/'], ['overlays/'], ['lists/']],
  'src/views/music/': [['Cover.'], ['columns/', 'sort/', 'waves/'], ['playlists/'], [REST]],
  'src/views/forms/': [
    ['form/'],
    ['fields/'],
    ['passkey/', 'demo/'],
    [REST],
    ['access/', 'profile/', 'signup/', 'security/', 'settings/', 'invite/', 'people/'],
  ],
  'src/views/gallery/': [['slots/'], ['scroll/'], ['input/'], ['toolbars/'], [REST]],
  'workers/api/': [['transport/'], [REST]],
  'server/import/': [['refusal.ts'], ['tags/'], ['audio/'], [REST]],
  'server/media/': [['contract.ts', 'protocol.ts'], ['codecs/'], ['objects/'], ['threads/'], [REST], ['label/']],
  'server/routes/': [['access.ts'], ['signin/'], ['account/'], ['music/'], ['service/']],
  'server/store/': [[REST], ['catalogue/'], ['migrations/'], ['database/'], ['people/']],
  'server/demo/': [['random.ts'], ['art/'], ['music/'], ['catalogue/'], ['people/']],
  'workers/engines/downloads/': [
    ['slices.ts'],
    ['trouble/'],
    ['sinks/'],
    ['journal/'],
    ['verify/'],
    ['tags/'],
    ['transfer/'],
    ['schedule/'],
    ['delivery/'],
    ['bundle/'],
    ['tabs/'],
    ['engine.ts', 'enginePorts.ts', 'runners.ts', 'settling.ts', 'heard.ts', 'facts.ts'],
  ],
}

/** So many sources a folder holds at most; one that needs more is laid out into rooms. */
export const MOST_FILES = 18

/** What says nothing of what is inside: no folder is called so. */
export const EMPTY_NAMES: readonly string[] = [
  'misc',
  'util',
  'utils',
  'helpers',
  'common',
  'shared',
  'parts',
  'lib',
  'stuff',
  'things',
]

/** Not modules of a room: ambient declarations. */
export const AMBIENT: readonly string[] = ['src/globals.d.ts', 'src/core/contracts/globals.d.ts']

/** Unit tests stand beside their file and may import anything, as all tests may. */
export const isUnitTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
