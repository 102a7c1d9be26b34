// Events of a log as they are kept: the same whichever way they are asked for.
import fc from 'fast-check'
import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { history } from '#tests/support/histories.ts'
import type { AppEvent } from '../../events/index.ts'
import { playerVolumeChanged } from '../../events/player.ts'
import { encodeEvents } from '../codec.ts'
import { Order } from '../order.ts'
import { eventsOfArrays } from '../readEvent.ts'
import { causeAt, KeptEvents } from './events.ts'

/** Kept events of a log that goes on behind event `start`. */
function happened(drafts: Parameters<Order['append']>[0][], start: number): AppEvent[] {
  const order = new Order(undefined, start)
  const placed = drafts.map((draft, at) =>
    order.append(draft, { source: 'person', t: at * 7, cause: at % 3 === 0 ? null : order.seq - (at % 5) }),
  )
  return JSON.parse(JSON.stringify(placed.filter(({ seq }) => seq > 0)))
}

test('are what was kept, by place, in order, in part and by their causes', () => {
  fc.assert(
    fc.property(history(80), fc.nat(1000), fc.integer({ min: 1, max: 7 }), (drafts, start, apart) => {
      const events = happened(drafts, start)
      const kept = new KeptEvents(start)
      for (let at = 0; at < events.length; at += apart) kept.add(events.slice(at, at + apart), at % 2 === 0)
      expect(kept).toHaveLength(events.length)
      expect([...kept]).toEqual(events)
      for (const place of [0, 40, 3, 41, 79, 2, 1, -1, -3, 500, -500]) expect(kept.at(place)).toEqual(events.at(place))
      for (const [from, to] of [[], [2], [5, 20], [-4], [-9, -2], [30, 10]] as const)
        expect(kept.slice(from, to)).toEqual(events.slice(from, to))
      expect(events.map((_, place) => causeAt(kept, place))).toEqual(events.map(({ cause }) => cause))
    }),
    { numRuns: 50 },
  )
})

test('that do not come back from their lines are a defect, and not none', () => {
  const kept = new KeptEvents(0)
  const line = (ms: number) => JSON.stringify(['player.volumeChanged', ms, 'person', 0, { volume: 7 }])
  kept.addLines(strToU8(`[${line(1)},${line(2 ** 53 - 1)}]`), happened([playerVolumeChanged({ volume: 7 }), playerVolumeChanged({ volume: 7 })], 0)) // biome-ignore format: one line
  expect(() => [...kept]).toThrow('the events from 1 on do not come back from their lines')
})

test('of which nobody knows the type take the room of their text, and come back as they were', () => {
  const payload = JSON.parse('{"numbers":[1,2,3],"__proto__":{"x":1}}')
  const events = Array.from({ length: 300 }, (_, at) => ({
    seq: at + 1,
    t: at,
    source: 'person',
    cause: at || null,
    type: 'lamp.lit',
    v: 1,
    payload,
  })) as unknown as AppEvent[]
  const kept = new KeptEvents(0)
  kept.add(events, false)
  expect([...kept]).toEqual(events)
  expect(kept.at(0)).not.toBe(events[0])
  expect(Object.hasOwn(kept.at(7)?.payload ?? {}, '__proto__')).toBe(true)
})

test('are all kept where one names a cause that is none before it, which another file does not name', () => {
  const events = happened(
    Array.from({ length: 300 }, (_, at) => playerVolumeChanged({ volume: at % 101 })),
    0,
  )
  for (const [place, cause] of [
    [4, 9],
    [5, 6],
    [6, 0],
    [7, -3],
    [8, 2 ** 32 + 1],
    [9, 1 - 2 ** 32],
  ] as const) {
    const event = events[place] as AppEvent
    events[place] = { ...event, cause }
  }
  const kept = new KeptEvents(0)
  kept.add(events, true)
  expect([...kept]).toEqual(events)
  expect([4, 5, 6, 7, 8, 9].map((place) => causeAt(kept, place))).toEqual(Array.from({ length: 6 }, () => null))
  const lines = encodeEvents(events.slice(0, 10)).map((line) => JSON.parse(line)[3])
  expect(lines.slice(4, 7)).toEqual([0, 0, 7])
  expect(
    eventsOfArrays(
      encodeEvents(events.slice(0, 6)).map((line) => JSON.parse(line)),
      1,
    ),
  ).toHaveLength(6)
})
