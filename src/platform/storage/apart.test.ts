// The replayed player stands in the tab of somebody's own: nothing of that is read or changed by it.
import { afterEach, expect, it, vi } from 'vitest'

const storage = (held: Record<string, string>) =>
  new Proxy(held, {
    get: (_, name) =>
      ({
        getItem: (key: string) => held[key] ?? null,
        setItem(key: string, text: string) {
          held[key] = text
        },
        removeItem(key: string) {
          delete held[key]
        },
      })[name as string],
  })

afterEach(() => void vi.unstubAllGlobals())

it('keeps what it writes to itself', async () => {
  vi.resetModules()
  const tab = { redirect: '/mine' }
  const local = { connectionToken: 'mine', publicComputer: '1' }
  vi.stubGlobal('sessionStorage', storage(tab))
  vi.stubGlobal('localStorage', storage(local))
  const door = await import('./storage.ts')
  door.keepApart()
  expect(['redirect', door.PUBLIC_SESSION].map((key) => door.readText('tab', key))).toEqual([null, null])
  door.writeText('tab', 'redirect', '/replayed')
  door.writeText('local', door.PUBLIC_MARK, '1')
  expect(door.readText('tab', 'redirect')).toBe('/replayed')
  door.keepNothing()
  door.clearTab()
  expect([door.readText('tab', 'redirect'), door.localKeys(), door.mayKeep()]).toEqual([null, [], false])
  expect(tab).toEqual({ redirect: '/mine' })
  expect(local).toEqual({ connectionToken: 'mine', publicComputer: '1' })
})
