import { expect, test } from 'vitest'
import type { DownloadJob } from './download.ts'
import { receiptCsv, receiptJson, receiptLines } from './receipt.ts'

const job = (downloadID: string): DownloadJob => ({
  downloadID,
  type: 'song',
  mediaID: 't',
  releaseid: 'r',
  format: 'wav',
  artist: 'Ana Lumen',
  title: 'Song',
  version: '',
  explicit: false,
  ordinal: 1,
  trackcount: 1,
  coverart: '',
  tags: { isrc: 'GBAAA2600001', release: 'Strata', label: 'Red Barn', upc: '' },
  batch: 'b1',
  status: 'finished',
  progress: 100,
  receivedBytes: 44,
  totalBytes: 44,
  isZipping: false,
  zippingProgress: 0,
  zipperReady: false,
  token: null,
  url: null,
  reason: null,
  fileName: 'Ana Lumen - 1 - Song.wav',
  sha256: 'ab12',
  savedAt: Date.UTC(2026, 10, 20, 9, 30),
})
const made = (...fields: Partial<DownloadJob>[]) => fields.map((one, n) => ({ ...job(`j${n}`), ...one }))

test('a line has name, size, SHA-256, release, ISRC and time', () => {
  expect(receiptLines(made({}))).toEqual([
    {
      name: 'Ana Lumen - 1 - Song.wav',
      size: 44,
      sha256: 'ab12',
      taggedSha256: null,
      release: 'Strata',
      artist: 'Ana Lumen',
      title: 'Song',
      isrc: 'GBAAA2600001',
      time: '2026-11-20T09:30:00.000Z',
      missing: null,
    },
  ])
})
test('it is of the newest batch that finished anything, and of what finished in it', () => {
  const jobs = made(
    { fileName: 'old', batch: 'b0', savedAt: 5 },
    { fileName: 'one', savedAt: 10 },
    { fileName: 'lost', status: 'failed', savedAt: null },
    { fileName: 'two', savedAt: 20 },
    { fileName: 'next', batch: 'b2', status: 'loading', savedAt: null },
  )
  expect(receiptLines(jobs).map(({ name }) => name)).toEqual(['one', 'two'])
  expect(receiptLines([])).toEqual([])
})
test('the JSON says what it is and holds every line', () => {
  const lines = receiptLines(made({}, { fileName: 'x' }))
  expect(JSON.parse(receiptJson(lines))).toEqual({ format: 'download-receipt', version: 1, files: lines })
})
test('the CSV keeps commas, quotes and line breaks inside their cells', () => {
  const [, row] = receiptCsv(receiptLines(made({ title: 'A, "B"\nC' }))).split('\r\n')
  expect(row).toContain('"A, ""B""\nC"')
})
test.each(['=HYPERLINK("http://x")', '+1', '-2+3', '@SUM(A1)', '\t=1', ' =1', '＝1+1', '＋1', '－1', ' ＠SUM(A1)'])(
  'no spreadsheet takes %j for a formula',
  (title) => {
    const csv = receiptCsv(receiptLines(made({ title })))
    expect(csv).toContain(`"'${title.replaceAll('"', '""')}"`)
  },
)
test('a tagged file has the hash of what the server sent and of what was saved', () => {
  expect(receiptLines(made({ taggedSha256: 'cd34' }))).toMatchObject([{ sha256: 'ab12', taggedSha256: 'cd34' }])
})
test('sizes stay numbers', () => {
  expect(receiptCsv(receiptLines(made({})))).toContain('.wav,44,ab12,,')
})
test('what is not known is empty, and a release is its own release', () => {
  const { tags: _, ...plain } = job('j')
  const [song] = receiptLines([{ ...plain, sha256: null, savedAt: null, totalBytes: null, receivedBytes: 7 }])
  expect(song).toMatchObject({ release: '', isrc: '', sha256: null, time: '', size: 7 })
  expect(receiptLines([{ ...plain, type: 'release', title: 'Strata' }])).toMatchObject([{ release: 'Strata', title: 'Strata' }]) // biome-ignore format: one line
  expect(receiptCsv(song ? [song] : [])).toBe(
    '\ufeffname,size,sha256,taggedSha256,release,artist,title,isrc,time,missing\r\nAna Lumen - 1 - Song.wav,7,,,,Ana Lumen,Song,,,\r\n',
  )
})
test('a bundle is no file of its own: its songs stand where they lie in it', () => {
  const songs = made({ type: 'bundle', fileName: 'all.zip' }, { place: { folder: 'Strata', bundle: 'j0' } as never })
  expect(receiptLines(songs).map(({ name }) => name)).toEqual(['Strata/Ana Lumen - 1 - Song.wav'])
})
test('a number stays a number, also below zero', () => {
  expect(receiptCsv(receiptLines(made({ title: '-12' })))).toContain(',-12,')
})
test('what was asked for and is not there is named with the reason', () => {
  const missing = [{ name: 'Ana Lumen – Demo', why: 'format' as const }]
  const zip = { type: 'release' as const, fileName: 'Strata.zip', title: 'Strata', tags: undefined, missing }
  const lines = receiptLines(made(zip as never, { type: 'bundle', missing: [{ name: 'Gone', why: 'gone' }] }))
  expect(lines.map(({ name, size, missing: why }) => [name, size, why])).toEqual([
    ['Strata.zip', 44, null],
    ['Ana Lumen – Demo', 0, 'format'],
    ['Gone', 0, 'gone'],
  ])
  expect(lines[1]).toMatchObject({ release: 'Strata', time: '2026-11-20T09:30:00.000Z' })
  expect(receiptCsv(lines)).toContain('Ana Lumen – Demo,0,,,Strata,,,,2026-11-20T09:30:00.000Z,format')
})
