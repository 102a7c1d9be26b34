// What a playlist keeps of a song.
import { expect, it } from 'vitest'
import { aSong } from '#tests/support/story.ts'
import { trackOf } from './calls.ts'

it.each([
  ['a song there is a WAV of', {}, undefined],
  ['a song from a lossy source', { formats: ['mp3' as const] }, true],
  ['a song that may not be downloaded at all', { formats: ['mp3' as const], candownload: false }, undefined],
  ['a video', { assettype: 'video' as const, formats: ['mp4' as const] }, undefined],
])('%s says whether a WAV zip lacks it', (_, fields, mp3Only) => {
  const track = trackOf(aSong('t1', 1, fields))
  expect(track.mp3Only).toBe(mp3Only)
  // A song like any other carries nothing more in events than before.
  expect(Object.keys(track).includes('mp3Only')).toBe(mp3Only === true)
})
