// What the catalogue refuses: at compile time what is not JSON, at run time what is not an event.

import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { on } from '#bridge/bus.ts'
import { catalogue, EventError, type HeardType, parseDraft } from '#core/events/index.ts'
import { defineEvent } from './define.ts'

/** Never run: the compiler reads it (`tsc -p tests`). An expectation that is not met is an error there. */
function notJson(): void {
  const fact = { kind: 'fact' } as const
  defineEvent(
    'test.json',
    () => ({ text: z.string(), list: z.array(z.nullable(z.number())), maybe: z.optional(z.boolean()) }),
    fact,
  )
  // @ts-expect-error a Date is not JSON
  defineEvent('test.date', () => ({ at: z.date() }), fact)
  // @ts-expect-error a Map is not JSON
  defineEvent('test.map', () => ({ jobs: z.map(z.string(), z.number()) }), fact)
  // @ts-expect-error a Set is not JSON
  defineEvent('test.set', () => ({ ids: z.set(z.string()) }), fact)
  // @ts-expect-error a bigint is not JSON
  defineEvent('test.bigint', () => ({ bytes: z.bigint() }), fact)
  // @ts-expect-error a symbol is not JSON
  defineEvent('test.symbol', () => ({ id: z.symbol() }), fact)
  // @ts-expect-error a function is not JSON
  defineEvent('test.function', () => ({ run: z.custom<() => void>() }), fact)
  // @ts-expect-error not JSON inside of a list of objects either
  defineEvent('test.deep', () => ({ jobs: z.array(z.object({ at: z.date() })) }), fact)
  // @ts-expect-error `unknown` may be anything
  defineEvent('test.unknown', () => ({ payload: z.unknown() }), fact)
}

void notJson

/** Never run either: the bus takes what is declared `heard`, and nothing else. */
function notHeard(): void {
  on('player.addressReady', ({ payload }) => payload.handle)
  // @ts-expect-error nobody on the main thread listens for it, so it does not come by there
  on('player.paused', () => {})
  // @ts-expect-error the flag is a literal: an event without it is not of the heard ones
  const type: HeardType = 'release.pageReceived'
  void type
}

void notHeard

describe('an event that comes from outside', () => {
  const message = (input: unknown): string => {
    try {
      parseDraft(input)
    } catch (error) {
      if (error instanceof EventError) return error.message
      throw error
    }
    return 'parsed'
  }

  test('is parsed when it is of the catalogue', () => {
    expect(parseDraft({ type: 'player.toggled', v: 1, payload: {} })).toEqual({
      type: 'player.toggled',
      v: 1,
      payload: {},
    })
  })
  test.each([
    [null, 'not an event'],
    ['player.toggled', 'not an event'],
    [{ type: 'player.exploded', v: 1, payload: {} }, 'unknown event type "player.exploded"'],
    [{ type: 'player.toggled', v: 2, payload: {} }, 'version 2, this build knows 1'],
    [{ type: 'player.toggled', v: 1, payload: { more: 1 } }, 'player.toggled: payload'],
    [{ type: 'player.volumeChanged', v: 1, payload: { volume: Number.NaN } }, 'player.volumeChanged: volume'],
    [{ type: 'player.sought', v: 1, payload: { seconds: -1 } }, 'player.sought: seconds'],
    [{ type: '__proto__', v: 1, payload: {} }, 'unknown event type'],
  ])('is refused by name: %j', (input, text) => {
    expect(message(input)).toContain(text)
  })
  test.each([73.5, -1, 101])('PLAYER-044: a volume is an integer from 0 to 100, which %d is not', (volume) => {
    expect(message({ type: 'player.volumeChanged', v: 1, payload: { volume } })).toContain(
      'player.volumeChanged: volume',
    )
  })
})

describe('the catalogue', () => {
  test('names events noun.past-participle, each once, with a version', () => {
    for (const [type, definition] of catalogue) {
      expect(type).toMatch(/^[a-z]+\.[a-z][A-Za-z]+$/)
      expect(definition.type).toBe(type)
      expect(definition.v).toBeGreaterThanOrEqual(1)
    }
    expect(catalogue.size).toBeGreaterThan(50)
  })
  test('keeps every wish: a replay without one would go another way', () => {
    expect([...catalogue.values()].filter((one) => one.kind === 'wish' && !one.durable)).toEqual([])
  })
})
