/** How deep one line of a log may be nested: who compares, hashes or writes what it says goes down into it. */

/** Levels of brackets in one line; what this build writes has about ten. */
export const DEPTH_MAX = 200
/** A shorter line cannot be nested so deep, as each level has two brackets. */
export const DEPTH_LEAST = 2 * DEPTH_MAX

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Whether a line of JSON is nested deeper than anything this build writes. Looked at as text, before anybody makes it. */
export function isTooDeep(line: string): boolean {
  if (line.length <= DEPTH_LEAST) return false
  let depth = 0
  let isText = false
  for (let at = 0; at < line.length; at++) {
    const unit = line.charCodeAt(at)
    if (isText) {
      if (unit === BACKSLASH) at++
      else if (unit === QUOTE) isText = false
    } else if (unit === QUOTE) isText = true
    // `[` and `{` differ in this bit alone, and so do `]` and `}`.
    else if ((unit | 0x20) === 0x7b && ++depth > DEPTH_MAX) return true
    else if ((unit | 0x20) === 0x7d) depth--
  }
  return false
}
