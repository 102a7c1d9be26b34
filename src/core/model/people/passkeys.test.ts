import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { PasskeyAdd, PasskeySignIn } from './passkeys.ts'

const id = 'AbC_-9'
const shared = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
const asserted = { ...shared, response: { clientDataJSON: id, authenticatorData: id, signature: id, userHandle: id } }
const registered = { ...shared, authenticatorAttachment: 'platform', response: { clientDataJSON: id, attestationObject: id, transports: ['usb'] } } // biome-ignore format: one line
const signIn = { ceremony: 'c', response: asserted, publicdevice: false }
const add = { ceremony: 'c', response: registered, name: 'Phone' }
const takes = (shape: z.ZodMiniType, given: unknown) => z.safeParse(shape, given).success

test('what a browser answers with a passkey is taken as it is', () => {
  expect(z.parse(PasskeySignIn, signIn)).toEqual(signIn)
  expect(z.parse(PasskeyAdd, add)).toEqual(add)
})

test.each([
  { ...asserted, type: 'password' },
  { ...asserted, id: 'a+b' },
  { ...asserted, id: 'a'.repeat(1365) },
  { ...asserted, authenticatorAttachment: 'elsewhere' },
  { ...asserted, response: { ...asserted.response, signature: 'a'.repeat(8193) } },
])('nothing else is sent as the answer to a question', (response) => {
  expect(takes(PasskeySignIn, { ...signIn, response })).toBe(false)
})

test.each([
  { response: { ...registered, type: 'password' } },
  { response: { ...registered, response: { ...registered.response, attestationObject: 'a'.repeat(32_769) } } },
  { response: { ...registered, response: { ...registered.response, transports: Array.from({ length: 11 }, () => 'usb') } } }, // biome-ignore format: one line
  { ceremony: 'c'.repeat(65) },
  { name: '' },
  { more: true },
])('nor as a new passkey: %j', (fields) => {
  expect(takes(PasskeyAdd, { ...add, ...fields })).toBe(false)
})
