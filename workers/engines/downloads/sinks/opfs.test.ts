// Parts in the private file system: the lock of a file, the room on the disk, and what is found again.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PrivateFile, type PrivateFolder, stubPrivateFiles } from '#tests/support/privateFiles.ts'
import { openOpfs } from './opfs.ts'
import type { Sinks } from './sink.ts'

let downloads: PrivateFolder
let sinks: Sinks
let pauses: number[]
let whilePaused: () => void
let estimate: () => Promise<StorageEstimate>

const open = () =>
  openOpfs({ estimate: () => estimate() } as StorageManager, async (ms) => {
    pauses.push(ms)
    whilePaused()
  })

beforeEach(async () => {
  downloads = await stubPrivateFiles().getDirectoryHandle('downloads')
  pauses = []
  whilePaused = () => undefined
  estimate = async () => ({ quota: 1000, usage: 0 })
  const opened = await open()
  if (!opened) throw new Error('It has to open here.')
  sinks = opened
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const put = async (name: string, isHeld = false): Promise<PrivateFile> => {
  const file = await downloads.getFileHandle(name, { create: true })
  file.isHeld = isHeld
  return file
}

it('goes on in a new folder when the site’s data was cleared', async () => {
  vi.spyOn(downloads, 'getFileHandle').mockRejectedValue(new DOMException('gone', 'NotFoundError'))
  const now = await stubPrivateFiles().getDirectoryHandle('downloads')
  const part = await sinks.open('a')
  part.close()
  expect([...now.entriesByName.keys()]).toEqual(['a.part'])
  expect((await sinks.list()).map(({ id }) => id)).toEqual(['a'])
})

it('leaves nothing of its trial behind', () => {
  expect([...downloads.entriesByName]).toEqual([])
})

it('lists a trial whose worker was killed, so that it is swept as any part that nobody knows', async () => {
  vi.spyOn(downloads, 'removeEntry').mockRejectedValueOnce(new DOMException('killed', 'AbortError'))
  await open()
  expect((await sinks.list()).map(({ id }) => id)).toEqual([expect.stringMatching(/^probe-/)])
})

it('is not there where a worker cannot write such files', async () => {
  vi.spyOn(PrivateFile.prototype, 'createSyncAccessHandle').mockRejectedValue(new TypeError('no handle'))
  expect(await open()).toBeNull()
})

it('leaves nothing behind where it is not there either', async () => {
  vi.spyOn(PrivateFile.prototype, 'createSyncAccessHandle').mockRejectedValue(new TypeError('no handle'))
  await open()
  expect([...downloads.entriesByName]).toEqual([])
})

describe('a part that another worker still holds', () => {
  it('is opened as soon as it is let go', async () => {
    const file = await put('a.part', true)
    whilePaused = () => {
      if (pauses.length === 2) file.isHeld = false
    }
    const part = await sinks.open('a')
    await part.append(Uint8Array.of(1, 2))
    expect([pauses, [...file.bytes]]).toEqual([
      [100, 100],
      [1, 2],
    ])
  })

  it.each(['NoModificationAllowedError', 'InvalidStateError'])(
    'is not opened when it is held for half a second (%s)',
    async (name) => {
      await put('a.part')
      vi.spyOn(PrivateFile.prototype, 'createSyncAccessHandle').mockRejectedValue(new DOMException('', name))
      await expect(sinks.open('a')).rejects.toMatchObject({ fault: 'fileHeld' })
      expect(pauses).toHaveLength(5)
    },
  )

  it('is removed as soon as it is let go, and else left to a later sweep', async () => {
    const file = await put('a.part', true)
    whilePaused = () => {
      if (pauses.length === 1) file.isHeld = false
    }
    await sinks.remove('a')
    await put('b.part', true)
    await sinks.remove('b')
    expect([...downloads.entriesByName.keys()]).toEqual(['b.part'])
  })
})

it('a part that cannot be opened for another reason is not asked for again', async () => {
  await put('a.part')
  const asked = vi
    .spyOn(PrivateFile.prototype, 'createSyncAccessHandle')
    .mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  await expect(sinks.open('a')).rejects.toMatchObject({ fault: 'diskFull' })
  expect([pauses, asked.mock.calls.length]).toEqual([[], 1])
})

it('a part that is not there is removed without waiting, and is no file', async () => {
  await sinks.remove('gone')
  expect([pauses, await sinks.file('gone')]).toEqual([[], null])
})

it('a closed part is a file with its bytes', async () => {
  const part = await sinks.open('a')
  await part.append(Uint8Array.of(7, 8))
  part.close()
  expect([...new Uint8Array((await (await sinks.file('a'))?.arrayBuffer()) ?? [])]).toEqual([7, 8])
})

it('says early that bytes do not fit, with a twentieth to spare; what nobody knows fits', async () => {
  estimate = async () => ({ quota: 1105, usage: 1000 })
  await expect(sinks.reserve('a', 100)).resolves.toBeUndefined()
  await expect(sinks.reserve('a', 101)).rejects.toMatchObject({ fault: 'diskFull' })
  estimate = async () => ({ usage: 1000 })
  await expect(sinks.reserve('a', 101)).resolves.toBeUndefined()
  estimate = async () => Promise.reject(new TypeError())
  await expect(sinks.reserve('a', 101)).resolves.toBeUndefined()
})

it('finds every part with its age, and nothing else', async () => {
  ;(await put('a.part')).modified = 500
  await put('probe-1')
  await downloads.getDirectoryHandle('folder.part')
  expect(await sinks.list()).toEqual([{ id: 'a', modified: 500 }])
})
