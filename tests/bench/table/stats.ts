/** The middle and the edges of what several rounds came to. */

/** The middle value; of an even number of them the mean of the two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** @param values one at least */
export function spreadOf(values: readonly number[]): [lowest: number, highest: number] {
  return [Math.min(...values), Math.max(...values)]
}
