import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { id3, riffChunk, tone, wav } from '#tests/fixtures/import/make.ts'
import { readTags } from './tags.ts'

it('keeps years of four digits and places up to 9999, and nothing longer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tags-'))
  const path = join(folder, 'absurd.wav')
  const read = async (tags: Record<string, string>) => {
    await writeFile(path, wav(tone(44_100, 16, 1, 441), riffChunk('id3 ', id3(tags))))
    const { copyrightyear, date, disc, track } = (await readTags(path)).tags
    return { copyrightyear, date, disc, track }
  }
  const nines = '9'.repeat(20)
  const nothing = { copyrightyear: null, date: null, disc: null, track: null }
  expect(await read({ TYER: nines, TPOS: nines, TRCK: nines })).toEqual(nothing)
  expect(await read({ TYER: '99999', TPOS: '10000', TRCK: '10000' })).toEqual(nothing)
  expect(await read({ TYER: '2019', TPOS: '9999', TRCK: '9999' })).toEqual({
    copyrightyear: 2019,
    date: '2019-01-01',
    disc: 9999,
    track: 9999,
  })
  await rm(folder, { recursive: true })
})

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
