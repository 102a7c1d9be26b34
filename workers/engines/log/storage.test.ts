// Where logs lie: each kind keeps the same promises.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PrivateFile, type PrivateFolder, stubPrivateFiles } from '#tests/support/privateFiles.ts'
import { keepNothing } from '../storage.ts'
import { indexedDbStorage } from './indexedDb.ts'
import { opfsStorage } from './opfs.ts'
import { memoryStorage, refuse, type SegmentStorage, StorageError } from './storage.ts'

/** With its stores in memory, as on a public computer. */
async function records(): Promise<SegmentStorage> {
  keepNothing()
  return indexedDbStorage()
}
const KINDS: Record<string, () => Promise<SegmentStorage>> = {
  memory: async () => memoryStorage(),
  'one record per segment': records,
}
const of = (...bytes: number[]) => Uint8Array.from(bytes)

afterEach(() => {
  vi.unstubAllGlobals()
})

function keepsItsPromises(open: () => Promise<SegmentStorage>): void {
  it('gives back what was appended, in order, and nothing of a log whose name begins the same', async () => {
    const storage = await open()
    for (let n = 0; n < 12; n++) await storage.append('a', of(n))
    await storage.append('ab', of(99))
    expect([...(await storage.read('a'))]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  it('what is appended while something else is being written stands behind it', async () => {
    const storage = await open()
    await storage.append('a', of(1))
    await Promise.all([storage.append('a', of(2)), storage.append('a', of(3))])
    expect([...(await storage.read('a'))]).toEqual([1, 2, 3])
  })

  it('a log that was cut goes on where it was cut', async () => {
    const storage = await open()
    await storage.append('a', of(1, 2, 3))
    await storage.append('a', of(4))
    await storage.truncate('a', 2)
    expect([...(await storage.read('a'))]).toEqual([1, 2])
    await storage.append('a', of(5))
    expect([...(await storage.read('a'))]).toEqual([1, 2, 5])
  })

  it('is read on from where a reader was, while it is written and once it is closed', async () => {
    const storage = await open()
    await storage.append('a', of(1, 2))
    await storage.append('a', of(3, 4))
    expect([...(await storage.read('a', 1))]).toEqual([2, 3, 4])
    await storage.close('a')
    expect([...(await storage.read('a', 1))]).toEqual([2, 3, 4])
    expect(await storage.read('a', 9)).toHaveLength(0)
  })

  it('nothing is left of a log that was removed, and it can be begun anew', async () => {
    const storage = await open()
    await storage.append('a', of(1, 2))
    await storage.remove('a')
    expect(await storage.read('a')).toHaveLength(0)
    await storage.append('a', of(3))
    expect([...(await storage.read('a'))]).toEqual([3])
  })
}

describe('the private file system', () => {
  let root: PrivateFolder
  let pause = async () => {}
  const open = async () => {
    root = stubPrivateFiles()
    return opfsStorage(() => pause())
  }
  const file = async (logId: string) => (await root.getDirectoryHandle('logs')).getFileHandle(`${logId}.evl`)

  keepsItsPromises(open)

  it('what could not be brought to the disk is refused, and not there twice', async () => {
    const storage = await open()
    await storage.append('a', of(1, 2))
    const disk = await file('a')
    disk.isFull = true
    await expect(storage.append('a', of(3))).rejects.toMatchObject({ reason: 'quota' })
    disk.isFull = false
    await storage.append('a', of(4))
    expect([...(await storage.read('a'))]).toEqual([1, 2, 4])
  })

  it('what was appended, and where it was cut, is safely there', async () => {
    const storage = await open()
    await storage.append('a', of(1, 2, 3))
    expect((await file('a')).flushed).toBe(3)
    await storage.truncate('a', 1)
    expect((await file('a')).flushed).toBe(1)
  })

  it('a full disk is told, and leaves the log as long as it was', async () => {
    const storage = await open()
    await storage.append('a', of(1, 2))
    ;(await file('a')).left = 1
    await expect(storage.append('a', of(3, 4))).rejects.toMatchObject({ reason: 'quota' })
    expect([...(await storage.read('a'))]).toEqual([1, 2])
  })

  it('a log that is closed is read from its file, and its file is free', async () => {
    const storage = await open()
    await storage.append('a', of(1, 2))
    expect((await file('a')).isHeld).toBe(true)
    await storage.close('a')
    expect((await file('a')).isHeld).toBe(false)
    expect([...(await storage.read('a'))]).toEqual([1, 2])
  })

  it('is opened when the worker that died lets it go, a moment later', async () => {
    const storage = await open()
    const folder = await root.getDirectoryHandle('logs')
    const dead = await (await folder.getFileHandle('a.evl', { create: true })).createSyncAccessHandle()
    let pauses = 0
    pause = async () => {
      if (++pauses === 3) dead.close()
    }
    await storage.append('a', of(1))
    expect([...(await storage.read('a'))]).toEqual([1])
    expect(pauses).toBe(3)
  })

  it('is refused where files cannot be written from a worker, or another holds the log', async () => {
    const storage = await open()
    const other = await (await root.getDirectoryHandle('logs')).getFileHandle('a.evl', { create: true })
    await other.createSyncAccessHandle()
    await expect(storage.append('a', of(1))).rejects.toMatchObject({ reason: 'refused' })
    vi.stubGlobal('FileSystemFileHandle', class {})
    await expect(opfsStorage(pause)).rejects.toMatchObject({ reason: 'refused' })
    expect(other).toBeInstanceOf(PrivateFile)
  })
})

// Last, since nothing is kept on this device from here on.
describe.each(Object.entries(KINDS))('%s', (_, open) => keepsItsPromises(open))

it('what storage throws is a full disk or a refusal', () => {
  const meaning = (error: unknown) => {
    try {
      return refuse(error)
    } catch (thrown) {
      return (thrown as StorageError).reason
    }
  }
  expect(meaning(new DOMException('', 'QuotaExceededError'))).toBe('quota')
  expect(meaning(new DOMException('', 'NoModificationAllowedError'))).toBe('refused')
  expect(meaning(new TypeError())).toBe('refused')
  expect(meaning(new StorageError('quota'))).toBe('quota')
})
