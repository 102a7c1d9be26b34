// Where somebody is signed in, and the end of it. Each has an answer; nothing of it is state (H-018).
import type { Answered, AskSecurity, CallRefusal } from '#core/contracts/security.ts'
import { outcomeOf } from '#core/model/people/refusal.ts'
import { ports } from '../ports.ts'
import { signOut } from './session.ts'

export type { Answered, CallRefusal } from '#core/contracts/security.ts'

/** Asks about sessions and ways in. */
export const askSecurity: AskSecurity = (call, given) => ports().security(call, given)

/** Whether a call was not refused: nobody knows what came of it, or it never left (H-037). */
export const isUnanswered = (refusal: CallRefusal): boolean => outcomeOf(refusal) !== 'refused'

/**
 * Ends every session of the player at the server, and then this one here (SESSION-012, D-017). Without an answer the
 * server is asked whether this one is over: then all are. Where it refuses, or cannot be asked, nothing ends here.
 */
export async function signOutEverywhere(): Promise<Answered<null>> {
  const answer = await askSecurity('endAllSessions', null)
  if (!answer.ok && !(isUnanswered(answer.refusal) && (await isOver()))) return answer
  signOut()
  return { ok: true, value: null }
}

/** Whether the server knows this session no longer. */
async function isOver(): Promise<boolean> {
  const asked = await askSecurity('sessions', null)
  return !asked.ok && asked.refusal.status === 401
}

/** Says again that it is the player who asks. The password goes into the vault. */
export async function proveIdentity(password: string): Promise<Answered<null>> {
  return askSecurity('prove', await ports().keepSecret('password', password))
}
