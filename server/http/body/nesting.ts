const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether JSON text has more arrays and objects inside one another than `most`; what stands in strings does not count.
 * Sign by sign: an expression that matches a string of megabytes runs out of stack.
 */
export function nestedDeeper(json: string, most: number): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at)
    if (isText) {
      if (sign === BACKSLASH) at += 1
      else if (sign === QUOTE) isText = false
    } else if (sign === QUOTE) isText = true
    else if (sign === OPEN_ARRAY || sign === OPEN_OBJECT) depth += 1
    else if (sign === CLOSE_ARRAY || sign === CLOSE_OBJECT) depth -= 1
    if (depth > most) return true
  }
  return false
}
