import PDFDocument from 'pdfkit'
import { describe, expect, it, vi } from 'vitest'
import { csvText } from '#core/model/text/csv.ts'
import { textOf } from '#tests/support/pdfText.ts'
import { aRelease, aSong } from '#tests/support/story.ts'
import { metadataCsv, metadataPdf } from './metadata.ts'
import { makePdf } from './pdf.ts'
import { playlistPdf } from './playlistPdf.ts'

describe('csv', () => {
  it('quotes every field and ends lines with CRLF (RFC 4180)', () => {
    expect(csvText([['a', 'b"c'], ['d,e', 'f\r\ng']], true)).toBe('\ufeff"a","b""c"\r\n"d,e","f\r\ng"\r\n') // biome-ignore format: two rows
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '\u0001=1'])(
    'makes no formula of %j',
    (text) => {
      expect(csvText([[text]], true)).toContain(`"'${text}"`)
    },
  )

  it('leaves numbers and plain text as they are', () => {
    expect(csvText([[-5, 'Café – Ночь', null]], true)).toBe('\ufeff"-5","Café – Ночь",""\r\n')
  })
})

describe('dates of reports', () => {
  const songs = [aSong('t1', 1, { available: '2026-11-20' })]

  it('FORMAT-003: are dd-Mon-yyyy in the PDF of a playlist and in both reports of a release', async () => {
    const impactdate = Date.parse('2026-12-01T00:00:00Z') / 1000
    const playlist = textOf(await playlistPdf({ name: 'Friday', description: '' }, songs, 0))
    expect(playlist).toContain('20-Nov-2026')
    const release = textOf(await metadataPdf(aRelease('r', 1, { songs, available: '2026-11-20', impactdate }), 0))
    for (const date of ['20-Nov-2026', '01-Dec-2026']) expect(release).toContain(date)
    expect(metadataCsv(aRelease('r', 1, { songs })).toString()).toContain('"20-Nov-2026"')
  })
})

describe('pdf', () => {
  it('holds accents, Cyrillic, Greek and Hebrew as text, and a box for each sign no font has', async () => {
    const pdf = await makePdf('t', 0, (sheet) => sheet.line('Čédille Ночь αβγ שלום தமி日\u0000\u202e!'))
    const text = textOf(pdf)
    for (const part of ['Čédille', 'Ночь', 'αβγ', '□□日!']) expect(text).toContain(part)
  })

  it('H-466: the last page says once what boxes are, and where the signs stand; a file without boxes does not', {
    tags: ['long'],
  }, async () => {
    const release = (title: string) => aRelease('r', 1, { songs: Array.from({ length: 20 }, (_, n) => aSong(`t${n}`, n, { title })) }) // biome-ignore format: one line
    const said = (pdf: Buffer) => textOf(pdf).split('□ stands for a sign that this file cannot show.').length - 1
    const report = await metadataPdf(release('தமிழ்'), 0)
    expect(said(report)).toBe(1)
    expect(textOf(report)).toContain('The CSV has them whole.')
    for (const title of ['Nuit', '夜の歌']) expect(said(await metadataPdf(release(title), 0))).toBe(0)
    const list = await playlistPdf({ name: 'বাংলা', description: '' }, [], 0)
    expect([said(list), textOf(list).includes('CSV')]).toEqual([1, false])
  })

  it.each([
    ['שלום עולם', 'םלוע םולש'],
    ['Live at שלום עולם!', 'Live at םלוע םולש!'],
    ['שלום (Radio Edit) 12', '12 (Radio Edit) םולש'],
    ['خذ بيدي (Mix)', '(Mix) يديب ذخ'],
    ['Čédille (a)', 'Čédille (a)'],
  ])('API-REL-010: API-PL-013: draws %s as it is read, the signs from the left: %s', async (text, drawn) => {
    expect(textOf(await makePdf('t', 0, (sheet) => sheet.line(text)))).toContain(drawn)
  })

  it('goes on over pages and repeats the head of a table on each', async () => {
    const rows = Array.from({ length: 200 }, (_, n) => [String(n), `Title ${n} `.repeat(8)])
    const columns = [{ title: 'No', share: 1 }, { title: 'Name', share: 9 }] // biome-ignore format: two columns
    const pdf = await makePdf('t', 0, (sheet) => sheet.table(columns, rows))
    const pages = pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
    expect(pages).toBeGreaterThan(3)
    expect(textOf(pdf).split('Name').length - 1).toBe(pages)
  })

  it('lets others come between rows', async () => {
    let turns = 0
    let isDrawn = false
    const count = () => {
      turns++
      if (!isDrawn) setImmediate(count)
    }
    setImmediate(count)
    const rows = Array.from({ length: 200 }, (_, n) => [String(n)])
    await makePdf('t', 0, async (sheet) => {
      await sheet.table([{ title: 'No', share: 1 }], rows)
      isDrawn = true
    })
    expect(turns).toBeGreaterThan(20)
  })

  it('draws an empty report, an empty cell and a word that is wider than its column', async () => {
    await expect(makePdf('', 0, () => undefined)).resolves.toBeInstanceOf(Buffer)
    const wide = makePdf('t', 0, async (sheet) => {
      await sheet.table([{ title: '', share: 1 }, { title: 'b', share: 99 }], [['x'.repeat(500), '']]) // biome-ignore format: one table
      await sheet.facts([['a', ''], ['b', 'c']]) // biome-ignore format: two facts
    })
    await expect(wide).resolves.toBeInstanceOf(Buffer)
  })

  it('measures no sign of a word that nothing breaks again and again, also in lyrics of any length', {
    tags: ['long'],
    timeout: 60_000,
  }, async () => {
    const LONG = 6300
    const measured = vi.spyOn(PDFDocument.prototype, 'widthOfString')
    for (const sign of ['x', '日', 'é', 'ー', 'ก']) {
      measured.mockClear()
      await makePdf('t', 0, (sheet) => sheet.facts([['Lyrics', sign.repeat(LONG)]]))
      const signs = measured.mock.calls.reduce((sum, [part]) => sum + String(part).length, 0)
      expect(signs).toBeGreaterThan(0)
      expect(signs).toBeLessThan(LONG * 4)
    }
    measured.mockRestore()
    const lyrics = `${'x'.repeat(9990)}last words${'y'.repeat(90_000)}`
    const pdf = textOf(await metadataPdf(aRelease('r', 1, { songs: [{ ...aSong('t1', 1), lyrics }] }), 0))
    expect(pdf).toContain('words…')
    expect(pdf.match(/y/g)?.length ?? 0).toBeLessThan(20)
  })
})
