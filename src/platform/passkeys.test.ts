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
  ['player.example', 'player.example', true],
  ['player.example', 'www.player.example', true],
  ['player.example', 'otherplayer.example', false],
  ['www.player.example', 'player.example', false],
])('passkeys for %s are for a page of %s: %s', (rpid, hostname, is) => {
  expect(isFor(rpid, { hostname })).toBe(is)
})
