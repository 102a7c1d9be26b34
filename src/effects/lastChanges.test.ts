import { expect, it } from 'vitest'
import { sessionEnded } from '#core/events/people/session.ts'
import { heardBus } from '#tests/support/heard.ts'
import { leaveLastChanges } from './lastChanges.ts'

it.each([
  ['signedOut', false],
  ['elsewhere', false],
  ['expired', true],
] as const)('D-109: after an end by %s the queue of a tab that was closed before stays: %s', (reason, stays) => {
  const queue = { playerid: 'p1', kept: null, waiting: [] }
  let text: string | null = JSON.stringify({ settings: { volume: 25 }, queue })
  const bus = heardBus()
  const stop = leaveLastChanges({
    on: bus.on,
    window: new EventTarget() as Window,
    now: () => 0,
    lying: () => text,
    leave: (left) => {
      text = left
    },
  })
  bus.happens(sessionEnded({ reason }))
  expect(JSON.parse(text ?? '{}')).toEqual({ settings: { volume: 25 }, ...(stays ? { queue } : {}) })
  stop()
  expect(bus.listeners).toBe(0)
})
