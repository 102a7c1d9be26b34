import { crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc32 } from './crc32.ts'

test('the check value of the standard', () => {
  expect(crc32(Uint8Array.from('123456789', (char) => char.charCodeAt(0)))).toBe(0xcbf4_3926)
})

test('agrees with zlib at every length and wherever the bytes begin in their buffer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(20), (bytes, from) => {
      expect(crc32(bytes.subarray(from))).toBe(zlibCrc32(bytes.subarray(from)))
    }),
  )
})

test('goes on where it stopped', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.uint8Array({ maxLength: 100 }), (a, b) => {
      expect(crc32(b, crc32(a))).toBe(zlibCrc32(Uint8Array.of(...a, ...b)))
    }),
  )
})
