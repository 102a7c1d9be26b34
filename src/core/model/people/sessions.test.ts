import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { SessionsAnswer } from './sessions.ts'

const session = {
  sessionid: 's1',
  current: true,
  browser: 'Firefox',
  system: 'Linux',
  timezone: 'Europe/Amsterdam',
  network: '192.0.2.0',
  began: '2026-11-20T08:00:00.000Z',
  seen: '2026-11-23T08:00:00.000Z',
  how: 'password',
  publicdevice: false,
}
const read = (fields: object) => z.safeParse(SessionsAnswer, { data: { sessions: [{ ...session, ...fields }] } })

test.each(['password', 'link', 'passkey'])('a session that began with a %s is read as the server tells it', (how) => {
  expect(read({ how }).data).toEqual({ data: { sessions: [{ ...session, how }] } })
})

test.each([{ how: 'guess' }, { how: '' }, { seen: 'yesterday' }, { current: 1 }])('one that is none is not read: %j', (fields) => {
  expect(read(fields).success).toBe(false)
}) // biome-ignore format: one line
