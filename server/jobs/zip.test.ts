import { expect, test } from 'vitest'
import { isIllNamed, type ZipResult } from './zip.ts'

const zipOf = (...names: string[]): ZipResult => ({
  revision: 'r',
  bytes: 1,
  sha256: '',
  entries: names.map((name, n) => ({ trackid: `t${n}`, name, bytes: 1, crc32: 0 })),
})

test('D-159: an archive made under an older rule, with a name no disk takes, is made again', () => {
  expect(isIllNamed(zipOf('a.wav', `${'夜'.repeat(60)} (2).wav`))).toBe(false)
  expect(isIllNamed(zipOf('a.wav', `${'夜'.repeat(120)}.wav`))).toBe(true)
  expect(isIllNamed(zipOf('Ni\u200bght.wav'))).toBe(true)
})
