import { expect, test } from 'vitest'
import { isIllNamed, ZipResult } from './zip.ts'

const zipOf = (names: string[], origin: ZipResult['origin'] = 'unix'): ZipResult => ({
  revision: 'r',
  bytes: 1,
  sha256: '',
  origin,
  entries: names.map((name, n) => ({ trackid: `t${n}`, name, bytes: 1, crc32: 0 })),
})

test('D-159: an archive made under an older rule, with a name no disk takes, is made again', () => {
  expect(isIllNamed(zipOf(['a.wav', `${'夜'.repeat(60)} (2).wav`]))).toBe(false)
  expect(isIllNamed(zipOf(['a.wav', `${'夜'.repeat(120)}.wav`]))).toBe(true)
  expect(isIllNamed(zipOf(['Ni\u200bght.wav']))).toBe(true)
  expect(isIllNamed(zipOf(['a.wav'], 'dos'))).toBe(false)
  expect(isIllNamed(zipOf(['é.wav'], 'dos'))).toBe(true)
})

test('what was kept of an archive before its origin was, is read as what it was digested as', () => {
  const { origin: _, ...old } = zipOf(['a.wav'])
  expect(ZipResult.parse(old).origin).toBe('dos')
})
