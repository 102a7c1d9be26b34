import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepRedirect, takeRedirect } from './redirect.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => {
  kept.clear()
  vi.unstubAllGlobals()
})

test('an address asked for while signed out is there after sign-in', () => {
  keepRedirect('/releases/releaseInfo/a?x=1')
  expect(takeRedirect()).toBe('/releases/releaseInfo/a?x=1')
})

test('ROUTE-036: a followed redirect is cleared, so a second load does not redirect again', () => {
  keepRedirect('/releases?release=a')
  takeRedirect()
  expect(takeRedirect()).toBeNull()
})

test.each([
  '/',
  '/login',
  '/login?token=a',
  '/signup/x',
  '/nonsense',
  '/resetpwd/t',
  '//evil.example/',
  '/\\\\evil.example',
  'https://evil.example/',
])('the address %s is never kept', (address) => {
  keepRedirect(address)
  expect(takeRedirect()).toBeNull()
})

test('a foreign address that somebody else put there is not followed', () => {
  kept.set('redirect', '//evil.example/')
  expect(takeRedirect()).toBeNull()
})

test.each([
  ['/settings-preferences?merge=eyJhbGciOiJF.x.y', '/settings-preferences'],
  ['/settings-preferences?split=eyJhbGciOiJF.x.y&a=1', '/settings-preferences?a=1'],
  ['/releases?token=secret&sort=title', '/releases?sort=title'],
  ['/releases?merge=link%3A1&merge=secret', '/releases'],
])('D-003: a raw token is not kept with an address: %s', (address, held) => {
  keepRedirect(address)
  expect(takeRedirect()).toBe(held)
})

test.each(['/settings-preferences?merge=link%3A1', '/settings-preferences?split=link%3A2&a=b+c'])(
  'D-003: the handle of one is, in %s',
  (address) => {
    keepRedirect(address)
    expect(takeRedirect()).toBe(address)
  },
)
