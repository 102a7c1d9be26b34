import { afterEach, expect, test, vi } from 'vitest'
import { sessionStarted } from '#core/events/people/session.ts'
import { playerVolumeChanged } from '#core/events/player.ts'
import { Story, someClaims } from '#tests/support/story.ts'
import { type DevToolsExtension, EVERY_MS, MOST_ACTIONS, toDevTools } from './devTools.ts'

afterEach(() => vi.useRealTimers())

function connected(story = new Story()) {
  vi.useFakeTimers()
  const sent: { action: Record<string, unknown>; state: Record<string, Record<string, unknown>> }[] = []
  const begun: unknown[] = []
  const extension: DevToolsExtension = {
    connect: () => ({
      init: (state) => void begun.push(state),
      send: (action, state) => void sent.push({ action, state: state as never }),
    }),
  }
  const bridge = toDevTools(extension, () => story.state)
  return { story, sent, begun, bridge }
}

test('events become actions, with the state they led to', () => {
  const { story, sent, begun, bridge } = connected()
  expect(begun).toMatchObject([{ player: { volume: 50 }, job: {} }])
  story.happens(playerVolumeChanged({ volume: 7 }))
  bridge.add(story.events)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(EVERY_MS)
  expect(sent).toMatchObject([
    { action: { type: 'player.volumeChanged', seq: 1, payload: { volume: 7 } }, state: { player: { volume: 7 } } },
  ])
})

test('what names people is masked in actions and state alike', () => {
  const { story, sent, bridge } = connected()
  story.happens(sessionStarted({ claims: someClaims(), accessToken: 'a', refreshToken: 'r', restored: true }))
  bridge.add(story.events)
  vi.advanceTimersByTime(EVERY_MS)
  const text = JSON.stringify(sent)
  const { email, fullname, playerid } = someClaims()
  expect(text).toContain(playerid)
  for (const name of [email, fullname]) expect(text).not.toContain(name)
  const claims = sent[0]?.action.payload as { claims: { email: string } }
  expect(sent[0]?.state.session?.claims, 'the same stand-ins').toMatchObject({ email: claims.claims.email })
})

test('of a flood the last are sent, and how many were left out', () => {
  const { story, sent, bridge } = connected()
  for (let n = 0; n < MOST_ACTIONS + 30; n++) story.happens(playerVolumeChanged({ volume: n }))
  bridge.add(story.events)
  vi.advanceTimersByTime(EVERY_MS)
  expect(sent).toHaveLength(MOST_ACTIONS + 1)
  expect(sent[0]?.action).toMatchObject({ seq: 31 })
  expect(sent.at(-1)?.action).toEqual({ type: 'inspector.leftOut', count: 30 })
})

test('nothing is sent after its end', () => {
  const { story, sent, bridge } = connected()
  story.happens(playerVolumeChanged({ volume: 7 }))
  bridge.add(story.events)
  bridge.end()
  vi.advanceTimersByTime(2 * EVERY_MS)
  expect(sent).toEqual([])
})
