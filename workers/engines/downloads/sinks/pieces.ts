/** Reads of a part that is made of several: each of them may give less than was asked for. */
export type ReadInto = (at: number, into: Uint8Array) => Promise<number>

/** Fills `into` from `at` on; answers how many bytes there were, fewer only at the end. */
export async function fill(readInto: ReadInto, at: number, into: Uint8Array): Promise<number> {
  let done = 0
  while (done < into.length) {
    const read = await readInto(at + done, into.subarray(done))
    if (read === 0) break
    done += read
  }
  return done
}

/** Up to `length` bytes at `at` of a part of `size` bytes. */
export async function readPieces(readInto: ReadInto, size: number, at: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, Math.min(length, size - at)))
  return bytes.subarray(0, await fill(readInto, at, bytes))
}
