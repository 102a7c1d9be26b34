// Which browser and contract tests `npm run test:near` takes.
import { expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { concerned } from '../scripts/near.mjs'

const TESTS = ['tests/e2e/player-bar.e2e.ts', 'tests/e2e/playlists.e2e.ts', 'tests/e2e/downloads-tabs.e2e.ts']
const READ: Record<string, string> = {
  'tests/e2e/player-bar.e2e.ts': "import { sounds } from './support/audio.ts'",
  'tests/e2e/playlists.e2e.ts': "import { test } from './support/fixtures.ts'",
}
const of = (...changed: string[]) => concerned(changed, TESTS, (test) => READ[test] ?? '')

it.each([
  ['a folder is named as the test', 'src/views/shell/player/Times.tsx', ['tests/e2e/player-bar.e2e.ts']],
  ['a word of a file is', 'src/core/model/catalogue/playlistOrder.ts', ['tests/e2e/playlists.e2e.ts']],
  ['it is, but in the singular', 'workers/download.worker.ts', ['tests/e2e/downloads-tabs.e2e.ts']],
  ['the test itself changed', 'tests/e2e/downloads-tabs.e2e.ts', ['tests/e2e/downloads-tabs.e2e.ts']],
  ['a helper it imports changed', 'tests/e2e/support/audio.ts', ['tests/e2e/player-bar.e2e.ts']],
  ['nothing has its name', 'src/views/theme/colours.ts', []],
  ['its name is only part of a word', 'src/platform/replayer.ts', []],
  ['another test of that name changed', 'tests/contract/playlists.contract.test.ts', []],
])('a browser test is concerned as far as %s', (_when, changed, expected) => {
  expect(of(changed)).toEqual(expected)
})
