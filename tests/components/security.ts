/** What a component test lets the server say about sessions and ways in, and what it was asked. */
import type { Answered, AskSecurity, CallRefusal, SecurityCall, SecurityCalls } from '#core/contracts/security.ts'
import type { PlayerSession } from '#core/model/people/sessions.ts'

type Says = {
  [K in SecurityCall]?: (
    given: Parameters<SecurityCalls[K]>[0],
  ) => ReturnType<SecurityCalls[K]> | CallRefusal | Promise<ReturnType<SecurityCalls[K]> | CallRefusal>
}

const isRefusal = (value: unknown): value is CallRefusal =>
  typeof value === 'object' && value !== null && 'status' in value && 'code' in value

export const refused = (status: number, code = 'INTERNAL', more: Partial<CallRefusal> = {}): CallRefusal => ({
  status,
  code,
  message: '',
  ...more,
})

/** @returns the port, and a list of what was asked through it */
export function saying(says: Says): { security: AskSecurity; asked: [SecurityCall, unknown][] } {
  const asked: [SecurityCall, unknown][] = []
  const security: AskSecurity = async (call, given) => {
    asked.push([call, given])
    const say = says[call] as ((given: unknown) => unknown) | undefined
    const value = say ? await say(given) : null
    return (isRefusal(value) ? { ok: false, refusal: value } : { ok: true, value }) as Answered<never>
  }
  return { security, asked }
}

export function aSession(sessionid: string, fields: Partial<PlayerSession> = {}): PlayerSession {
  return {
    sessionid,
    current: false,
    browser: 'Firefox',
    system: 'Windows',
    timezone: 'Europe/Amsterdam',
    network: '203.0.113.x',
    began: '2026-11-20T08:00:00.000Z',
    seen: '2026-11-23T08:00:00.000Z',
    how: 'password',
    publicdevice: false,
    ...fields,
  }
}
