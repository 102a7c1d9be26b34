// What is remembered of the picked folder: in a store as on a public computer, which holds no handles, and in one that does.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepNothing } from '../../../storage.ts'
import type { FolderStore } from './folderPorts.ts'
import { openFolderStore } from './folderStore.ts'

let store: FolderStore
const claim = { release: 'r1', name: 'Strata' }

beforeEach(() => {
  keepNothing()
  store = openFolderStore()
})

test('which release a sub-folder is for is remembered by player and name', async () => {
  await store.setSubFolder('p1', 'strata', claim)
  expect(await store.subFolder('p1', 'strata')).toEqual(claim)
  expect([await store.subFolder('p1', 'other'), await store.subFolder('p2', 'strata')]).toEqual([null, null])
})

test('another folder has no sub-folders that are known; those of other players stay known', async () => {
  await store.setSubFolder('p1', 'strata', claim)
  await store.setSubFolder('p1', 'quarry', claim)
  await store.setSubFolder('p11', 'strata', claim)
  await store.save('p1', null)
  expect([await store.subFolder('p1', 'strata'), await store.subFolder('p1', 'quarry')]).toEqual([null, null])
  expect(await store.subFolder('p11', 'strata')).toEqual(claim)
})

test('which files are being written is remembered by player', async () => {
  const files = [{ folder: null, name: 'a.wav', isPart: true as const }, { folder: 'Strata', name: 'b.wav', closed: { size: 3, modified: null } }] // biome-ignore format: one line
  expect(await store.writing('p1')).toEqual([])
  await store.setWriting('p1', files)
  expect([await store.writing('p1'), await store.writing('p2')]).toEqual([files, []])
})

test('what is no folder, no claim and no list of files is none', async () => {
  await store.save('p1', { name: 'copied' } as never)
  await store.setSubFolder('p1', 'strata', { release: 'r1' } as never)
  await store.setWriting('p1', [{ name: 'a.wav' }] as never)
  expect([await store.load('p1'), await store.subFolder('p1', 'strata'), await store.writing('p1')]).toEqual([null, null, []]) // biome-ignore format: one line
})

describe('where folders can be picked', () => {
  class Handle {
    constructor(readonly name: string) {}
    async queryPermission() {
      return 'granted'
    }
    async isSameEntry(other: Handle) {
      return other.name === this.name
    }
  }
  const folder = (name: string) => new Handle(name) as never

  beforeEach(() => {
    const copy = structuredClone
    vi.stubGlobal('FileSystemHandle', Handle)
    vi.stubGlobal('FileSystemDirectoryHandle', Handle)
    // A handle is kept as it is.
    vi.stubGlobal('structuredClone', (value: unknown) => (value instanceof Handle ? value : copy(value)))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('each player has the folder they picked, and none once they let go of it', async () => {
    await store.save('p1', folder('Promo'))
    await store.save('p2', folder('Other'))
    expect([await store.load('p1'), await store.load('p2')]).toMatchObject([{ name: 'Promo' }, { name: 'Other' }])
    await store.save('p1', null)
    expect([await store.load('p1'), await store.load('p2')]).toMatchObject([null, { name: 'Other' }])
  })

  test('the same folder, picked once more, has the sub-folders it had, and another one has none', async () => {
    await store.save('p1', folder('Promo'))
    await store.setSubFolder('p1', 'strata', claim)
    await store.save('p1', folder('Promo'))
    expect(await store.subFolder('p1', 'strata')).toEqual(claim)
    await store.save('p1', folder('Other'))
    expect(await store.subFolder('p1', 'strata')).toBeNull()
  })

  test('a folder that was let go of has no sub-folders when it is picked again', async () => {
    await store.save('p1', folder('Promo'))
    await store.setSubFolder('p1', 'strata', claim)
    await store.save('p1', null)
    await store.save('p1', folder('Promo'))
    expect(await store.subFolder('p1', 'strata')).toBeNull()
  })
})
