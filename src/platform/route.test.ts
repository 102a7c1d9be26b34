import { describe, expect, test } from 'vitest'
import { loggedPath, loggedSearch } from './route.ts'

describe('what an event may say of an address (D-069)', () => {
  test.each([
    ['/releases', '/releases'],
    ['/signin/abc123', '/signin/:token'],
    ['/SignIn/abc123', '/SignIn/:token'],
    ['/resetpwd/a.b.c/more', '/resetpwd/:token/:token'],
    ['/sign%75p/abc123', '/signup/:token'],
    ['//signup/abc123', '/signup/:token'],
    ['/x/signup/abc', '/x/signup/:token'],
    ['/releases/signup/abc', '/releases/signup/:token'],
    ['/signup%2Fabc123', '/:hidden'],
    ['/%E0%A4%A/abc123', '/:hidden/:hidden'],
    ['/nowhere/eyJhbGciOi.J9', '/nowhere/:hidden'],
    ['/account/my-network/', '/account/my-network'],
    ['/', '/'],
    ['/releases/releaseInfo/r1', '/releases/releaseInfo/r1'],
    ['/playlists/p%201', '/playlists/p%201'],
  ])('%s is %s', (path, logged) => {
    expect(loggedPath(path)).toBe(logged)
  })
  test('values that are not known to be harmless are hidden, every one of them', () => {
    expect(loggedSearch('?release=r1&token=abc&token=def')).toBe('?release=r1&token=%3Ahidden')
    expect(loggedSearch('')).toBe('')
  })
})
