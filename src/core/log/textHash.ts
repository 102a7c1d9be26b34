/**
 * The hash of a text, from the text or from its bytes: two 32-bit FNV-1a lanes over its UTF-16 units, with different
 * offsets and primes, finished with the avalanche of MurmurHash3 (fmix32, Austin Appleby, public domain). Not
 * cryptographic.
 */

/** Two 32-bit halves of a 64-bit number. */
export type Halves = readonly [high: number, low: number]

/** A 64-bit hash of a text as 16 hex digits. */
export function hashText(text: string): string {
  return hex(halves(text))
}

function halves(text: string): Halves {
  let a = 0x811c9dc5
  let b = 0x9747b28c
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
  }
  return [avalanche(a ^ text.length), avalanche(b ^ a)]
}

/**
 * The hash of a text that is there as UTF-8, without making it one.
 * @param before text in front of it. @param after text behind it
 * @returns null when the bytes are no UTF-8: what text they are then is for whoever decodes them to say
 */
export function hashUtf8(before: string, bytes: Uint8Array, after: string): string | null {
  let a = 0x811c9dc5
  let b = 0x9747b28c
  let length = bytes.length + before.length + after.length
  for (let i = 0; i < before.length; i++) {
    const code = before.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
  }
  const end = bytes.length
  for (let i = 0; i < end; ) {
    // Nearly all is ASCII: a loop of its own, for one that also decodes takes four times as long for every byte.
    for (; i < end; i++) {
      const code = bytes[i] as number
      if (code > 0x7f) break
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b ^ code, 0x85ebca6b)
    }
    if (i === end) break
    let code = codePointAt(bytes, i)
    if (code < 0) return null
    const size = code > 0xffff ? 4 : code > 0x7ff ? 3 : 2
    i += size
    length += (code > 0xffff ? 2 : 1) - size
    if (code > 0xffff) {
      const high = 0xd7c0 + (code >> 10)
      a = Math.imul(a ^ high, 0x01000193)
      b = Math.imul(b ^ high, 0x85ebca6b)
      code = 0xdc00 + (code & 0x3ff)
    }
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
  }
  for (let i = 0; i < after.length; i++) {
    const code = after.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
  }
  return hex([avalanche(a ^ length), avalanche(b ^ a)])
}

/** What stands at a byte that is not ASCII; -1: nothing that UTF-8 allows. */
function codePointAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number
  const more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1
  if (lead < 0xc2 || lead > 0xf4 || at + more >= bytes.length) return -1
  let code = lead & (0x3f >> more)
  for (let i = 1; i <= more; i++) {
    const byte = bytes[at + i] as number
    if ((byte & 0xc0) !== 0x80) return -1
    code = (code << 6) | (byte & 0x3f)
  }
  if (more === 2 && (code < 0x800 || (code >= 0xd800 && code <= 0xdfff))) return -1
  return more === 3 && (code < 0x10000 || code > 0x10ffff) ? -1 : code
}

export function avalanche(h: number): number {
  let x = h
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

export function hex([high, low]: Halves): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')
}
