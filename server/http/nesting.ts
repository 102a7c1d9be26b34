/** Whether JSON text has more arrays and objects inside one another than `most`; what stands in strings does not count. */
export function nestedDeeper(json: string, most: number): boolean {
  let depth = 0
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    if (depth > most) return true
  }
  return false
}
