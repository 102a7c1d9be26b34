/**
 * What passed through the vault, so that no sentence that somebody else wrote carries it into the log. It is remembered
 * for as long as this worker lives, and nothing reads it out: a server may say a password back at any later time.
 */
import { CUT_OUT } from '#core/model/text/secretShapes.ts'

/** So many are remembered, of so many UTF-16 units each. */
const REMEMBERED = 200
const LENGTH_MAX = 4096
/** What is shorter stands in any sentence. */
const LENGTH_MIN = 4
/** What forms hold beside secrets. */
const OPEN: ReadonlySet<string> = new Set([
  'username',
  'email',
  'name',
  'id',
  'rawId',
  'type',
  'authenticatorAttachment',
])

export class Passed {
  readonly #forms = new Map<string, readonly string[]>()

  /** @param secret as the vault keeps it: a text, or the JSON of what a form holds */
  remember(secret: string): void {
    for (const text of textsIn(secret)) {
      if (text.length < LENGTH_MIN || text.length > LENGTH_MAX) continue
      this.#forms.delete(text)
      this.#forms.set(text, formsOf(text))
      for (const oldest of this.#forms.keys()) {
        if (this.#forms.size <= REMEMBERED) break
        this.#forms.delete(oldest)
      }
    }
  }

  /** A text without any of them, as they are, in an address, in JSON or in base64, in letters of either size. */
  cutFrom(text: string): string {
    let left = text
    for (const forms of this.#forms.values())
      for (const form of forms) {
        if (left.toLowerCase().includes(form)) left = left.replace(new RegExp(escaped(form), 'giu'), CUT_OUT)
      }
    return left
  }
}

function textsIn(secret: string): readonly string[] {
  // What is secret in a signed token is its last part; the others are told by anybody.
  const signature = /^[\w-]+\.[\w-]+\.([\w-]+)$/.exec(secret)?.[1]
  if (signature !== undefined) return [secret, signature]
  if (!secret.startsWith('{')) return [secret]
  const found: string[] = [secret]
  try {
    JSON.parse(secret, (key, value: unknown) => {
      if (typeof value === 'string' && !OPEN.has(key)) found.push(value)
      return value
    })
  } catch {
    // It is a text that begins so.
  }
  return found
}

/** In small letters, the longest first: what holds another goes before it. */
function formsOf(text: string): readonly string[] {
  const same = [text, text.normalize('NFC'), text.normalize('NFD')]
  const spelt = same.flatMap((one) => [one, inAddress(one), JSON.stringify(one).slice(1, -1), ...inBase64(one)])
  return [...new Set(spelt.map((form) => form.toLowerCase()))]
    .filter((form) => form.length >= LENGTH_MIN)
    .sort((a, b) => b.length - a.length)
}

/** Half of a sign cannot stand in an address. */
function inAddress(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
}

/** A text within another in base64 looks in one of three ways, by where it begins; its ends go with its neighbours. */
function inBase64(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text)
  return [0, 1, 2].flatMap((before) => {
    const shifted = String.fromCharCode(...new Uint8Array(before), ...bytes)
    const inner = btoa(shifted)
      .replace(/=+$/, '')
      .slice(before === 0 ? 0 : before + 1, -1)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')].filter(({ length }) => length >= 2 * LENGTH_MIN)
  })
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
