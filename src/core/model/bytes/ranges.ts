/**
 * Sets of places in a long list as sorted, disjoint, half-open ranges: `[[0, 3], [7, 8]]` holds 0, 1, 2 and 7.
 * A hundred thousand selected rows are one pair of numbers, and no row has to be loaded to be selected.
 * Places are whole numbers from 0.
 */
export type Range = readonly [from: number, end: number]
export type Ranges = readonly Range[]

/** True when the place is in the set. Logarithmic: it is asked for every card that is bound. */
export function hasPlace(ranges: Ranges, place: number): boolean {
  let low = 0
  let high = ranges.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const [from, end] = ranges[middle] as Range
    if (place < from) high = middle - 1
    else if (place >= end) low = middle + 1
    else return true
  }
  return false
}

/** How many places the set holds. */
export function countPlaces(ranges: Ranges): number {
  return ranges.reduce((sum, [from, end]) => sum + end - from, 0)
}

/** The set with the places from `from` to before `end`. */
export function withRange(ranges: Ranges, from: number, end: number): Ranges {
  if (end <= from) return ranges
  const before = ranges.filter((range) => range[1] < from)
  const after = ranges.filter((range) => range[0] > end)
  const joined = ranges.slice(before.length, ranges.length - after.length)
  const first = Math.min(from, joined[0]?.[0] ?? from)
  const last = Math.max(end, joined.at(-1)?.[1] ?? end)
  return [...before, [first, last], ...after]
}

/** The set without the places from `from` to before `end`. */
export function withoutRange(ranges: Ranges, from: number, end: number): Ranges {
  if (end <= from) return ranges
  return ranges.flatMap((range): Ranges => {
    const left: Range = [range[0], Math.min(range[1], from)]
    const right: Range = [Math.max(range[0], end), range[1]]
    return [left, right].filter(([a, b]) => a < b)
  })
}

/** The set after the row at `place` was taken out of the list: it is gone, and those behind it moved up. */
export function afterRemoval(ranges: Ranges, place: number): Ranges {
  const moved = (at: number) => (at > place ? at - 1 : at)
  return withoutRange(ranges, place, place + 1).reduce<Ranges>(
    (all, [from, end]) => withRange(all, moved(from), moved(end)),
    [],
  )
}

/** The set after a row came into the list at `place`: it is not in the set, and those behind it moved down. */
export function afterInsertion(ranges: Ranges, place: number): Ranges {
  return ranges.flatMap(([from, end]): Ranges => {
    if (end <= place) return [[from, end]]
    if (from >= place) return [[from + 1, end + 1]]
    return [
      [from, place],
      [place + 1, end + 1],
    ]
  })
}

/** Every place of the set, in order. */
export function* placesOf(ranges: Ranges): Generator<number> {
  for (const [from, end] of ranges) for (let place = from; place < end; place++) yield place
}
