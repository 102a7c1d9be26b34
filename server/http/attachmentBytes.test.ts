import { describe, expect, it } from 'vitest'
import { attachmentContent } from './attachmentBytes.ts'

describe('attachmentContent', () => {
  it.each([700, 4096, 99_990, 100_000, 100_001, 1_234_567])(
    'is a PDF of exactly %i bytes whose table is where it says',
    (bytes) => {
      const { data, contentType } = attachmentContent('One sheet.pdf', bytes, 'Ása (live) by \\Someone')
      expect(contentType).toBe('application/pdf')
      expect(data.length).toBe(bytes)
      const content = data.toString('latin1')
      const start = Number(/startxref\n(\d+)\n%%EOF/.exec(content)?.[1])
      expect(content.slice(start, start + 4)).toBe('xref')
      const first = Number(/xref\n0 6\n.*\n(\d{10}) /.exec(content)?.[1])
      expect(content.slice(first, first + 7)).toBe('1 0 obj')
    },
  )

  it('is text of exactly the announced bytes', () => {
    const { data } = attachmentContent('notes.txt', 500, 'About')
    expect(data.length).toBe(500)
    expect(data.toString('utf8').startsWith('notes.txt\nAbout\n')).toBe(true)
  })
})
