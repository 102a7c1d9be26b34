import { expect, test } from 'vitest'
import { songFileName } from '#core/model/text/fileName.ts'
import { attachmentNamed } from './fileAnswer.ts'

/** The name a browser reads out of the header (RFC 8187), and the plain one for readers that know no other. */
function namesOf(header: string): { real: string; plain: string } {
  const [, plain = '', real = ''] = /^attachment; filename="([^"]*)"; filename\*=UTF-8''(\S+)$/.exec(header) ?? []
  return { real: decodeURIComponent(real), plain }
}

test('D-159: Content-Disposition carries the name every other way has, of at most 255 bytes', () => {
  const title = '夜'.repeat(120)
  const name = songFileName({ artist: 'Ana', ordinal: 1, title, explicit: true, version: 'Live' }, 'wav')
  const { real, plain } = namesOf(attachmentNamed(name))
  expect(real).toBe(name)
  expect(Buffer.byteLength(real)).toBeLessThanOrEqual(255)
  expect(plain).toBe('Ana - 1 -  [E] (Live).wav')
})

test('the plain name holds no path, although wide signs come apart into one', () => {
  expect(namesOf(attachmentNamed('a／b＼c：d℀e.wav')).plain).toBe('a_b_c_da_ce.wav')
})
