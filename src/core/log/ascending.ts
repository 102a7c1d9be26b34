// Looking something up among ascending numbers: columns of a log, on the page and in its worker.

/** How many of ascending numbers are at most `most`. */
export function upTo(ascending: Uint32Array | Float64Array, most: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) <= most) low = middle + 1
    else high = middle
  }
  return low
}
