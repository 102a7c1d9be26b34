import { expect, it, vi } from 'vitest'
import { canPickFolder, chooseFolder } from './folder.ts'

const handle = (permission = vi.fn(async () => 'granted')) =>
  ({ name: 'Promo', requestPermission: permission }) as unknown as FileSystemDirectoryHandle
const keeper = (held: FileSystemDirectoryHandle | null = null) => ({
  folder: async () => held,
  keepFolder: vi.fn(async () => {}),
})

it('is offered where the browser has a picker', () => {
  expect([canPickFolder({}), canPickFolder({ showDirectoryPicker() {} })]).toEqual([false, true])
})
it('a picked folder is handed on, to write to', async () => {
  const keeps = keeper()
  const picked = handle()
  const showDirectoryPicker = vi.fn(async () => picked)
  await chooseFolder(keeps, 'pick', { showDirectoryPicker })
  expect(showDirectoryPicker).toHaveBeenCalledWith({ id: 'downloads', mode: 'readwrite' })
  expect(keeps.keepFolder.mock.calls).toEqual([[picked]])
})
it('access to the known folder is asked for without picking it again', async () => {
  const ask = vi.fn(async () => 'granted')
  const known = handle(ask)
  const keeps = keeper(known)
  await chooseFolder(keeps, 'allow', {})
  expect(ask).toHaveBeenCalledWith({ mode: 'readwrite' })
  expect(keeps.keepFolder.mock.calls).toEqual([[known]])
})
it('a dialog that is closed changes nothing', async () => {
  const keeps = keeper()
  const showDirectoryPicker = () => Promise.reject(new DOMException('closed', 'AbortError'))
  await chooseFolder(keeps, 'pick', { showDirectoryPicker })
  expect(keeps.keepFolder).not.toHaveBeenCalled()
})
it('letting go of it needs no dialog', async () => {
  const keeps = keeper(handle())
  await chooseFolder(keeps, 'leave', {})
  expect(keeps.keepFolder.mock.calls).toEqual([[null]])
})
