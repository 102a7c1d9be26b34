import { expect, test } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { someClaims } from '#tests/support/story.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { createEnding } from './ending.ts'
import { HeldTokens } from './heldTokens.ts'
import { Vault } from './vault.ts'

const access = `h.${Buffer.from(JSON.stringify(someClaims('p1'))).toString('base64url')}.s`

/** The end of a session on a device that says at its start whether it is a public computer. */
function aDevice(isPublic: boolean) {
  const clock = new FakeClock()
  const vault = new Vault(() => 'm')
  const kept = { load: async () => null, save: async () => {}, clear: async () => {} }
  const tabs = { tell: () => {} }
  const clocks = { now: () => clock.now(), steady: () => clock.now() }
  const publicTabs = { hold: () => {}, anybody: async () => false }
  const held = new HeldTokens({ kept, tabs, publicTabs, store: () => {}, vault, clocks })
  const ending = createEnding({
    api: createApi({ fetch: async () => new Response(null, { status: 204 }), session: null, clock }),
    clock,
    vault,
    kept,
    tabs,
    held,
    store: () => {},
    standing: {
      stored: { access: null, refresh: null, isPublic } as never,
      told: 'p1',
      announced: null,
      isRestoring: false,
      left: undefined,
      epoch: 0,
    },
    report: () => {},
    stopRenewing: () => {},
  })
  return { held, ending }
}

test('D-006: before the tokens are known it is the page that says whether the session outlives it', () => {
  expect([aDevice(false).ending.isOnDevice(), aDevice(true).ending.isOnDevice()]).toEqual([true, false])
})

test('D-006: once they are known it is how they are held', () => {
  for (const isPublic of [false, true])
    for (const isKept of [false, true]) {
      const { held, ending } = aDevice(isPublic)
      held.adopt(access, 'refresh', isKept, true)
      expect(ending.isOnDevice()).toBe(isKept)
    }
})
