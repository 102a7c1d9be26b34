import { expect, test } from 'vitest'
import { LABELLER } from '../media/label/label.ts'
import { isOutdated, ZipResult } from './zip.ts'

const zipOf = (names: string[], origin: ZipResult['origin'] = 'unix'): ZipResult => ({
  revision: 'r',
  bytes: 1,
  sha256: '',
  origin,
  labeller: LABELLER,
  rule: 1,
  texts: [],
  entries: names.map((name, n) => ({ trackid: `t${n}`, name, bytes: 1, crc32: 0 })),
})

test('D-159: an archive made under an older rule, with a name no disk takes, is made again', () => {
  expect(isOutdated(zipOf(['a.wav', `${'夜'.repeat(60)} (2).wav`]))).toBe(false)
  expect(isOutdated(zipOf(['a.wav', `${'夜'.repeat(120)}.wav`]))).toBe(true)
  expect(isOutdated(zipOf(['Ni\u200bght.wav']))).toBe(true)
  expect(isOutdated(zipOf(['a.wav'], 'dos'))).toBe(false)
  expect(isOutdated(zipOf(['é.wav'], 'dos'))).toBe(true)
})

test('what was kept of an archive before its origin was, is read as what it was digested as', () => {
  const { origin: _, ...old } = zipOf(['a.wav'])
  expect(ZipResult.parse(old).origin).toBe('dos')
})

test('an archive whose files say other words than they would today is made again', () => {
  const { labeller: _, ...old } = zipOf(['a.wav'])
  expect(isOutdated(ZipResult.parse(old))).toBe(true)
  expect(isOutdated(zipOf(['a.wav']))).toBe(false)
})

test('an archive of before songs had places and discs folders is made again, and a folder is no fault', () => {
  const { rule: _, ...old } = zipOf(['a.wav'])
  expect(isOutdated(ZipResult.parse(old))).toBe(true)
  expect(isOutdated(zipOf(['Disc 1/a.wav']))).toBe(false)
  expect(isOutdated(zipOf(['Disc 1:/a.wav']))).toBe(true)
})
