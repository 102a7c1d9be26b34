import { describe, expect, test } from 'vitest'
import { sessionEnded } from '#core/events/people/session.ts'
import * as play from '#core/events/player.ts'
import { queueItemRemoved, queueReleaseAdded, queueRemovalUndone, queueSongRemoved } from '#core/events/queue.ts'
import { besideState, type HeldCall, heldServer } from '#tests/support/besideState.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { secretsIn } from '#tests/support/secrets.ts'
import { aRelease } from '#tests/support/story.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { createPlayerEngine, planPlayer } from './engine.ts'

const chosen = (releaseid: string, n: number) =>
  play.playerReleaseChosen({ releaseid, trackid: null, itemId: `i${n}`, requestId: `q${n}` })

function setUp() {
  const secrets = new Map<string, string>()
  const { fetch, calls } = heldServer()
  const api = createApi({ fetch, session: null, clock: new FakeClock() })
  const { story, reported, happens } = besideState((report) =>
    createPlayerEngine({ api, broker: secretsIn(secrets), mint: () => 'minted', report }),
  )
  story.knows(aRelease('r1'), aRelease('r2'))
  return {
    story,
    calls,
    reported,
    secrets,
    happens,
    async answer(call: HeldCall | undefined, token: string | number) {
      if (typeof token === 'number') call?.answer(token, {})
      else call?.answer(200, { data: { token } })
      await settle()
    },
  }
}

test('PLAYER-029: playing a song fetches a token for its track', async () => {
  const { happens, calls } = setUp()
  await happens(chosen('r1', 1))
  expect(calls.map((call) => call.address)).toEqual(['/audio/r1.a/token'])
})

test('PLAYER-030: with the token the stream address is built; the event names a handle', async () => {
  const { happens, calls, answer, reported, secrets } = setUp()
  await happens(chosen('r1', 1))
  await answer(calls[0], 't/1')
  expect(secrets.get('media:1')).toBe('/api/audio/r1.a/stream.mp3?token=t%2F1')
  expect(reported).toEqual([play.playerAddressReady({ requestId: 'q1', trackid: 'r1.a', handle: 'media:1' })])
})

describe('PLAYER-033', () => {
  test('PLAYER-033: a quick second choice wins; the answer for the earlier song starts nothing', async () => {
    const { happens, calls, answer, reported, story } = setUp()
    await happens(chosen('r1', 1))
    await happens(chosen('r2', 2))
    expect(calls.map((call) => [call.address, call.signal.aborted])).toEqual([
      ['/audio/r1.a/token', true],
      ['/audio/r2.a/token', false],
    ])
    await answer(calls[0], 'late')
    expect(reported).toEqual([])
    await answer(calls[1], 'good')
    expect(reported).toMatchObject([{ payload: { requestId: 'q2', trackid: 'r2.a' } }])
    expect(story.player).toMatchObject({ handle: 'media:1', song: { trackid: 'r2.a' } })
  })
  test('nothing is fetched for the song before while a release is awaited', async () => {
    const { happens, calls, answer, story } = setUp()
    await happens(chosen('r1', 1))
    await answer(calls[0], 't')
    await happens(chosen('r9', 9))
    expect(story.player).toMatchObject({ isLoading: true, handle: null, song: { trackid: 'r1.a' } })
    expect(planPlayer(story.state)).toBeNull()
    expect(calls).toHaveLength(1)
  })
})

test('PLAYER-049: a failed token fetch clears loading', async () => {
  const { happens, calls, answer, story, reported } = setUp()
  await happens(chosen('r1', 1))
  await answer(calls[0], 503)
  expect(reported).toMatchObject([{ type: 'player.addressFailed', payload: { code: 'HTTP_503' } }])
  expect(story.player.isLoading).toBe(false)
})

test('after a failure the play button fetches again', async () => {
  const { happens, calls, answer, story } = setUp()
  await happens(chosen('r1', 1))
  await answer(calls[0], 503)
  await happens(play.playerToggled({}))
  await answer(calls[1], 't')
  expect(story.player).toMatchObject({ isPlaying: true, handle: 'media:1' })
})

test('D-104: a stale address is fetched anew for the same song', async () => {
  const { happens, calls, answer, story } = setUp()
  await happens(chosen('r1', 1))
  await answer(calls[0], 't')
  await happens(play.playerAddressStale({ requestId: 'q1', position: 12 }))
  await answer(calls[1], 'u')
  expect(calls.map((call) => call.address)).toEqual(['/audio/r1.a/token', '/audio/r1.a/token'])
  expect(story.player).toMatchObject({ handle: 'media:2', seekTime: 12 })
})

test('a song that is wished for again while its address is fetched is fetched once', async () => {
  const { happens, calls, answer, story } = setUp()
  await happens(chosen('r1', 1))
  await happens(play.playerToggled({}), play.playerToggled({}))
  expect(calls.map(({ address, signal }) => [address, signal.aborted])).toEqual([['/audio/r1.a/token', false]])
  await answer(calls[0], 't')
  expect(story.player.handle).toBe('media:1')
})

describe('the song that follows', () => {
  const sounds = async () => {
    const world = setUp()
    await world.happens(chosen('r1', 1))
    await world.answer(world.calls[0], 't')
    await world.happens(play.playerStarted({ requestId: 'q1', duration: 200 }))
    return world
  }

  test('has its address as soon as the one before sounds, fetched once', async () => {
    const { calls, answer, happens, story, reported } = await sounds()
    expect(calls.map(({ address }) => address)).toEqual(['/audio/r1.a/token', '/audio/r1.b/token'])
    await happens(play.playerVolumeChanged({ volume: 3 }))
    await answer(calls[1], 'u')
    await happens(play.playerVolumeChanged({ volume: 4 }))
    expect(calls).toHaveLength(2)
    expect(reported.at(-1)).toEqual(play.playerNextReady({ uuid: 'i1.2', trackid: 'r1.b', handle: 'media:2' }))
    expect(story.player.next).toEqual({ uuid: 'i1.2', handle: 'media:2' })
  })

  test('H-554: is fetched once more when the time of its address is over', async () => {
    const { calls, answer, happens, story } = await sounds()
    await answer(calls[1], 'u')
    await happens(play.playerNextStale({ handle: 'media:1' }))
    expect([story.player.next?.handle, calls.length]).toEqual(['media:2', 2])
    await happens(play.playerNextStale({ handle: 'media:2' }))
    await answer(calls[2], 'v')
    expect(story.player.next).toEqual({ uuid: 'i1.2', handle: 'media:3' })
    expect(calls.map(({ address }) => address).slice(1)).toEqual(['/audio/r1.b/token', '/audio/r1.b/token'])
  })

  test('that is refused is not told of, and not asked for again before it is wanted', async () => {
    const { calls, answer, happens, reported } = await sounds()
    await answer(calls[1], 404)
    await happens(play.playerVolumeChanged({ volume: 3 }))
    expect([calls.length, reported.length]).toEqual([2, 1])
  })

  test('is another one after another choice: the answer for the former is told to nobody', async () => {
    const { calls, answer, happens, reported } = await sounds()
    await happens(chosen('r2', 2))
    await answer(calls[2], 'v')
    await happens(play.playerStarted({ requestId: 'q2', duration: 200 }))
    expect([calls[1]?.signal.aborted, calls[3]?.address]).toEqual([true, '/audio/r2.b/token'])
    await answer(calls[1], 'late')
    expect(reported.map(({ type }) => type)).toEqual(['player.addressReady', 'player.addressReady'])
  })

  test('is fetched once more when something else followed meanwhile, or nothing', async () => {
    const { calls, answer, happens, story } = await sounds()
    await answer(calls[1], 'u')
    const removed = queueSongRemoved({ itemId: 'i1', songId: 'i1.2', requestId: 'gone' })
    await happens(removed)
    expect([story.player.next, calls.length]).toEqual([null, 2])
    await happens(queueRemovalUndone({ requestId: 'gone' }))
    await answer(calls[2], 'v')
    expect(calls.map(({ address }) => address).slice(1)).toEqual(['/audio/r1.b/token', '/audio/r1.b/token'])
    expect(story.player.next).toEqual({ uuid: 'i1.2', handle: 'media:3' })
  })

  test('is fetched once more behind what is chosen after a paused item was taken out', async () => {
    const { calls, answer, happens, story } = setUp()
    story.knows(aRelease('r3', 1), aRelease('r4', 1))
    await happens(queueReleaseAdded({ releaseid: 'r2', itemId: 'i2', place: 'bottom' }), chosen('r3', 3))
    await answer(calls[0], 't')
    await happens(play.playerStarted({ requestId: 'q3', duration: 200 }))
    await answer(calls[1], 'u')
    await happens(play.playerToggled({}), queueItemRemoved({ itemId: 'i3', requestId: 'gone' }), chosen('r4', 4))
    await answer(calls[2], 'v')
    await happens(play.playerStarted({ requestId: 'q4', duration: 200 }))
    const tokenOf = (trackid: string) => `/audio/${trackid}/token`
    expect(calls.map(({ address }) => address)).toEqual(['r3.a', 'r2.a', 'r4.a', 'r2.a'].map(tokenOf))
  })

  test('the song that plays is passed over when the server refuses it, and not in any other trouble', async () => {
    for (const [status, next] of [[400, 'minted'], [403, 'minted'], [404, 'minted'], [410, 'minted'], [422, 'minted'], [500, undefined], [429, undefined]] as const) {
      const { calls, answer, happens, reported } = setUp()
      await happens(chosen('r1', 1))
      await answer(calls[0], status)
      expect(reported[0]?.payload).toEqual({ requestId: 'q1', trackid: 'r1.a', code: `HTTP_${status}`, ...(next === undefined ? {} : { next }) })
    } // biome-ignore format: one line
  })
})

test('other events do not ask again, and the end of the session asks for nothing more', async () => {
  const { happens, calls, reported } = setUp()
  await happens(chosen('r1', 1), play.playerVolumeChanged({ volume: 3 }), play.playerToggled({}))
  expect(calls).toHaveLength(1)
  await happens(sessionEnded({ reason: 'signedOut' }))
  expect(calls[0]?.signal.aborted).toBe(true)
  expect(reported).toEqual([])
})
