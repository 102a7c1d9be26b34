// Nothing of this process is within the reach of an expression, and it cannot keep it busy for ever.
import { describe, expect, test } from 'vitest'
import { downloadRequested } from '#core/events/downloads.ts'
import { playerVolumeChanged } from '#core/events/player.ts'
import { recordedLog } from '#tests/support/recordedLog.ts'
import { aRequest, Story } from '#tests/support/story.ts'
import { Expression, ExpressionError } from '../../scripts/replay/expression.ts'
import { linesOf } from '../../scripts/replay/writeLog.ts'
import { logLines } from './log.ts'
import { fileOf, ran } from './ran.ts'

const story = new Story().happens(
  playerVolumeChanged({ volume: 40 }),
  downloadRequested({ requests: [aRequest('j.1')] }),
)
const isTrue = (text: string) => new Expression(text).isTrue(story.state, story.events.at(-1))
const error = (text: string): string => {
  const asked = new Expression(text)
  asked.isTrue(story.state, story.events.at(-1))
  try {
    return asked.trouble() ?? 'none'
  } catch (thrown) {
    return (thrown as Error).message
  }
}

describe('an expression sees', () => {
  test.each([
    'state.player.volume === 40',
    `state.job['j.1'].status === 'waiting'`,
    'state.job.gone === undefined',
    'Object.keys(state.job).length === 1',
    `'j.1' in state.job && !('j.2' in state.job)`,
    'Object.values(state.job).every((job) => job.reason === null)',
    '[...state.jobOrder.ids].length === 1',
    'Object.keys(state).includes("player")',
    'state.network.status === undefined',
    `event.type === 'download.requested' && event.source === 'person' && event.seq === 2 && event.v === 1`,
    `event.payload.requests[0].downloadID === 'j.1' && event.cause === null && event.t === 1`,
    'JSON.stringify(state.player).includes("volume")',
    '1 // a comment',
  ])('%s', (text) => {
    expect([isTrue(text), error(text)]).toEqual([true, 'none'])
  })

  test('each state as it is then', () => {
    const asked = new Expression('state.player.volume')
    const later = new Story().happens(playerVolumeChanged({ volume: 0 }))
    expect(asked.isTrue(story.state, undefined)).toBe(true)
    expect(asked.isTrue(later.state, undefined)).toBe(false)
    expect(asked.isTrue(story.state, undefined)).toBe(true)
  })
})

describe('an expression cannot reach', () => {
  test.each([
    'process',
    'require("fs")',
    'globalThis.process.pid',
    'console.constructor.constructor("return process")()',
    'this.constructor.constructor("return process")()',
    'globalThis.constructor.constructor("return process")()',
    'state.constructor.constructor("return process")()',
    'state.player.constructor.constructor("return process")()',
    'state.job.constructor.constructor("return process")()',
    'event.constructor.constructor("return process")()',
    'event.payload.constructor.constructor("return process")()',
    '(() => {}).constructor("return process")()',
    'Object.getPrototypeOf(function* () {}).constructor("return process")()',
    'Reflect.getOwnPropertyDescriptor(event, "type").get.constructor("return process")()',
    'eval("process")',
    'work()',
    'setTimeout(() => {}, 1)',
    'fetch("http://localhost")',
    'new WebAssembly.Module(new Uint8Array(8))',
    'new SharedArrayBuffer(8)',
    'new ArrayBuffer(8)',
    'new Uint8Array(8)',
    'new Float16Array(8) || new BigInt64Array(8)',
    'new DataView(null)',
    '((f) => { try { f(f) } catch (e) { return e.constructor.constructor("return process")() } })((f) => [event.payload, state.player, f(f)])',
    '((Error.prepareStackTrace = (_, sites) => sites), new Error().stack.map((site) => site.getFunction()?.constructor("return process")()).find(Boolean).pid)',
    '((Error.prepareStackTrace = (_, sites) => sites), new Error().stack.map((site) => site.getThis()?.process).find(Boolean).pid)',
  ])('this process: %s', (text) => {
    expect(isTrue(text)).toBe(false)
    expect(error(text)).toMatch(/it threw after every event/)
  })

  test('an object from outside, by any way into the state', () => {
    for (const text of [
      'Object.getPrototypeOf(state.player) === Object.prototype',
      'Object.getPrototypeOf(state.jobOrder.ids) === Array.prototype',
      'Object.getPrototypeOf(state) === null && Object.getPrototypeOf(state.job) === null',
      'Object.getPrototypeOf(event.payload.requests) === Array.prototype',
    ])
      expect([text, isTrue(text)]).toEqual([text, true])
  })

  test.each([
    `event.type === 'import.begun'`,
    `"an \\"await\\" of it" === state.player.x`,
    `event.payload['async'] === "won't import"`,
  ])('is no refusal of a word in a text: %s', (text) => {
    expect(isTrue(text)).toBe(false)
  })

  test.each([
    'import("node:fs")',
    'import.meta',
    '(async () => 1)()',
    'await 1',
    `'' + import('node:fs')`,
    // Within one of these it is not known where a text begins.
    '/"/.test(import("node:fs")) + /"/.x',
    '`"` + import("node:fs") + `"`',
    `1 /* ' */ + import("node:fs") /* ' */`,
    `1 <!-- '\n + import("node:fs") <!-- '`,
    `'\\\\' + import("node:fs") + ''`,
  ])('anything that has to be waited for: %s', (text) => {
    expect(() => new Expression(text)).toThrow(ExpressionError)
  })

  test.each([
    'state.player.volume = 1',
    'delete state.player',
    'state.job["j.1"] = 1',
    'Object.defineProperty(state, "x", { value: 1 })',
    'state.jobOrder.ids.push("x")',
    'event.payload.requests.pop()',
    '(event.type = "x")',
  ])('the state to change it: %s', (text) => {
    expect(isTrue(text)).toBe(false)
    expect(error(text)).toContain('TypeError')
    expect(story.state.single('player').volume).toBe(40)
    expect(story.state.single('jobOrder').ids).toEqual(['j.1'])
  })
})

describe('an expression that', () => {
  test.each(['for (;;) {}', '1 +', 'const a = 1', '}, (() => {'])('is none is refused: %s', (text) => {
    expect(() => new Expression(text)).toThrow(ExpressionError)
  })

  test('never ends is ended, and its event is named', () => {
    for (const text of ['(() => { for (;;); })()', '/(a+)+b/.test("a".repeat(99))']) {
      const asked = new Expression(text, 50)
      expect(() => asked.within(() => asked.isTrue(story.state, story.events[1]))).toThrow(
        'the expression takes longer than 0.05 s at event 2',
      )
    }
  })

  test('throws what cannot be shown is not true', () => {
    expect(error('(() => { throw { get message() { throw 1 } } })()')).toContain('cannot be shown')
    expect(error('(() => { throw Symbol("x") })()')).toContain('cannot be shown')
    expect(error('(() => { throw null })()')).toContain('null')
  })

  test('asks of the event is not asked in vain before the first one, where there is none', async () => {
    const { said } = await ran([fileOf(logLines()), '--until', `event.type === 'app.navigated'`, '--json'])
    expect(JSON.parse(said)).toMatchObject({ seq: 3, trouble: null })
  })

  test('throws now and then counts as not true there, and that is said', async () => {
    const { code, said } = await ran([fileOf(logLines()), '--until', `event.payload.path.length > 1`])
    expect(said).toContain('it threw after 4 of 6 events, after event 1 first')
    expect(said).toContain('after event 6 for the first time')
    expect(code).toBe(1)
  })

  test('throws is counted by events, and the first in the log is named, in whatever order it was asked', async () => {
    const log = recordedLog(Array.from({ length: 120 }, (_, at) => playerVolumeChanged({ volume: at % 100 })))
    const file = fileOf(linesOf(log, false))
    // True at none of the events that are looked at first, each third one, so that all are asked then.
    const wrong = 'event.seq === 2 ? null.two : event.seq % 9 === 0 ? null.nine : event.seq === 119'
    const { said } = await ran([file, '--bisect', wrong])
    expect(said).toMatch(/it threw after 14 of 120 events, after event 2 first, and .*two/)
    expect(said).toContain('after event 119 for the first time')
  })

  test.each(['process.exit(7)', '1 +', '(() => { for (;;); })()'])(
    'cannot be run ends the command with 2: %s',
    async (text) => {
      const { code, noted } = await ran([fileOf(logLines()), '--bisect', text], { limit: 500 })
      expect(noted).toContain('the expression cannot be run: ')
      expect(code).toBe(2)
    },
  )
})

test('what goes wrong in the work itself is told as it is', () => {
  const asked = new Expression('1')
  expect(() =>
    asked.within(() => {
      throw new RangeError('of the work')
    }),
  ).toThrow(new RangeError('of the work'))
})
