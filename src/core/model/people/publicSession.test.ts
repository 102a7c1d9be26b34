import { expect, test } from 'vitest'
import { isPublicSession } from './publicSession.ts'

test('D-006: only a session that is begun as one on a public computer is one', () => {
  const begun = (payload: object, type = 'session.started') => isPublicSession({ type, payload })
  expect(begun({ publicDevice: true })).toBe(true)
  expect([begun({ publicDevice: false }), begun({}), begun({ publicDevice: true }, 'session.ended')]).toEqual([
    false,
    false,
    false,
  ])
})
