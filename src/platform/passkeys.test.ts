import { expect, test, vi } from 'vitest'
import { isFor, passkeyPlace } from './passkeys.ts'

test.each(['127.0.0.1', '192.168.1.20', '[::1]'])(
  'at %s there are no passkeys, because an address has no name',
  (hostname) => {
    vi.stubGlobal('PublicKeyCredential', () => {})
    expect(passkeyPlace({ hostname })).toBe('address')
    expect(passkeyPlace({ hostname: 'localhost' })).toBe('here')
    expect(passkeyPlace({ hostname: 'player.example' })).toBe('here')
    vi.unstubAllGlobals()
  },
)

test('a browser without WebAuthn has none anywhere', () => {
  expect(passkeyPlace({ hostname: 'localhost' })).toBe('none')
})

test.each([
  ['player.example', undefined, 'https://player.example', true],
  ['player.example', 'https://player.example', 'https://player.example', true],
  // What browsers would take, and the server refuses.
  ['player.example', undefined, 'https://www.player.example', false],
  ['player.example', 'https://player.example', 'https://player.example:8443', false],
  ['player.example', 'https://player.example', 'http://player.example', false],
  ['player.example', undefined, 'https://otherplayer.example', false],
  ['www.player.example', undefined, 'https://player.example', false],
])('passkeys for %s (a server at %s) are for a page at %s: %s', (rpid, origin, page, is) => {
  expect(isFor(rpid, origin, new URL(page))).toBe(is)
})
