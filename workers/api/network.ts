// Invitations and connections (API-NET).
import {
  AcceptedInvitation,
  type Connection,
  ConnectionsAnswer,
  type Invitation,
  InvitationsAnswer,
  ProcessAnswer,
  type SentInvitation,
} from '#core/model/people/network.ts'
import { REPEAT_HEADER } from './auth.ts'
import { type Api, Nothing } from './transport/client.ts'
import { part } from './transport/path.ts'

const BASE = '/accounts/player'

/** API-NET-001. @throws ApiError 410 when it was accepted already, 409 when it is for somebody else */
export async function acceptInvitation(
  api: Api,
  token: string,
  signal?: AbortSignal,
): Promise<AcceptedInvitation['data']> {
  const [path, body] = [`${BASE}/invitations/accept`, { invitation_token: token }]
  return (await api.call(AcceptedInvitation, { method: 'POST', path, body, auth: true, signal })).data
}

/** API-NET-003. As accepting, but an existing connection is fine (D-048). */
export async function connectByInvitation(
  api: Api,
  token: string,
  signal?: AbortSignal,
): Promise<AcceptedInvitation['data']> {
  const [path, body] = [`${BASE}/invitations/connect`, { invitation_token: token }]
  return (await api.call(AcceptedInvitation, { method: 'POST', path, body, auth: true, signal })).data
}

/**
 * API-NET-002. Sends one to five invitations.
 * @param options.key the same for each try with this list: one whose answer was lost is not sent twice
 * @returns what happened to each; null when the answer does not say so (API-GEN-003)
 * @throws ApiError 403 NOT_VERIFIED, 400 with `fields`, 429
 */
export async function sendInvitations(
  api: Api,
  invitations: readonly Invitation[],
  { key, signal }: { readonly key?: string; readonly signal?: AbortSignal } = {},
): Promise<SentInvitation[] | null> {
  const path = `${BASE}/invitations`
  const headers = key === undefined ? {} : { [REPEAT_HEADER]: key }
  const answer = await api.call(Nothing, { method: 'POST', path, body: { invitations }, headers, auth: true, signal })
  const parsed = InvitationsAnswer.safeParse(answer)
  return parsed.success ? parsed.data.data.invitations : null
}

/** API-NET-004. Sorted by `full_name`. */
export async function listConnections(api: Api, signal?: AbortSignal): Promise<Connection[]> {
  const path = `${BASE}/connections`
  return (await api.call(ConnectionsAnswer, { method: 'GET', path, auth: true, signal })).data.connections
}

/** API-NET-005. @throws ApiError 404 for an unknown one */
export async function deleteConnection(api: Api, playerId: string, signal?: AbortSignal): Promise<void> {
  const path = `${BASE}/connections/${part(playerId)}`
  await api.call(Nothing, { method: 'DELETE', path, auth: true, signal })
}

/** API-NET-006. Links what was accepted before; the answer replaces the list (D-049). */
export async function processConnections(api: Api, signal?: AbortSignal): Promise<Connection[]> {
  const path = `${BASE}/connections/process`
  return (await api.call(ProcessAnswer, { method: 'POST', path, auth: true, signal })).data.connected
}
