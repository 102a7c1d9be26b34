/**
 * The whole way of a mistake in a reducer: a long log in which a queue goes wrong, the event that did it, the handful
 * that is enough, and a test of them that fails until the reducer is mended.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { AppDraft } from '#core/events/index.ts'
import { sessionStarted } from '#core/events/people/session.ts'
import { playerReleaseChosen } from '#core/events/player.ts'
import { queueItemChosen, queueItemRemoved, queueReleaseAdded, queueRemovalUndone } from '#core/events/queue.ts'
import { releaseDetailReceived } from '#core/events/releases.ts'
import { ALL_TYPES, draftOf } from '#tests/support/histories.ts'
import { recordedLog } from '#tests/support/recordedLog.ts'
import { aRelease, someClaims } from '#tests/support/story.ts'
import { linesOf } from '../../scripts/replay/writeLog.ts'
import { emptyRoot, fileOf, type Ran, ran } from './ran.ts'

/** In the source: what is put back after its follower has gone comes first, and not behind what plays. */
const MISTAKE = ['Math.max(place, playing + 1)', 'Math.max(place, 0)'] as const

vi.mock('#core/reducers/playback/queueRemoval.ts', async (importOriginal) => {
  const whole = await importOriginal<typeof import('#core/reducers/playback/queueRemoval.ts')>()
  const putBack: typeof whole.putBack = (state, id) => {
    const removal = state.single('queueRemoved').removals.find((one) => one.id === id)
    whole.putBack(state, id)
    const { items } = state.single('queue')
    if (removal?.kind !== 'item' || removal.before === null || items.includes(removal.before)) return
    const { uuid } = removal.item
    state.patch('queue', 'self', { items: [uuid, ...items.filter((other) => other !== uuid)] })
  }
  return { ...whole, putBack }
})

const tree = join(import.meta.dirname, '..', '..')
const WRONG = `state.queue.selectedItem !== null && state.queue.items[0] !== state.queue.selectedItem`

/** Much that has nothing to do with the queue. */
const others = ALL_TYPES.filter((type) => !/^(queue|player|session|playlist|release)\./.test(type))
const noise = (count: number, seed: number): AppDraft[] => fc.sample(draftOf(others), { numRuns: count, seed })

const add = (n: number) => queueReleaseAdded({ releaseid: 'r1', itemId: `i${n}`, place: 'bottom' })
const log = recordedLog([
  ...noise(900, 1),
  releaseDetailReceived({ release: aRelease('r1') }),
  playerReleaseChosen({ releaseid: 'r1', trackid: null, itemId: 'i1', requestId: 'n1' }),
  ...noise(300, 2),
  ...[2, 3, 4].map(add),
  ...noise(300, 3),
  queueItemRemoved({ itemId: 'i2', requestId: 'n2' }),
  queueItemChosen({ itemId: 'i4', requestId: 'n3' }),
  ...noise(300, 4),
  queueRemovalUndone({ requestId: 'n2' }),
  ...noise(900, 5),
])
const culprit = [...log.events].findIndex(({ type }) => type === 'queue.removalUndone') + 1
const file = fileOf(linesOf(log, false))

/** Runs the test that was written, as somebody would who has the tree. @param mended without the mistake */
function verdictOf(root: string, name: string, mended: boolean): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(tree, 'node_modules/vitest/vitest.mjs'), 'run', `tests/replay/${name}`], {
    cwd: root,
    env: { ...process.env, MENDED: mended ? 'yes' : 'no', NO_COLOR: '1' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  return new Promise((done) => child.on('close', (code) => done({ code, said })))
}

/** Makes a folder a project of which the tree is the source, with the mistake in it. */
function joinTree(root: string): void {
  symlinkSync(join(tree, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'tests/replay/opened.ts'), `export * from '${tree}/tests/replay/opened.ts'\n`)
  const config = `const [good, bad] = ${JSON.stringify(MISTAKE)}
export default {
  plugins: [{
    name: 'mistake',
    enforce: 'pre',
    transform: (code, id) => {
      if (process.env.MENDED === 'yes' || !id.endsWith('/playback/queueRemoval.ts')) return null
      if (!code.includes(good)) throw new Error('the source has another mistake by now')
      return { code: code.replace(good, bad), map: null }
    },
  }],
}\n`
  writeFileSync(join(root, 'vitest.config.mjs'), config)
}

/** What the linter says of a test that would stand in the tree. */
function lint(text: string): string {
  const biome = join(tree, 'node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'check', '--write', '--stdin-file-path=tests/replay/made.test.ts']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: tree, input: text, encoding: 'utf8' })
  return status === 0 && stdout === text ? '' : `${stdout}${stderr}`
}

describe('a mistake in a reducer', () => {
  test('is found among three thousand events', async () => {
    const { code, said } = await ran([file, '--bisect', WRONG, '--json'])
    expect(JSON.parse(said)).toMatchObject({ seq: culprit, event: { type: 'queue.removalUndone' } })
    expect(code).toBe(1)
  })

  test('breaks a rule there, which the check names', async () => {
    const { code, said } = await ran([file, '--check'])
    expect(said).toContain(`BROKEN RULE at event ${culprit}: the queue begins with what is selected`)
    expect(code).toBe(1)
  })

  test('is cut to a handful, of which a test is made that fails until it is mended', {
    tags: ['long'],
    timeout: 60_000,
  }, async () => {
    const root = emptyRoot()
    joinTree(root)
    const name = 'queue-goes-wrong'
    const { code, said }: Ran = await ran([file, '--minimise', WRONG, '--test', name], { root })
    expect(code).toBe(1)
    const left = Number(/left {8}(\d+) of/.exec(said)?.[1])
    expect(left).toBeLessThanOrEqual(8)
    expect(readFileSync(join(root, `tests/replay/${name}.test.ts`), 'utf8')).toContain(`cut to ${left} events`)
    expect(lint(readFileSync(join(root, `tests/replay/${name}.test.ts`), 'utf8'))).toBe('')
    const [planted, mended] = await Promise.all([verdictOf(root, name, false), verdictOf(root, name, true)])
    expect(planted.said).toContain('it does not come true after any event')
    expect(planted.said).toMatch(/expected \d+ to be null/)
    expect([planted.code, mended.code], mended.said).toEqual([1, 0])
  })
})

test.each([
  ['short', 'state.app.path === "/a"'],
  ['with apostrophes', `state.app.path === '/a' && state.search['box']`],
  ['with both', `state.app.path === '/a' && state.app.path !== "it's"`],
  ['longer than a line', `state.player.volume > 200 ${'|| state.player.volume > 200 '.repeat(5)}`],
  [
    'over lines, with signs that must be escaped',
    'state.app.path === `\\u0000\\n` ||\n  state.player.volume > 200 // "done"',
  ],
])('a test is written as the linter wants it: an expression %s', async (_, expression) => {
  const root = emptyRoot()
  const { noted } = await ran([file, '--bisect', `${expression}\n || event !== null`, '--test', 'made'], { root })
  expect(noted).toBe('')
  expect(lint(readFileSync(join(root, 'tests/replay/made.test.ts'), 'utf8'))).toBe('')
})

test('a log that is written says what the one it was made of said: whether it was masked, and the settings', () => {
  const settings = { volume: 7, downloads: { nameTemplate: 'by Pat', other: 1 } }
  const header = { ...log.header, masked: true as const, settings }
  const headOf = (isMasked: boolean) => JSON.parse(linesOf({ ...log, header }, isMasked)[0] ?? '') as object
  expect(headOf(false)).toMatchObject({ masked: true, settings })
  expect(headOf(true)).toMatchObject({ settings: { volume: 7, downloads: { nameTemplate: 'masked', other: 1 } } })
  expect(JSON.parse(linesOf(log, false)[0] ?? '')).not.toHaveProperty('masked')
})

test('a test that shows nothing once people are masked is not written, unless they may stay', async () => {
  const named = fileOf(
    linesOf(
      recordedLog([sessionStarted({ claims: someClaims('p1'), accessToken: 'a', refreshToken: 'r', restored: false })]),
      false,
    ),
  )
  const least = (name: string, ...more: string[]) =>
    ran([named, '--minimise', `state.session.claims?.fullname === 'Pat Doe'`, '--out', join(root, name), ...more])
  const textOf = (name: string) => gunzipSync(readFileSync(join(root, name))).toString('utf8')
  const root = emptyRoot()
  expect((await least('masked')).said).toContain('with people masked it is not true any more')
  expect(textOf('masked')).not.toContain('Pat Doe')
  expect(textOf('masked')).toContain('"masked":true')
  expect((await least('named', '--personal')).said).not.toContain('any more')
  expect(textOf('named')).toContain('Pat Doe')
  const args = [named, '--bisect', `state.session.claims?.fullname === 'Pat Doe'`, '--test', 'named']
  const { code, noted } = await ran(args, { root })
  expect(noted).toContain('with people masked it is not true any more')
  expect(code).toBe(2)
  expect((await ran([...args, '--personal'], { root })).said).toContain('written')
  expect(await ran([...args, '--personal'], { root })).toMatchObject({
    code: 2,
    noted: expect.stringContaining('is there already'),
  })
})
