// Passkeys: made and found by the browser, kept by the server (H-019). Loaded with the screens that offer them.
import { wish } from '#bridge/dispatch.ts'
import type { CallRefusal } from '#core/contracts/security.ts'
import { sessionSignInRequested } from '#core/events/people/session.ts'
import type { Passkey, PasskeyAdd } from '#core/model/people/passkeys.ts'
import { createPasskey, type PasskeyFailure } from '#platform/passkeys.ts'
import { ports } from '../ports.ts'
import { askSecurity } from './security.ts'

export {
  findPasskey,
  forgetPasskey,
  isFor,
  leavePasskey,
  offersPasskeys,
  type PasskeyFailure,
  passkeyPlace,
} from '#platform/passkeys.ts'

/** A passkey that was made and kept; or why the browser made none; or what the server said. */
export type PasskeyMade =
  | { readonly passkey: Passkey }
  | { readonly why: PasskeyFailure }
  | { readonly refusal: CallRefusal }

/** Has the browser make a passkey, and the server keep it. @param name what it is called at first */
export async function makePasskey(name: string): Promise<PasskeyMade> {
  const asked = await askSecurity('passkeyOptions', null)
  if (!asked.ok) return { refusal: asked.refusal }
  const { ceremony, options } = asked.value
  const made = await createPasskey(options)
  if (!made.ok) return { why: made.why }
  const response = made.response as PasskeyAdd['response']
  const kept = await askSecurity('addPasskey', { ceremony, response, name })
  return kept.ok ? { passkey: kept.value } : { refusal: kept.refusal }
}

/**
 * Signs in with a passkey the browser found. What it answered lies in the session worker's vault; what came of it is the
 * session's state.
 * @param publicDevice nothing of the session is kept on this device
 */
export async function signInWithPasskey(ceremony: string, response: object, publicDevice: boolean): Promise<void> {
  const handle = await ports().keepSecret('credentials', JSON.stringify({ ceremony, response }))
  wish(sessionSignInRequested({ handle, publicDevice }))
}
