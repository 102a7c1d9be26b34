// Where the player is signed in, and ends of single sessions (H-018). All of them ends `cancelSessions` of auth.ts.
import { type PlayerSession, SessionsAnswer } from '#core/model/people/sessions.ts'
import { type Api, Nothing } from './transport/client.ts'
import { part } from './transport/path.ts'

/** The session that asks first. */
export async function listSessions(api: Api): Promise<PlayerSession[]> {
  const answer = await api.call(SessionsAnswer, { method: 'GET', path: '/auth/sessions', auth: true, isExtra: true })
  return answer.data.sessions
}

/** Counts as done for one that has ended or is unknown (D-161). */
export async function endSession(api: Api, sessionid: string): Promise<void> {
  await api.call(Nothing, { method: 'DELETE', path: `/auth/sessions/${part(sessionid)}`, auth: true })
}

export async function endOtherSessions(api: Api): Promise<void> {
  await api.call(Nothing, { method: 'DELETE', path: '/auth/sessions/others', auth: true })
}
