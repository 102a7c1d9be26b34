// What the build made of the rooms: which code lies in which chunk, and what the first screen weighs.
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FIRST_FORM } from '#core/model/firstForm.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { CLIENT, clientTexts, closure, entries, holding, packagesIn, readChunks, workers } from './chunks.ts'

const REACT = ['react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom', 'react-i18next', 'i18next']
/** Bytes of script, as brotli, before each first screen can be drawn; raise them only with a reason. */
const SIGN_IN_BUDGET = 155_000
const GALLERY_BUDGET = 180_000
/**
 * The same for what the workers load that begin with the page, and for the letters it is written in. Two kilobytes of it
 * read what servers other than ours answer in their own way, as the contract lets them, and three keep folders, logs and
 * settings when the storage refuses, a worker dies, a tab is put to sleep or another build has one. The last half keeps the
 * order of what is queued behind a playlist, mailed links on a full disk, and the log of who left apart from the next.
 */
const WORKERS_BUDGET = 91_500
const LETTERS_BUDGET = 32_000

describe('the bundle', () => {
  const chunks = readChunks()
  const all = [...chunks.values()]
  // What has to run before the sign-in form or the gallery stands: the entry, the app it imports at once, and the
  // screen; around the gallery also the shell.
  const first = closure(chunks, [...entries(), ...holding(chunks, ['src/views/App.tsx'])])
  const screens = [
    { budget: SIGN_IN_BUDGET, parts: ['src/views/screens/signin/SignInScreen.tsx'] },
    { budget: GALLERY_BUDGET, parts: ['src/views/screens/ReleasesScreen.tsx', 'src/views/shell/Shell.tsx'] },
  ].map(({ budget, parts }) => ({
    budget,
    screen: parts[0],
    chunks: closure(chunks, [...first.map(({ file }) => file), ...holding(chunks, parts)]),
  }))

  // Windows gives links to some alone.
  it.skipIf(process.platform === 'win32')('H-498: lies whole in a folder of its own', () => {
    expect(lstatSync(CLIENT).isSymbolicLink()).toBe(true)
    const files = ['index.html', 'index.html.br', 'start.html', 'start.html.gz', 'replay.html', 'assets/replay']
    expect(files.filter((file) => !existsSync(join(CLIENT, file)))).toEqual([])
  })

  it('H-503: names what spells other scripts where the thread of downloads finds it before it imports it', () => {
    const [worker] = workers(chunks).filter(({ file }) => file.includes('/downloads.worker-'))
    const loads = [...readFileSync(join(CLIENT, worker?.file ?? ''), 'utf8').matchAll(/\bimport\(\s*["'`]([^"'`]+)/g)]
    const addresses = loads.map(([, address = '']) => address).filter((address) => address.includes('any-ascii'))
    expect(addresses).toHaveLength(1)
    expect([...chunks.keys()]).toContain(`assets/${addresses[0]?.slice('./'.length)}`)
  })

  it('has four workers, and the thread one of them hashes on, in chunks of their own', () => {
    const names = workers(chunks).flatMap(({ file }) => /assets\/(\w+)\.worker-/.exec(file)?.[1] ?? [])
    expect(new Set(names)).toEqual(new Set(['downloads', 'hash', 'log', 'session', 'state']))
  })

  it('gives the workers what they have in common once, within the budget', () => {
    const begin = closure(
      chunks,
      ['session', 'log', 'state'].flatMap((name) =>
        [...chunks.keys()].filter((file) => file.includes(`/${name}.worker-`)),
      ),
    )
    const all = workers(chunks).filter(({ file }) => !file.includes('/hash.worker-'))
    const sources = all.flatMap((chunk) => chunk.sources)
    expect(sources.filter((source) => source.includes('/node_modules/zod/'))).not.toEqual([])
    expect(sources.filter((source, at) => sources.indexOf(source) !== at)).toEqual([])
    const bytes = begin.reduce((sum, { brotli }) => sum + brotli, 0)
    expect(bytes).toBeGreaterThan(20_000)
    expect(bytes).toBeLessThanOrEqual(WORKERS_BUDGET)
    // They come when the form stands, or somebody is signed in.
    expect(holding(chunks, ['workers/stateEngines.ts'])).toHaveLength(1)
    expect(begin.flatMap((chunk) => chunk.sources).filter((source) => source.includes('/stateEngines.'))).toEqual([])
    // Marks for bundlers.
    for (const { file } of begin) expect(readFileSync(join(CLIENT, file), 'utf8')).not.toContain('@__PURE__')
  })

  it('has what entities of foreign logs may be where such logs are read, and in nothing that begins with the page', () => {
    const shapes = holding(chunks, ['src/core/log/snapshots/shapes/index.ts'])
    expect(shapes).not.toEqual([])
    const begin = closure(chunks, [
      ...first.map(({ file }) => file),
      ...screens.flatMap(({ chunks: some }) => some.map(({ file }) => file)),
      ...workers(chunks).map(({ file }) => file),
    ])
    expect(begin.flatMap(({ sources }) => sources).filter((source) => source.includes('/snapshots/shapes/'))).toEqual(
      [],
    )
  })

  it('asks ahead for the letters of the first screen, within the budget', () => {
    const html = readFileSync(join(CLIENT, 'index.html'), 'utf8')
    const asked = [...html.matchAll(/rel="preload" as="font"[^>]*href="\/([^"]+)"/g)].map(([, file]) => file ?? '')
    expect(asked).toHaveLength(1)
    const bytes = statSync(join(CLIENT, asked[0] ?? '')).size
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThanOrEqual(LETTERS_BUDGET)
  })

  it('draws the form into the start page, with its styles before it, and into no other', () => {
    const [start, index] = ['start.html', 'index.html'].map((name) => readFileSync(join(CLIENT, name), 'utf8'))
    const [, drawn] = /<template id="drawn">(.*?)<\/template>/s.exec(start ?? '') ?? []
    expect(drawn).toMatch(/<input [^>]*name="email".*<input [^>]*name="password".*<button type="submit"/s)
    expect(drawn, 'a form that sends itself puts nothing into an address').toMatch(/<form [^>]*method="post"/)
    expect(drawn, 'the policy lets none of these through').not.toMatch(/ style=|<script| on\w+=/)
    const names = new Set([...(drawn ?? '').matchAll(/class="([^"]+)"/g)].flatMap(([, all]) => all?.split(' ') ?? []))
    const styles = [...(start ?? '').matchAll(/rel="stylesheet" href="\/([^"]+)"/g)]
      .map(([, file]) => readFileSync(join(CLIENT, file ?? ''), 'utf8'))
      .join()
    const plain = [...names].filter((name) => !styles.includes(`.${name}`) && !name.startsWith('lucide'))
    expect(plain, 'classes without styles').toEqual([])
    expect(start).toContain(`<script>${FIRST_FORM}</script>`)
    // Begun before the form is painted, it would hold that up.
    expect(start).toMatch(/<template id="held"><script type="module" crossorigin src="[^"]+"><\/script><\/template>/)
    expect(start?.split('<template')[0]).not.toContain('<script type="module"')
    expect(index).not.toContain('<template')
  })

  it('keeps React out of every worker', () => {
    expect(
      all.flatMap((chunk) => packagesIn(chunk, ['react-dom'])),
      'the search finds React where it is',
    ).not.toEqual([])
    expect(
      workers(chunks).flatMap((chunk) => packagesIn(chunk, REACT).map((name) => `${chunk.file}: ${name}`)),
    ).toEqual([])
  })

  it('keeps the views out of every worker', () => {
    const strays = workers(chunks).flatMap(({ file, sources }) =>
      sources
        .filter((source) => /\/src\/(views|projections|actions|platform|bridge)\//.test(source))
        .map((source) => `${file}: ${source}`),
    )
    expect(strays).toEqual([])
  })

  it('holds no account of the demo, and no password', () => {
    const texts = clientTexts()
    expect(texts.some(({ text }) => text.includes('Demo accounts'))).toBe(true)
    const secrets = [DEMO_PASSWORD, ...DEMO_ACCOUNTS.flatMap(({ emails, lastname }) => [...emails, lastname])]
    const found = texts.flatMap(({ file, text }) =>
      secrets.filter((one) => text.includes(one)).map((one) => `${file}: ${one}`),
    )
    expect(found).toEqual([])
  })

  it('runs reducers once: the second run is for development', () => {
    const texts = clientTexts().filter(({ file }) => file.endsWith('.js'))
    expect(
      texts.some(({ text }) => text.includes('not the header of an event log')),
      'the search reads workers',
    ).toBe(true)
    expect(texts.filter(({ text }) => text.includes('reduced twice')).map(({ file }) => file)).toEqual([])
  })

  it('loads formik and yup with the forms that need them, never with the gallery', () => {
    expect(screens[1]?.chunks.flatMap((chunk) => packagesIn(chunk, ['formik', 'yup']))).toEqual([])
  })

  it('leaves out of packages what nobody here uses', () => {
    const sources = all.flatMap((chunk) => chunk.sources)
    const texts = clientTexts().filter(({ file }) => file.endsWith('.js'))
    const inPackage = (part: string) => sources.filter((source) => source.includes(`/node_modules/${part}`))
    expect(inPackage('react-router/dist/production/'), 'the search finds the router').not.toEqual([])
    expect(inPackage('react-router/dist/development/')).toEqual([])
    expect(inPackage('hoist-non-react-statics/')).toEqual([])
    // What i18next says while it fetches words through a backend.
    expect(inPackage('i18next/'), 'the search finds the words').not.toEqual([])
    expect(texts.filter(({ text }) => text.includes('loaded namespace')).map(({ file }) => file)).toEqual([])
    // yup's schemas of numbers, whose checks have this name.
    expect(texts.filter(({ text }) => /\binteger\(\w+=/.test(text)).map(({ file }) => file)).toEqual([])
  })

  it('asks for what comes late by its own way, which remembers no failure', () => {
    const asks = all.filter(({ file }) => /__vite__mapDeps\(/.test(readFileSync(join(CLIENT, file), 'utf8')))
    expect(asks.length).toBeGreaterThan(5)
    expect(
      first.flatMap(({ sources }) => sources).filter((source) => source.endsWith('/kit/lateFiles.ts')),
    ).toHaveLength(1)
    const theirs = all.filter(({ file }) => readFileSync(join(CLIENT, file), 'utf8').includes('vite:preloadError'))
    expect(theirs.map(({ file }) => file)).toEqual([])
  })

  it('gives a screen few scripts of its own, and the form to sign in none of what screens share', () => {
    const atFirst = closure(
      chunks,
      [...first, ...(screens[1]?.chunks ?? [])].map(({ file }) => file),
    )
    const own = (module: string) =>
      closure(chunks, holding(chunks, [module])).filter(
        (chunk) => !atFirst.includes(chunk) && !/late-/.test(chunk.file),
      )
    for (const screen of ['playlists/PlaylistScreen', 'library/HistoryScreen', 'release/ReleaseScreen'])
      expect(own(`src/views/screens/${screen}.tsx`).length, screen).toBeLessThanOrEqual(4)
    const later = closure(chunks, holding(chunks, ['src/views/forms/signInLater.tsx'])).map(({ file }) => file)
    expect(later.filter((file) => /\/(shared|gallery)-/.test(file))).toEqual([])
  })

  it('has at first what says that something went wrong: no connection is needed for it', () => {
    const sources = first.flatMap((chunk) => chunk.sources)
    for (const part of ['CrashScreen', 'UnavailableScreen', 'MissingScreen'])
      expect(
        sources.filter((source) => source.endsWith(`src/views/screens/problems/${part}.tsx`)),
        part,
      ).not.toEqual([])
  })

  it.each(screens)('loads $screen within the budget', ({ screen, budget, chunks: needed }) => {
    const bytes = needed.reduce((sum, { brotli }) => sum + brotli, 0)
    console.log(`scripts before ${screen}: ${(bytes / 1000).toFixed(2)} kB brotli in ${needed.length} chunks`)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(budget)
  })
})

describe('the replay page', () => {
  const chunks = readChunks('assets/replay')

  it('shares no script with the application, and starts two workers, which have no view in them', () => {
    const html = readFileSync(join(CLIENT, 'replay.html'), 'utf8')
    const asked = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? '')
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((file) => !file.startsWith('assets/replay/'))).toEqual([])
    const own = workers(chunks)
    expect(
      own
        .map(({ file }) => /replay\/(\w+)\.worker-/.exec(file)?.[1])
        .filter(Boolean)
        .toSorted(),
    ).toEqual(['logFront', 'replay'])
    expect(own.flatMap((chunk) => packagesIn(chunk, REACT))).toEqual([])
    expect(own.flatMap(({ sources }) => sources.filter((source) => /\/src\/(views|platform)\//.test(source)))).toEqual(
      [],
    )
  })

  it('holds no engine but its own, and nothing that asks a server', () => {
    const sources = [...chunks.values()].flatMap((chunk) => chunk.sources)
    expect(sources.filter((source) => /\/workers\/api\//.test(source))).toEqual([])
    expect(sources.filter((source) => /\/workers\/engines\/(?!replay\/)/.test(source))).toEqual([])
    expect(sources.filter((source) => /\/workers\/engines\/replay\//.test(source))).not.toEqual([])
  })
})
