// A sample that is the same for the same seed, and spread evenly by file.

/** A stream of numbers from 0 to before 1 that follows from its seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), state | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Takes `size` of all, file by file in turn, so that a long file is not asked more than a short one while both have
 * some. A file's own order follows from seed and path alone: what other files hold does not change it.
 * @param isOut what is passed over: the next of its file stands in for it
 */
export function sample<T>(
  files: ReadonlyMap<string, readonly T[]>,
  size: number,
  seed: number,
  isOut: (one: T) => boolean = () => false,
): Map<string, T[]> {
  const paths = shuffled([...files.keys()].sort(byText), random(seed))
  const order = (path: string) => shuffled(files.get(path) ?? [], random(seed ^ hashOf(path)))
  const orders = new Map(paths.map((path) => [path, order(path).filter((one) => !isOut(one))]))
  const taken = new Map<string, T[]>()
  let left = size
  for (let turn = 0; left > 0; turn++) {
    const before = left
    for (const path of paths) {
      const one = orders.get(path)?.[turn]
      if (one === undefined || left === 0) continue
      taken.set(path, [...(taken.get(path) ?? []), one])
      left--
    }
    if (left === before) break
  }
  return new Map([...taken].sort(([a], [b]) => byText(a, b)))
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function shuffled<T>(list: readonly T[], next: () => number): T[] {
  const order = [...list]
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1))
    const held = order[at] as T
    order[at] = order[other] as T
    order[other] = held
  }
  return order
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
