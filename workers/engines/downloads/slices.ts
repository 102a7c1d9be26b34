/** Jobs that one message or fact tells of at most: each is copied, parsed and reduced in one task of every thread. */
export const SLICE = 250

/** The same items in order, so many at a time. */
export function slices<T>(all: readonly T[], size = SLICE): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
}
