import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { id3Tag, namedTextFrame, songFrames, textFrame } from '#core/model/bytes/id3.ts'
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

it('keeps month and day of an ID3v2.3 tag, wherever they stand', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tags-'))
  const path = join(folder, 'dated.wav')
  const date = async (...frames: Parameters<typeof id3Tag>[0]) => {
    await writeFile(path, wav(tone(44_100, 16, 1, 441), riffChunk('id3 ', Buffer.from(id3Tag(frames)))))
    return (await readTags(path)).tags.date
  }
  const year = textFrame('TYER', '2026')
  expect({
    ours: await date(...songFrames({ title: 'Tides', artist: 'Ada Moss', date: '2026-11-20' })),
    frames: await date(year, textFrame('TDAT', '2011')),
    name: await date(year, namedTextFrame('RELEASETIME', '2026-11-20T06:00:00')),
    slashes: await date(year, namedTextFrame('ReleaseTime', '2026/11/20')),
    inTheYear: await date(textFrame('TYER', '2026-11-20')),
    month: await date(textFrame('TYER', '2026.11')),
    noDay: await date(year, textFrame('TDAT', '11')),
    noDayOfAny: await date(year, textFrame('TDAT', '2013')),
    noYear: await date(textFrame('TDAT', '2011')),
  }).toEqual({
    ours: '2026-11-20',
    frames: '2026-11-20',
    name: '2026-11-20',
    slashes: '2026-11-20',
    inTheYear: '2026-11-20',
    month: '2026-11-01',
    noDay: '2026-01-01',
    noDayOfAny: '2026-01-01',
    noYear: null,
  })
  await rm(folder, { recursive: true })
})

it.each(['2026-11-20', '2026/11/20', '2026.11.20', '20261120', '2026-11-20T06:00'])(
  'reads %s as a day',
  async (TDRC) => {
    const folder = await mkdtemp(join(tmpdir(), 'tags-'))
    const path = join(folder, 'day.wav')
    await writeFile(path, wav(tone(44_100, 16, 1, 441), riffChunk('id3 ', id3({ TDRC }))))
    expect((await readTags(path)).tags.date).toBe('2026-11-20')
    await rm(folder, { recursive: true })
  },
)

it('takes no more values of a tag than a release can have, and no longer a text of them', {
  tags: ['long'],
}, async () => {
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
