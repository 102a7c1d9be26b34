import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { attachmentFile, attachmentIndex, ReleaseFile } from './releaseFile.ts'

test('an attachment is named by its place, and found by that name', () => {
  for (const index of [0, 7, 12]) expect(attachmentIndex(attachmentFile(index))).toBe(index)
  expect([attachmentFile(3), attachmentIndex('report.pdf'), attachmentIndex('attachment.')]).toEqual(['attachment.3', null, null]) // biome-ignore format: one line
})

test.each([
  ['report.pdf', true],
  ['report.csv', true],
  ['attachment.0', true],
  ['attachment.9999', true],
  ['attachment.10000', false],
  ['report.txt', false],
  ['a.report.pdf', false],
  ['report.pdf.exe', false],
])('%s is a file of a release: %s', (name, is) => {
  expect(z.safeParse(ReleaseFile, name).success).toBe(is)
})
