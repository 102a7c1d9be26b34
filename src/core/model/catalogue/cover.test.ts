import { describe, expect, it } from 'vitest'
import { COVER_SIZES, coverSet, readCoverAddress } from './cover.ts'

describe('the address of a cover', () => {
  it('is read into name, size, ending and version', () => {
    expect(readCoverAddress('/api/images/covers/imp-1-300.png?v=ab12')).toEqual({
      name: '/api/images/covers/imp-1',
      size: 300,
      format: 'png',
      query: '?v=ab12',
    })
  })

  it('is read without a version too', () => {
    expect(readCoverAddress('/a-64.webp')).toEqual({ name: '/a', size: 64, format: 'webp', query: '' })
  })

  it('may have a name of several lines, as any file may', () => {
    expect(readCoverAddress('/a\nb-64.png')?.name).toBe('/a\nb')
  })

  it('names one of six sizes as PNG or WebP', () => {
    for (const size of [64, 128, 300, 428, 600, 1400])
      for (const format of ['png', 'webp'])
        expect(readCoverAddress(`/a-${size}.${format}`)).toMatchObject({ size, format })
  })

  it.each(['', '/art/a.jpg', '/a-301.png', '/a-300.gif', '/a-0300.png', '/a-300.png#x'])('is not %j', (address) => {
    expect(readCoverAddress(address)).toBeNull()
    expect(coverSet(address)).toBe('')
  })

  it('API-MEDIA-010: gives every size as WebP of the same name and version', () => {
    const entries = coverSet('/api/images/covers/a-b-300.png?v=1').split(', ')
    expect(entries).toHaveLength(COVER_SIZES.length)
    expect(entries.map((entry) => entry.split(' ')[1])).toEqual(['64w', '128w', '300w', '428w', '600w', '1400w'])
    expect(entries[3]).toBe('/api/images/covers/a-b-428.webp?v=1 428w')
  })
})
