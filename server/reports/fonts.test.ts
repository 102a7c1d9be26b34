import PDFDocument from 'pdfkit'
import { describe, expect, it, vi } from 'vitest'
import { type DrawnRun, drawnIn, linesOf } from '#tests/support/pdfText.ts'
import { aRelease, aSong } from '#tests/support/story.ts'
import { metadataPdf } from './metadata.ts'
import { makePdf } from './pdf.ts'
import { playlistPdf } from './playlistPdf.ts'
import { unpacked } from './unpacked.ts'

const PLAIN = 'DejaVuSans'
const JAPANESE = 'Kosugi-Regular'
const CHINESE = 'SourceHanSansCN-Regular'
const KOREAN = 'SourceHanSansKR-Regular'
const EMOJI = 'NotoEmoji-Regular'

/** The line with its fonts, without the number of the page. */
const line = async (text: string, beside?: string) => {
  const pdf = await makePdf('t', 0, (sheet) => sheet.line(text, beside))
  const runs = drawnIn(pdf).filter(({ text: said }) => said !== '1 / 1')
  return { runs, said: linesOf(pdf).slice(0, -1).join(''), fonts: [...new Set(runs.map(({ font }) => font))] }
}

/** The fonts that draw a text in a file. */
const fontsOf = (pdf: Buffer, text: string) => drawnIn(pdf).filter((run) => run.text.includes(text)).map(({ font }) => font) // biome-ignore format: one value

describe('fonts of a report', () => {
  it.each([
    ['夜に駆ける (Remix)', [JAPANESE, PLAIN]],
    ['七里香，中國語', [CHINESE]],
    ['봄날 Spring', [KOREAN, PLAIN]],
    ['เพลงไทยที่ไพเราะ ทำ', ['NotoSansThai-Regular', PLAIN]],
    ['हिन्दी क्षत्रिय में किताब।', ['NotoSansDevanagari-Regular', PLAIN]],
    ['Live 🎵👨‍👩‍👧🇯🇵👍🏽❤️‍🔥1️⃣', [PLAIN, EMOJI]],
    ['Café ☀ ♥ 😀 Ночь', [PLAIN]],
  ])('H-475: draws %s, and it is copied as it was written', async (text, fonts) => {
    const drawn = await line(text)
    expect(drawn.said).toBe(text)
    expect(new Set(drawn.fonts)).toEqual(new Set(fonts))
  })

  it('H-475: reads no font for a document that needs none, and none but what the signs ask for', async () => {
    const registered = vi.spyOn(PDFDocument.prototype, 'registerFont')
    const asked = async (text: string) => {
      registered.mockClear()
      await makePdf('t', 0, async (sheet) => {
        await sheet.heading(text)
        await sheet.table([{ title: text, share: 1 }], [[text]])
      })
      return registered.mock.calls.map(([name]) => name).slice(2)
    }
    expect(await asked('Čédille Ночь αβγ שלום خذ தமிழ்')).toEqual([])
    expect(await asked('七里香')).toEqual(['chinese'])
    expect(await asked('夜の歌')).toEqual(['japanese'])
    registered.mockRestore()
  })

  it('H-476: Chinese characters have Japanese forms near kana, Japanese and a Japanese ISRC, else Chinese ones', {
    tags: ['long'],
  }, async () => {
    expect((await line('骨')).fonts).toEqual([CHINESE])
    for (const beside of ['うた', 'Japanese', 'ja', 'JPU902001234']) {
      expect((await line('骨', beside)).fonts).toEqual([JAPANESE])
    }
    expect((await line('うた汉')).fonts).toEqual([JAPANESE, CHINESE])
    const songs = [
      aSong('t1', 1, { artist: '米津玄師', title: '感電', isrc: 'JPU902001234' }),
      aSong('t2', 2, { artist: '周杰伦', title: '七里香' }),
    ]
    const list = await playlistPdf({ name: 'Friday', description: '' }, songs, 0)
    expect([fontsOf(list, '米津玄師'), fontsOf(list, '周杰伦')]).toEqual([[JAPANESE], [CHINESE]])
    const report = await metadataPdf(aRelease('r', 1, { title: '東京', songs: songs.slice(0, 1) }), 0)
    expect([fontsOf(report, '東京'), fontsOf(report, '感電')].flat()).not.toContain(CHINESE)
  })

  it('H-475: reads lines of several directions and fonts from the side they begin at', async () => {
    const order = (runs: readonly DrawnRun[]) => [...runs].sort((a, b) => a.x - b.x).map(({ text }) => text.trim()).filter(Boolean) // biome-ignore format: one order
    expect(order((await line('🎵 שלום (חי) 東京')).runs)).toEqual(['東京', '(יח) םולש', '🎵'])
    expect(order((await line('東京 שלום 🎵🎸 עולם!')).runs)).toEqual(['東京', 'םלוע', '🎸', '🎵', 'םולש', '!'])
  })

  it.each([
    ['Japanese', '感電したい夜、長い題名がここに続いて「引用」折り返しを必要とする。'],
    ['Chinese', '七里香，很长很长的标题在这里继续并且需要换行，还有更多，很长很长的标题。'],
    ['Thai', 'เพลงไทยที่ไพเราะมากที่สุดในโลกและยาวมากจนต้องตัดบรรทัดเพื่อให้พอดีกับหน้ากระดาษ'],
    ['a word that nothing breaks', 'ー'.repeat(200)],
    ['a row of emoji', '🎵🎸'.repeat(40)],
  ])('H-475: %s stays in its cell and is broken where it may be', async (_, text) => {
    const LEFT = 40
    const columns = [{ title: 'a', share: 1 }, { title: 'b', share: 3 }] // biome-ignore format: two columns
    const end = (515.28 / 4) - 6 + LEFT // biome-ignore format: a width, a gap and a margin
    const pdf = await makePdf('t', 0, (sheet) => sheet.table(columns, [[text, 'next']]))
    const cell = drawnIn(pdf).filter(({ x, text: said }) => x < end && said !== 'a')
    expect(cell.map((run) => run.text).join('')).toBe(text)
    const starts = new Set(cell.map(({ y }) => Math.round(y)))
    expect(starts.size).toBeGreaterThan(2)
    for (const y of starts) {
      const runs = cell.filter((run) => Math.round(run.y) === y)
      expect(runs[0]?.x).toBe(LEFT)
      for (const { x, width } of runs) expect(x + width).toBeLessThan(end + 0.01)
      expect(runs.reduce((sum, { width }) => sum + width, 0)).toBeGreaterThan(y === Math.min(...starts) ? 0 : 80)
      expect(runs[0]?.text).not.toMatch(/^[、。，」ัำิีึืุู็่้๊๋]/)
    }
  })

  it('H-475: breaks Thai, which has no spaces, between its words', async () => {
    const text = 'เพลงไทยที่ไพเราะมากที่สุดในโลกและยาวมากจนต้องตัดบรรทัดเพื่อให้พอดีกับหน้ากระดาษ'
    const words = new Intl.Segmenter('th', { granularity: 'word' }).segment(text)
    const columns = [{ title: 'a', share: 1 }, { title: 'b', share: 5 }] // biome-ignore format: two columns
    const pdf = await makePdf('t', 0, (sheet) => sheet.table(columns, [[text, 'next']]))
    const lines = drawnIn(pdf).filter(({ font }) => font.includes('Thai'))
    const starts = lines.map((_, at) => lines.slice(0, at).reduce((sum, run) => sum + run.text.length, 0))
    expect(starts.length).toBeGreaterThan(3)
    expect(starts.filter((at) => words.containing(at)?.index !== at)).toEqual([])
  })

  it('gives bold letters to headings in fonts of one weight, but no bold emoji, and none to lines', async () => {
    const saved = vi.spyOn(PDFDocument.prototype, 'addContent')
    const bold = async (size: 'heading' | 'line') => {
      saved.mockClear()
      await makePdf('t', 0, (sheet) => sheet[size]('夜の歌 Night 🌃'))
      return saved.mock.calls.filter(([op]) => String(op) === '2 Tr').length
    }
    expect([await bold('heading'), await bold('line')]).toEqual([1, 0])
    saved.mockRestore()
  })

  it('refuses what is no web font', async () => {
    await expect(unpacked(Buffer.from('\0\x01\0\0'.padEnd(64)))).rejects.toThrow('not a web font')
  })
})
