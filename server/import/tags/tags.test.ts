import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { id3, riffChunk, tone, wav } from '#tests/fixtures/import/make.ts'
import { readTags } from './tags.ts'

it('takes no more values of a tag than a release can have, and no longer a text of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tags-'))
  const path = join(folder, 'many.wav')
  const many = Array.from({ length: 3000 }, (_, n) => `A LONG ENOUGH NAME OF SOMEBODY ${n}`).join('\0')
  const tag = id3({ TPUB: many, TCON: many, TCOM: many })
  await writeFile(path, wav(tone(44_100, 16, 1, 441), riffChunk('id3 ', tag)))
  const { tags } = await readTags(path)
  expect([tags.labels.length, tags.genres.length]).toEqual([50, 50])
  expect(tags.composer.length).toBeGreaterThan(500)
  expect(tags.composer.length).toBeLessThanOrEqual(1000)
  expect(tags.composer).toMatch(/SOMEBODY \d+$/)
  await rm(folder, { recursive: true })
})
