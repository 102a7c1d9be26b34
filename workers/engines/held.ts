/**
 * What must not be collected as garbage while something is awaited from it. A stream, a reader or a port that nobody
 * but its own pending promise knows can go with that promise, and whoever waits waits for ever: Chromium does so with
 * the stream of a file (measured: every time, where collections are forced).
 */

const held = new Set<readonly [object]>()

/** Holds `object` until `work`, which it is to bring about, has settled. */
export async function holding<T>(object: object, work: Promise<T>): Promise<T> {
  const hold = [object] as const
  held.add(hold)
  try {
    return await work
  } finally {
    held.delete(hold)
  }
}

/** Never settles, and is always held: for a lock that lasts as long as its worker. */
export const FOR_EVER = new Promise<never>(() => {})
