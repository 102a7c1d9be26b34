// What versions are levelled by: outlines are asked for only where the server has not measured every one of them.
import { beforeEach, expect, test } from 'vitest'
import { setActionPorts } from '#actions/ports.ts'
import { learnLoudness, versionGain } from '#actions/resources.ts'
import { PEAK_COUNT, PEAKS_BYTES } from '#core/model/catalogue/media.ts'
import type { SecretHandle } from '#core/model/people/secrets.ts'
import { attach } from '#projections/entity.ts'
import { measuredOf } from '#projections/player.ts'
import { aRelease, Story } from '#tests/support/story.ts'

let asked: string[] = []
/** Half decibels below full scale by track. */
let below: Record<string, number> = {}

beforeEach(() => {
  asked = []
  below = {}
  setActionPorts({
    mintId: () => 'id',
    keepSecret: async (purpose) => `${purpose}:1` as SecretHandle<typeof purpose>,
    readLink: async () => null,
    promoAddress: async () => null,
    peaks: async (trackid) => {
      asked.push(trackid)
      const outline = new Uint8Array(PEAKS_BYTES).fill(255)
      outline[PEAK_COUNT] = below[trackid] ?? 0
      return trackid in below ? outline : null
    },
    listIndex: async (queryId, first) => {
      asked.push(`${queryId} from ${first}`)
      return null
    },
    security: async () => ({ ok: false, refusal: { status: 0, code: 'NETWORK', message: '' } }),
  })
})

const measured = (integrated: number | null) => ({ integrated, range: 5, truePeak: -3, head: 0, tail: 0 })
const half = { gain: 1, volume: 0.5 }

test('of songs that are all measured no outline is asked for', async () => {
  const [heard, chosen] = [
    { trackid: 'm.a', measured: measured(-14) },
    { trackid: 'm.b', measured: measured(-8) },
  ]
  await learnLoudness([heard, chosen])
  expect(asked).toEqual([])
  expect(versionGain(heard, chosen, half)).toBeCloseTo(10 ** (-6 / 20), 5)
})

test('where one is not, or silent as a whole, the outlines of all are, each once', async () => {
  below = { 'o.a': 0, 'o.b': 24, 'o.c': 12 }
  const songs = [
    { trackid: 'o.a', measured: measured(-14) },
    { trackid: 'o.b' },
    { trackid: 'o.c', measured: measured(null) },
  ] as const
  await learnLoudness(songs)
  await learnLoudness(songs)
  expect(asked).toEqual(['o.a', 'o.b', 'o.c'])
  expect(versionGain(songs[1], songs[0], half)).toBeCloseTo(10 ** (-12 / 20), 5)
  expect(versionGain(songs[0], songs[2], half)).toBeCloseTo(10 ** (6 / 20), 5)
})

test('what cannot be had leaves the volume as it is', async () => {
  const songs = [{ trackid: 'n.a' }, { trackid: 'n.b', measured: measured(-8) }] as const
  await learnLoudness(songs)
  expect(versionGain(songs[0], songs[1], { gain: 0.6, volume: 1 })).toBe(0.6)
})

test('the figures are those of the release, where it is known', () => {
  const release = aRelease('r1', 2)
  const songs = release.songs.map((song, n) => (n === 0 ? { ...song, loudness: measured(-9.5) } : song))
  attach(new Story().knows({ ...release, songs }).state)
  expect(measuredOf({ releaseid: 'r1', trackid: 'r1.a' })).toEqual(measured(-9.5))
  expect(measuredOf({ releaseid: 'r1', trackid: 'r1.b' })).toBeUndefined()
  expect(measuredOf({ releaseid: 'r2', trackid: 'r1.a' })).toBeUndefined()
})
