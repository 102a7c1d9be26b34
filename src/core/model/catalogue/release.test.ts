import { describe, expect, test } from 'vitest'
import { aCard, aRelease } from '#tests/support/story.ts'
import { formatsOf, isCanadian, publisherOf, ReleaseDetail } from './release.ts'

describe('what follows from a release', () => {
  test('RELEASE-004: the publisher is the first label name', () => {
    expect(publisherOf(aCard('r', { labels: [{ name: 'Northlight' }, { name: 'Other' }] }))).toBe('Northlight')
    expect(publisherOf(aCard('r'))).toBe('')
  })
  test('RELEASE-005: Canadian content is a market tag cancon', () => {
    expect(isCanadian(aCard('r', { markettags: ['uk', 'cancon'] }))).toBe(true)
    expect(isCanadian(aCard('r', { markettags: ['uk', 'ca'] }))).toBe(false)
  })
  test('a release of videos alone is had as MP4, any other as WAV and MP3', () => {
    expect(formatsOf(aCard('r', { trackcount: 0, videocount: 1 }))).toEqual(['MP4'])
    expect(formatsOf(aCard('r', { trackcount: 3, videocount: 1 }))).toEqual(['WAV', 'MP3'])
    expect(formatsOf(aCard('r', { trackcount: 0, videocount: 0 }))).toEqual(['WAV', 'MP3'])
  })
  test('H-630: and where its card says so, in what that names', () => {
    expect(formatsOf(aCard('r', { formats: ['mp3'] }))).toEqual(['MP3'])
  })
  test('a detail of the wire is read, and one without its songs is not', () => {
    const detail = aRelease('r')
    expect(ReleaseDetail.parse(detail)).toEqual(detail)
    expect(ReleaseDetail.safeParse(aCard('r')).success).toBe(false)
  })
})
