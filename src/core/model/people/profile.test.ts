import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { DeviceRegistration, LinkedEmailCode, ProfileChange, SupportMessage, WireProfile } from './profile.ts'

/** What a change of the profile is told, field by field. */
const told = (change: object) =>
  z.safeParse(ProfileChange, change).error?.issues.map(({ path, message }) => [path.join('.'), message])

describe('API-PROF-002: a change of the profile', () => {
  test('may be of any of the fields', () => {
    const all = {
      firstname: 'Ana',
      lastname: 'Lumen',
      title: 'Editor',
      country: 'NL',
      state: '',
      phone: '+31 20 123 4567',
      website: 'https://example.org',
      city: 'Delft',
      company: 'Radio',
      language: 'en-GB',
      format: 'wav',
      mailto: 'ana@example.org',
      emails: ['ana@example.org'],
    }
    for (const mailpref of ['none', 'daily', 'weekly', 'track']) expect(told({ ...all, mailpref })).toBeUndefined()
    for (const [field, value] of Object.entries(all)) expect(told({ [field]: value })).toBeUndefined()
    expect(told({})).toBeUndefined()
    expect(told({ nickname: 'x' })).toHaveLength(1)
  })

  test.each(['firstname', 'lastname', 'title', 'country'])('has to leave something in %s', (field) => {
    expect(told({ [field]: ' ' })).toEqual([[field, 'This field is mandatory']])
  })

  test('may leave the others empty', () => {
    expect(told({ state: '', phone: '', website: '', city: '', company: '', language: '' })).toBeUndefined()
  })

  test.each([
    ['country', 'XX', 'This field is mandatory'],
    ['phone', 'call me', 'Invalid phone number'],
    ['website', 'not a site', 'Must be a valid URL'],
    ['language', 'Klingon!', 'Unknown language'],
  ])('is told what is wrong with %s', (field, value, message) => {
    expect(told({ [field]: value })).toEqual([[field, message]])
  })

  test('takes no other format or mail, and not more addresses than anybody has', () => {
    expect(told({ mailpref: 'hourly' })).toHaveLength(1)
    expect(told({ format: 'ogg' })).toHaveLength(1)
    expect(told({ emails: Array.from({ length: 101 }, () => 'a') })).toHaveLength(1)
    expect(told({ emails: ['a'.repeat(321)] })).toHaveLength(1)
  })
})

test('H-526: what nobody filled in of a profile may be null, or lack; where its mails go may not', () => {
  const named = { mailpref: 'none', mailto: 'ana@example.org', emails: ['ana@example.org'] }
  const empty = {
    firstname: '', lastname: '', website: '', phone: '', city: '', company: '', title: '', state: '', country: '', language: '',
  } // biome-ignore format: a table of fields
  const nulls = Object.fromEntries(['format', ...Object.keys(empty)].map((name) => [name, null]))
  for (const silent of [{}, nulls])
    expect(WireProfile.parse({ ...silent, ...named })).toStrictEqual({ ...empty, format: 'mp3', ...named })
  expect(WireProfile.parse({ ...nulls, ...named, city: 'Delft', format: 'wav' })).toMatchObject({ city: 'Delft', format: 'wav' }) // biome-ignore format: one line
  for (const name of Object.keys(named))
    expect(WireProfile.safeParse({ ...empty, ...named, [name]: null }).success).toBe(false)
  for (const wrong of [null, [], 'ana', { ...empty, ...named, city: 7 }])
    expect(WireProfile.safeParse(wrong).success).toBe(false)
})

test('D-045: a refused merge or split says why with one of these codes', () => {
  expect(LinkedEmailCode.options).toEqual(['TOKEN_EXPIRED', 'TOKEN_INVALID', 'TOKEN_WRONG_PLAYER', 'EMAIL_IN_USE', 'LAST_EMAIL', 'EMAIL_SIGNED_IN']) // biome-ignore format: one line
})

test('a device has an id and a platform, neither of them endless', () => {
  const ok = (device_id: string, platform = 'web') => z.safeParse(DeviceRegistration, { device_id, platform }).success
  expect([ok('d'), ok('d'.repeat(100)), ok(''), ok('d'.repeat(101)), ok('d', ''), ok('d', 'x'.repeat(101))]).toEqual([true, true, false, false, false, false]) // biome-ignore format: one line
})

test('D-067: a message to the support needs words, and an address only of who is not signed in', () => {
  const ok = (message: object) => z.safeParse(SupportMessage, message).success
  expect([ok({ message: 'Help' }), ok({ message: 'Help', email: 'ana@example.org' }), ok({ message: ' ' })]).toEqual([true, true, false]) // biome-ignore format: one line
})
