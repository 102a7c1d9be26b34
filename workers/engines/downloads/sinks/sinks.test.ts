import { describe, expect, it } from 'vitest'
import { BLOB_LIMIT_BYTES, blobSinks } from './blob.ts'
import { opfsPart, type SyncHandle } from './opfsPart.ts'

/** A sync access handle over memory; `room` is where the quota is. */
function handle(room = Number.POSITIVE_INFINITY) {
  let bytes = new Uint8Array()
  let closed = 0
  return {
    getSize: () => bytes.length,
    write(data: Uint8Array, { at }: { at: number }) {
      // Chromium at the quota: -8 read as unsigned, and no exception.
      const fits = Math.min(data.length, room - at)
      const grown = new Uint8Array(Math.max(bytes.length, at + fits))
      grown.set(bytes)
      grown.set(data.subarray(0, fits), at)
      bytes = grown
      return fits === data.length ? fits : 4_294_967_288
    },
    read(into: Uint8Array, { at }: { at: number }) {
      const piece = bytes.subarray(at, at + into.length)
      into.set(piece)
      return piece.length
    },
    truncate(size: number) {
      bytes = bytes.slice(0, size)
    },
    flush() {},
    close() {
      closed += 1
    },
    get closed() {
      return closed
    },
  }
}

const thrown = (run: () => void) => {
  try {
    run()
  } catch (error) {
    return error
  }
  return null
}

describe('a part in the private file system', () => {
  it('grows in order, goes on where it ended, and is read back', async () => {
    const file = handle()
    await opfsPart(file).append(Uint8Array.of(1, 2, 3))
    const part = opfsPart(file)
    expect(part.size).toBe(3)
    await part.append(Uint8Array.of(4))
    expect(await part.read(1, 10)).toEqual(Uint8Array.of(2, 3, 4))
  })

  it('takes the number that write answers for the truth: a short write is quota, and nothing of it stays', async () => {
    const file = handle(5)
    const part = opfsPart(file)
    await part.append(Uint8Array.of(1, 2, 3))
    expect(thrown(() => part.append(Uint8Array.of(4, 5, 6)))).toMatchObject({ reason: 'quota' })
    expect(part.size).toBe(3)
    expect(file.getSize()).toBe(3)
  })

  it('says storage when the browser throws, and quota when it names it so', () => {
    const broken = (error: Error) =>
      opfsPart({
        getSize: () => 0,
        write: () => {
          throw error
        },
      } as unknown as SyncHandle)
    expect(thrown(() => broken(new DOMException('x', 'InvalidStateError')).append(Uint8Array.of(1)))).toMatchObject({
      reason: 'storage',
    })
    expect(thrown(() => broken(new DOMException('x', 'QuotaExceededError')).append(Uint8Array.of(1)))).toMatchObject({
      reason: 'quota',
    })
  })

  it('says storage when it cannot be read or emptied, and reads no further than it goes', async () => {
    const refuse = () => {
      throw new DOMException('x', 'InvalidStateError')
    }
    const broken = opfsPart({ ...handle(), getSize: () => 3, read: refuse, truncate: refuse } as unknown as SyncHandle)
    await expect(broken.read(0, 3)).rejects.toMatchObject({ reason: 'storage' })
    await expect(broken.readInto(0, new Uint8Array(3))).rejects.toMatchObject({ reason: 'storage' })
    expect(thrown(() => broken.truncate())).toMatchObject({ reason: 'storage' })
    expect(broken.size).toBe(3)
    const part = opfsPart(handle())
    await part.append(Uint8Array.of(1, 2, 3))
    expect([(await part.read(1, 1)).length, (await part.read(5, 1)).length, await part.readInto(2, new Uint8Array(9))]).toEqual([1, 0, 1]) // biome-ignore format: one line
    part.truncate()
    expect([part.size, (await part.read(0, 3)).length]).toEqual([0, 0])
  })

  it('has bytes written over where they lie, and says what hinders that', async () => {
    const part = opfsPart(handle())
    await part.append(Uint8Array.of(1, 2, 3, 4))
    await part.rewrite(1, Uint8Array.of(8, 9))
    expect([part.size, ...(await part.read(0, 9))]).toEqual([4, 1, 8, 9, 4])
    const broken = (write: SyncHandle['write']) => opfsPart({ getSize: () => 4, write } as unknown as SyncHandle)
    const refuse = () => {
      throw new DOMException('x', 'InvalidStateError')
    }
    expect(thrown(() => broken(refuse).rewrite(1, Uint8Array.of(8)))).toMatchObject({ reason: 'storage' })
    expect(thrown(() => broken(() => 4_294_967_288).rewrite(1, Uint8Array.of(8)))).toMatchObject({ reason: 'quota' })
  })

  it('may be closed twice', () => {
    const file = handle()
    const part = opfsPart(file)
    part.close()
    part.close()
    expect(file.closed).toBe(1)
  })
})

describe('parts as blobs', () => {
  it('keep what they were given although the buffer is used again', async () => {
    const sinks = blobSinks()
    const part = await sinks.open('a')
    const buffer = Uint8Array.of(1, 2, 3)
    await part.append(buffer)
    buffer.fill(9)
    await part.append(buffer)
    const file = (await sinks.file('a')) as Blob
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(Uint8Array.of(1, 2, 3, 9, 9, 9))
    expect(await part.read(2, 2)).toEqual(Uint8Array.of(3, 9))
  })

  it('have bytes written over where they lie', async () => {
    const part = await blobSinks().open('a')
    for (const bytes of [
      [1, 2, 3],
      [4, 5],
    ])
      await part.append(Uint8Array.from(bytes))
    const buffer = Uint8Array.of(8, 9)
    await part.rewrite(2, buffer)
    buffer.fill(0)
    expect([part.size, ...(await part.read(0, 9))]).toEqual([5, 1, 2, 8, 9, 5])
  })

  it('are read from any place on, as a part and as a file, and begin anew when they are emptied', async () => {
    const sinks = blobSinks()
    const part = await sinks.open('a')
    await part.append(Uint8Array.of(1, 2, 3, 4))
    const into = new Uint8Array(3)
    expect([await part.readInto(1, into.subarray(0, 2)), await part.readInto(3, into)]).toEqual([2, 1])
    expect([...into]).toEqual([4, 3, 0])
    expect((await sinks.file('a'))?.type).toBe('application/octet-stream')
    part.truncate()
    expect([part.size, (await sinks.file('a'))?.size, await sinks.file('b'), await sinks.list()]).toEqual([0, 0, null, []]) // biome-ignore format: one line
    await part.append(Uint8Array.of(7))
    expect([...(await part.read(0, 9))]).toEqual([7])
  })

  it('are held once more when they are opened again, and go on where they were', async () => {
    const sinks = blobSinks()
    const part = await sinks.open('a')
    await part.append(Uint8Array.of(1, 2))
    sinks.saved('a')
    sinks.saved('none')
    await sinks.reserve('b', BLOB_LIMIT_BYTES)
    await sinks.remove('b')
    expect((await sinks.open('a')).size).toBe(2)
    await expect(sinks.reserve('b', BLOB_LIMIT_BYTES - 1)).rejects.toMatchObject({ reason: 'memory' })
    await sinks.reserve('b', BLOB_LIMIT_BYTES - 2)
  })

  it('say whether bytes fit beside all others, and set nothing aside', async () => {
    const sinks = blobSinks()
    await sinks.fits(BLOB_LIMIT_BYTES)
    await sinks.reserve('a', BLOB_LIMIT_BYTES - 10)
    await sinks.fits(10)
    await expect(sinks.fits(11)).rejects.toMatchObject({ reason: 'memory' })
    await sinks.reserve('b', 10)
  })

  it('a room that was reserved counts what is there already, and nothing twice', async () => {
    const sinks = blobSinks()
    const part = await sinks.open('a')
    await part.append(new Uint8Array(10))
    await expect(sinks.reserve('a', BLOB_LIMIT_BYTES - 9)).rejects.toMatchObject({ reason: 'memory' })
    await sinks.reserve('a', BLOB_LIMIT_BYTES - 20)
    await sinks.reserve('b', 10)
    await expect(sinks.reserve('c', 1)).rejects.toMatchObject({ reason: 'memory' })
  })

  it('give back what was reserved for bytes that do not come: when they are closed, and when they begin anew', async () => {
    const sinks = blobSinks()
    const part = await sinks.open('a')
    await sinks.reserve('a', BLOB_LIMIT_BYTES)
    await part.append(Uint8Array.of(1, 2))
    part.close()
    await expect(sinks.reserve('b', BLOB_LIMIT_BYTES - 1)).rejects.toMatchObject({ reason: 'memory' })
    await sinks.reserve('b', BLOB_LIMIT_BYTES - 2)
    await sinks.remove('b')
    await sinks.reserve('a', BLOB_LIMIT_BYTES - 2)
    part.truncate()
    await sinks.reserve('b', BLOB_LIMIT_BYTES)
  })

  it('are worth another try where it is the others that take the room, and not where one is too large by itself', async () => {
    const sinks = blobSinks()
    const part = await sinks.open('a')
    await part.append(Uint8Array.of(1))
    await expect(sinks.reserve('b', BLOB_LIMIT_BYTES)).rejects.toMatchObject({ again: true })
    await expect(sinks.reserve('b', BLOB_LIMIT_BYTES + 1)).rejects.toMatchObject({ again: false })
    await expect(sinks.reserve('a', BLOB_LIMIT_BYTES)).rejects.toMatchObject({ again: false })
    await sinks.reserve('b', BLOB_LIMIT_BYTES - 1)
    expect(thrown(() => part.append(Uint8Array.of(2)))).toMatchObject({ again: true, retryAfterMs: 30_000 })
  })

  const MB = 1_000_000
  it('take a zip of 169 MB after a WAV of 41 MB', async () => {
    const sinks = blobSinks()
    await sinks.reserve('wav', 41 * MB)
    await sinks.reserve('zip', 169 * MB)
  })

  it('refuse with their own reason what is more than a page may hold, and take it once the browser has the others', async () => {
    const sinks = blobSinks()
    await sinks.reserve('a', BLOB_LIMIT_BYTES - 10)
    await expect(sinks.reserve('b', 11)).rejects.toMatchObject({ reason: 'memory' })
    await sinks.reserve('b', 10)
    const third = await sinks.open('c')
    expect(thrown(() => third.append(Uint8Array.of(1)))).toMatchObject({ reason: 'memory' })
    sinks.saved('b')
    expect(thrown(() => third.append(new Uint8Array(10)))).toBeNull()
    expect(thrown(() => third.append(Uint8Array.of(1)))).toMatchObject({ reason: 'memory' })
    await sinks.remove('a')
    expect(thrown(() => third.append(Uint8Array.of(1)))).toBeNull()
  })
})
