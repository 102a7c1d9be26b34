/**
 * Texts as bext and cart hold them: ASCII alone (EBU Tech 3285, 2.3; AES46, 4.2). Accents go; other scripts are
 * written in Latin letters. The tables for these come when the first such text does.
 */

/** Spells a text in ASCII; what it does not know is gone. */
export type Spell = (text: string) => string
export type Tables = () => Promise<Spell | null>

const PLAIN = /^[ -~]*$/
/** What is known without tables. */
const PUNCTUATION: Readonly<Record<string, string>> = {
  '‘': "'", '’': "'", '‚': "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '–': '-', '—': '-', '…': '...', '\u00a0': ' ',
} // biome-ignore format: a pair reads better in one line
const MARKS = /[\u00a0‘’‚“”„«»–—…]/g

/** Without accents and typographic signs. Whether that made it ASCII is another question. */
const simple = (text: string) =>
  text
    .replace(MARKS, (sign) => PUNCTUATION[sign] as string)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\p{Cf}/gu, '')

/** Whether texts lose something where only ASCII can stand. */
export const losesSigns = (texts: readonly string[]): boolean => !texts.every((text) => PLAIN.test(text))

/**
 * What spells these texts. Where the tables are needed and are not to be had, a sign nobody knows becomes `?`.
 * @param tables loads them; null: they are not to be had
 * @throws what `tables` throws
 */
export async function spelling(texts: readonly string[], tables: Tables = loadTables): Promise<Spell> {
  const foreign = texts.some((text) => !PLAIN.test(simple(text)))
  const spell = foreign ? await tables() : null
  const spelled = (sign: string) => {
    const plain = simple(sign)
    return PLAIN.test(plain) ? plain : spell ? spell(sign) : '?'
  }
  return (text) =>
    Array.from(text.normalize('NFC'), spelled)
      .join('')
      .replace(/[^ -~]/g, ' ')
      .replace(/ {2,}/g, ' ')
      .trim()
}

/** Imports the tables. A thread in which that failed once has them never again. */
export const loadTables = async (): Promise<Spell> => (await import('any-ascii')).default

/** At most `length` bytes of a text that is ASCII, and what is left of the field empty. */
export function field(text: string, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  bytes.set(Uint8Array.from(text.slice(0, length), (sign) => sign.charCodeAt(0)))
  return bytes
}

/** Whether a field of a fixed length says nothing: it ends where it begins, or holds spaces alone. */
export function isEmptyField(bytes: Uint8Array): boolean {
  const end = bytes.indexOf(0)
  return bytes.subarray(0, end < 0 ? bytes.length : end).every((byte) => byte === 0x20)
}
