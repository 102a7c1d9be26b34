import { afterEach, expect, it, vi } from 'vitest'
import { CONNECTION, keepNothing, PUBLIC_MARK, readText, writeText } from './storage.ts'

/** A storage that is full, or refuses as in a private window. */
function refusing(held: Record<string, string> = {}, refuses = { get: false }) {
  const refuse = () => {
    throw new DOMException('no', 'QuotaExceededError')
  }
  return {
    getItem: (key: string) => (refuses.get ? refuse() : (held[key] ?? null)),
    setItem: refuse,
    removeItem: (key: string) => (refuses.get ? refuse() : void delete held[key]),
  }
}
const storageIs = (storage: object) => vi.stubGlobal('localStorage', storage)
afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  ['is full', false],
  ['is not to be had', true],
])('P6, D-047: where storage %s, an invitation to connect lives as long as the page', (_, get) => {
  storageIs(refusing({ [CONNECTION]: 'link:old' }, { get }))
  writeText('local', CONNECTION, 'link:new')
  expect(readText('local', CONNECTION)).toBe('link:new')
  writeText('local', CONNECTION, null)
  expect(readText('local', CONNECTION)).toBeNull()
})

it('what is kept after all is read where it is kept', () => {
  storageIs(refusing())
  writeText('local', CONNECTION, 'link:1')
  const held = new Map<string, string>()
  storageIs({
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => void held.set(key, text),
    removeItem: (key: string) => void held.delete(key),
  })
  writeText('local', CONNECTION, 'link:2')
  held.set(CONNECTION, 'link:of another tab')
  expect(readText('local', CONNECTION)).toBe('link:of another tab')
})

// It holds for the rest of this file.
it('on a public computer nothing but the invitation goes on from who was there before', () => {
  storageIs(refusing({}, { get: true }))
  vi.stubGlobal('sessionStorage', {})
  writeText('local', CONNECTION, 'link:1')
  writeText('local', 'settings', 'of another')
  writeText('local', PUBLIC_MARK, '1')
  keepNothing()
  expect([readText('local', CONNECTION), readText('local', 'settings')]).toEqual(['link:1', null])
})
