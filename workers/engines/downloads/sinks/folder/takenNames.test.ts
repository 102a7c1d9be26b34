// Which of the picked folders a handle is of: each load of it brings another one.
import { expect, it } from 'vitest'
import type { FolderHandle } from './folderPorts.ts'
import { TakenNames } from './takenNames.ts'

const handle = (name: string, isSameEntry?: FolderHandle['isSameEntry']) =>
  ({ name, ...(isSameEntry && { isSameEntry }) }) as FolderHandle

it('a browser that can tell says whether two are of one folder, whatever they are called', async () => {
  const names = new TakenNames()
  const first = handle('Promo', async () => false)
  expect([await names.rootOf(first), await names.rootOf(handle('Promo')), await names.rootOf(first)]).toEqual([0, 1, 0])
})

it('where none can tell, folders of one name are taken for one and others are not', async () => {
  const names = new TakenNames()
  const roots = [handle('Promo'), handle('Other'), handle('Promo'), handle('Other')]
  const found: number[] = []
  for (const root of roots) found.push(await names.rootOf(root))
  expect(found).toEqual([0, 1, 0, 1])
})

it('one that fails to say is taken for the same: a number too many is better than two files in one', async () => {
  const names = new TakenNames()
  await names.rootOf(handle('Promo', () => Promise.reject(new Error('gone'))))
  expect(await names.rootOf(handle('Other'))).toBe(0)
})
