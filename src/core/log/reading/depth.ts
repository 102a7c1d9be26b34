/** How deep one line of a log may be nested: who compares, hashes or writes what it says goes down into it. */

import { strToU8 } from 'fflate'

/** Levels of brackets in one line; what this build writes has about ten. */
export const DEPTH_MAX = 200
/** A shorter line cannot be nested so deep, as each level has two brackets. */
const LEAST = 2 * DEPTH_MAX

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Whether a line of JSON is nested deeper than anything this build writes. Looked at as text, before anybody makes it. */
export function isTooDeep(line: string): boolean {
  return line.length > LEAST && isTooDeepUtf8(strToU8(line))
}

/** The same of lines as they are stored, one or many: of what is no JSON it may say either. */
export function isTooDeepUtf8(lines: Uint8Array): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < lines.length; at++) {
    const byte = lines[at] as number
    if (isText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    // `[` and `{` differ in this bit alone, and so do `]` and `}`.
    else if ((byte | 0x20) === 0x7b && ++depth > DEPTH_MAX) return true
    else if ((byte | 0x20) === 0x7d) depth--
  }
  return false
}
