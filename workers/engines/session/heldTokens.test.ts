import { expect, test } from 'vitest'
import { settle } from '#tests/support/fakeClock.ts'
import { someClaims } from '#tests/support/story.ts'
import { HeldTokens } from './heldTokens.ts'
import type { TabMessage } from './tabs.ts'
import { Vault } from './vault.ts'

const access = `h.${Buffer.from(JSON.stringify(someClaims('p1'))).toString('base64url')}.s`

/** Tokens whose writing takes until `write` is called. */
function slow() {
  const device = { stored: null as string | null, told: [] as TabMessage[] }
  let write = () => {}
  const held = new HeldTokens({
    kept: {
      load: async () => device.stored,
      save: (token) =>
        new Promise((resolve) => {
          write = () => {
            device.stored = token
            resolve()
          }
        }),
      clear: async () => {
        device.stored = null
      },
    },
    tabs: { tell: (message) => void device.told.push(message) },
    publicTabs: { hold: () => {}, anybody: async () => false },
    store: () => {},
    vault: new Vault(() => 'm'),
    clocks: { now: () => 0, steady: () => 0 },
  })
  return { device, held, write: () => write() }
}

const pair = { 'access-token': access, 'refresh-token': 'refresh-1' }

test('what is written while somebody signs out does not outlive the goodbye', async () => {
  const { device, held, write } = slow()
  const kept = held.keep(pair, true)
  held.clear()
  write()
  await kept
  expect(device).toEqual({ stored: null, told: [] })
})

test('what somebody wrote who signed in since then stays', async () => {
  const { device, held, write } = slow()
  const kept = held.keep(pair, true)
  held.clear()
  write()
  device.stored = 'refresh-of-another'
  await kept
  await settle()
  expect(device.stored).toBe('refresh-of-another')
})

test('a token the device did not take is known to be unsaved, until it takes one', async () => {
  let isFull = true
  const held = new HeldTokens({
    kept: {
      load: async () => null,
      save: async () => {
        if (isFull) throw new Error('full')
      },
      clear: async () => {},
    },
    tabs: { tell: () => {} },
    publicTabs: { hold: () => {}, anybody: async () => false },
    store: () => {},
    vault: new Vault(() => 'm'),
    clocks: { now: () => 0, steady: () => 0 },
  })
  expect(held.isUnsaved).toBe(false)
  await held.keep(pair, true)
  expect(held.isUnsaved).toBe(true)
  isFull = false
  await held.saveLate()
  expect(held.isUnsaved).toBe(false)
})
