// Files of a picked folder that could not be removed: a later visit has to know all of them.
import { beforeEach, expect, it } from 'vitest'
import { MemoryFolder, MemoryFolders } from '#tests/support/downloadParts.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import type { Writing } from './folderPorts.ts'
import { Folders } from './folders.ts'

let store: MemoryFolders
let folders: Folders

beforeEach(() => {
  store = new MemoryFolders()
  folders = new Folders(store, new FakeClock())
})

/** Two files are begun that nobody can remove. */
async function begun() {
  const folder = new MemoryFolder('Promo')
  store.picked.set('p1', folder)
  const begin = async (name: string) => {
    const reserved = await folders.reserve('p1', null, { name, plain: name })
    if (!reserved) throw new Error('no folder')
    return reserved.begin()
  }
  const files = [await begin('a.wav'), await begin('b.wav')]
  folder.removeEntry = () => Promise.reject(new DOMException('in use', 'NoModificationAllowedError'))
  return files
}
const known = () => (store.open.get('p1') ?? []).map(({ name }) => name).sort()

it('two that are given up at once are both remembered', async () => {
  const files = await begun()
  const both = known()
  expect(both).toHaveLength(2)
  await Promise.all(files.map((file) => file.drop()))
  expect(known()).toEqual(both)
})

it('so are those given up while what earlier visits left is read', async () => {
  const before: Writing = { folder: null, name: 'before.part.wav', isPart: true }
  store.writing = () => Promise.reject(new Error('not now'))
  const files = await begun()
  const answers: (() => void)[] = []
  store.writing = () => new Promise((resolve) => answers.push(() => resolve([before])))
  const dropped = Promise.all(files.map((file) => file.drop()))
  await settle()
  for (const answer of answers) {
    answer()
    await settle()
  }
  await dropped
  expect(known()).toEqual(['a.part.wav', 'b.part.wav', 'before.part.wav'])
})

it('of a file that could not be opened nothing is left', async () => {
  const folder = new MemoryFolder('Promo')
  store.picked.set('p1', folder)
  const { getFileHandle } = folder
  folder.getFileHandle = async (...of) => ({
    ...(await getFileHandle.apply(folder, of)),
    createWritable: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
  })
  const reserved = await folders.reserve('p1', null, { name: 'a.wav', plain: 'a.wav' })
  await expect(reserved?.begin()).rejects.toMatchObject({ reason: 'folderFull' })
  expect([folder.paths, known()]).toEqual([[], []])
})

it('a sub-folder in which nothing lies goes where it was made here, and stays where it lay before', async () => {
  const folder = new MemoryFolder('Promo')
  store.picked.set('p1', folder)
  await folder.getDirectoryHandle('Strata', { create: true })
  const reserve = (name: string) =>
    folders.reserve('p1', { id: name, names: { name, plain: name } }, { name: 'a.wav', plain: 'a.wav' })
  const [strata, quarry] = [await reserve('Strata'), await reserve('Quarry')]
  strata?.free()
  await settle()
  expect([...folder.folders.keys()]).toEqual(['Strata', 'Quarry'])
  quarry?.free()
  await settle()
  expect([...folder.folders.keys()]).toEqual(['Strata'])
})
