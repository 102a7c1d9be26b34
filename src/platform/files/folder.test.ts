import { expect, it, onTestFinished, vi } from 'vitest'
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
  await chooseFolder(() => keeps, 'pick', { showDirectoryPicker })
  expect(showDirectoryPicker).toHaveBeenCalledWith({ id: 'downloads', mode: 'readwrite' })
  expect(keeps.keepFolder.mock.calls).toEqual([[picked]])
})
it('access to the known folder is asked for without picking it again', async () => {
  const ask = vi.fn(async () => 'granted')
  const known = handle(ask)
  const keeps = keeper(known)
  await chooseFolder(() => keeps, 'allow', {})
  expect(ask).toHaveBeenCalledWith({ mode: 'readwrite' })
  expect(keeps.keepFolder.mock.calls).toEqual([[known]])
})
it('whether the browser refuses it is told, and is handed on as well', async () => {
  const known = handle(vi.fn(async () => 'denied'))
  const keeps = keeper(known)
  expect(await chooseFolder(() => keeps, 'allow', {})).toBe(true)
  expect(keeps.keepFolder.mock.calls).toEqual([[known]])
  expect(await chooseFolder(() => keeper(handle()), 'allow', {})).toBe(false)
})
it('a dialog that is closed changes nothing', async () => {
  const keeps = keeper()
  const showDirectoryPicker = () => Promise.reject(new DOMException('closed', 'AbortError'))
  await chooseFolder(() => keeps, 'pick', { showDirectoryPicker })
  expect(keeps.keepFolder).not.toHaveBeenCalled()
})
it('letting go of it needs no dialog', async () => {
  const keeps = keeper(handle())
  await chooseFolder(() => keeps, 'leave', {})
  expect(keeps.keepFolder.mock.calls).toEqual([[null]])
})
it.each(['pick', 'leave'] as const)(
  'P6: what is chosen while the keeper is started again reaches the next one: %s',
  async (what) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const gone = Object.assign(new Error('the worker stopped'), { name: 'WorkerGone' })
    const dead = { ...keeper(), keepFolder: vi.fn((): Promise<void> => Promise.reject(gone)) }
    const next = keeper()
    let now = dead
    const picked = handle()
    const chosen = chooseFolder(() => now, what, { showDirectoryPicker: async () => picked })
    await vi.advanceTimersByTimeAsync(2500)
    now = next
    await vi.advanceTimersByTimeAsync(1000)
    await chosen
    expect(next.keepFolder.mock.calls).toEqual([[what === 'pick' ? picked : null]])
  },
)
it('of what is chosen while the keeper is started again the last reaches the next one, and nothing else', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const gone = Object.assign(new Error('the worker stopped'), { name: 'WorkerGone' })
  const dead = { ...keeper(), keepFolder: vi.fn((): Promise<void> => Promise.reject(gone)) }
  const next = keeper()
  let now = dead
  const [first, second] = [handle(), handle()]
  const choices = [chooseFolder(() => now, 'pick', { showDirectoryPicker: async () => first })]
  await vi.advanceTimersByTimeAsync(500)
  choices.push(chooseFolder(() => now, 'pick', { showDirectoryPicker: async () => second }))
  // The first wakes between two tries of the second, and last.
  await vi.advanceTimersByTimeAsync(1200)
  now = next
  await vi.advanceTimersByTimeAsync(2000)
  await Promise.all(choices)
  expect(next.keepFolder.mock.calls).toEqual([[second]])
})
