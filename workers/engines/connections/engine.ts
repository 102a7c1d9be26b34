/**
 * Takes invitations to connect (D-047), sends such, and reads and deletes connections. The link of an invitation is
 * dropped once the server has said what there is to say of it; without an answer it stays for the next visit.
 */
import type { TokenBroker } from '#core/contracts/session.ts'
import {
  connectionAccepted,
  connectionDeleted,
  connectionDeleteFailed,
  connectionInvited,
  connectionInviteFailed,
  connectionListed,
  connectionListFailed,
  connectionListKept,
  connectionRefused,
} from '#core/events/people/connections.ts'
import { type Invitation, InvitationClaims, type Connection as Person } from '#core/model/people/network.ts'
import { isHandleFor } from '#core/model/people/secrets.ts'
import {
  acceptInvitation,
  deleteConnection,
  listConnections,
  processConnections,
  sendInvitations,
} from '#workers/api/network.ts'
import {
  ApiError,
  codeOf,
  failureOf,
  isGone,
  isInDoubt,
  refusalOf,
  waitDetails,
} from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Clock } from '#workers/api/transport/clock.ts'
import type { Engine, Report } from '../engine.ts'
import { createConnection, createRepeat, pauseAfterRead } from '../repeating.ts'
import { jwtPayload } from '../session/claims.ts'
import { planConnections } from './plan.ts'
import type { PostedLinks } from './posted.ts'

type Why = ReturnType<typeof connectionRefused>['payload']['why']

export interface ConnectionsParts {
  readonly api: Api
  readonly clock: Clock
  readonly broker: Pick<TokenBroker, 'reveal' | 'take'>
  readonly report: Report
  /** Links that were posted without an answer, in this tab or another, now or in an earlier visit. */
  readonly posted: PostedLinks
  /** Runs one at a time over all tabs; the signal ends the waiting. */
  readonly exclusively: <T>(run: () => Promise<T>, signal: AbortSignal) => Promise<T>
  /** 0 to 1, to spread repeats; the real one is chance. */
  readonly jitter?: () => number
}

/** The longest pause a server may ask for before a call is made again, in ms; a longer one is said. */
const PAUSE_MAX_MS = 10_000

/** What ends with the session of whom it is about. */
interface Visit {
  readonly abort: AbortController
  listing: boolean
  /** How often connections changed, or may have: what was on its way then is asked for again. */
  changes: number
  /** What was listed last, as text: the same again is not told again. */
  listed: string
}

export function createConnectionsEngine(parts: ConnectionsParts): Engine {
  const { api, clock, broker, report, posted, exclusively, jitter = Math.random } = parts
  const underWay = new Set<string>()
  const connection = createConnection()
  const repeat = createRepeat({ clock, connection, jitter, longest: PAUSE_MAX_MS })
  const repeatRead = createRepeat({ clock, connection, jitter, longest: PAUSE_MAX_MS, pauseOf: pauseAfterRead })
  let visit = newVisit()
  /**
   * A list nobody knows of whether it was sent, and the key it went out with. It outlives the session, as the list does
   * in the form of who comes back.
   */
  let unanswered: { readonly by: string | undefined; readonly list: string; readonly key: string } | null = null

  const reveal = async (link: string) => (isHandleFor('link', link) ? broker.reveal('link', link) : null)

  async function accept(link: string, cause: number): Promise<void> {
    const { signal } = visit.abort
    const token = await reveal(link)
    // Who wanted it is gone: whoever comes next is told nothing of it. The link stays, as one without an answer does.
    if (signal.aborted) return
    if (token === null) return report(connectionRefused({ link, why: 'unreadable' }), cause)
    if (!(await exclusively(() => post(link, token, signal, cause), signal))) return
    // What was accepted before is joined as well (D-049).
    const before = visit.changes
    const connections = await processConnections(api, signal)
    if (signal.aborted) return
    if (before === visit.changes) tellList(connections, cause)
    else await list(cause)
  }

  /** Posts it, in one tab at a time. @returns whether there is nothing more to say of it */
  async function post(link: string, token: string, signal: AbortSignal, cause: number): Promise<boolean> {
    const isThere = (await reveal(link)) !== null
    const wasPosted = isThere && (await posted.has(link))
    if (isThere) await posted.add(link)
    if (signal.aborted) return false
    // Another tab was faster and said what came of it; who is connected now is to be seen here as well.
    if (!isThere) {
      report(connectionRefused({ link, why: 'unanswered' }), cause)
      return true
    }
    try {
      const { inviter_name, connection } = await acceptInvitation(api, token, signal)
      if (signal.aborted) return false
      visit.changes++
      report(
        connectionAccepted({ link, inviter: inviter_name, ...(connection && { id: connection.player_id }) }),
        cause,
      )
    } catch (error) {
      if (!wasPosted && !isInDoubt(error)) await posted.drop(link)
      if (signal.aborted) return false
      const why = reasonOf(error)
      const inviter = why === 'accepted' && wasPosted ? await inviterOf(token, signal) : null
      if (signal.aborted) return false
      visit.changes++
      if (inviter) report(connectionAccepted({ link, inviter: inviter.full_name, id: inviter.player_id }), cause)
      else report(connectionRefused({ link, why }), cause)
      if (why === 'unanswered') return false
    }
    if (isHandleFor('link', link)) await broker.take('link', link)
    await posted.drop(link)
    return true
  }

  /** Who invited, once connected; null where that cannot be told. */
  async function inviterOf(token: string, signal: AbortSignal): Promise<Person | null> {
    const claims = InvitationClaims.safeParse(jwtPayload(token))
    if (!claims.success) return null
    const connections = await listConnections(api, signal).catch(() => [])
    return connections.find(({ player_id }) => player_id === claims.data.inviter_id) ?? null
  }

  function tellList(connections: Person[], cause: number): void {
    const text = JSON.stringify(connections)
    const isKept = visit.listed === text
    visit.listed = text
    report(isKept ? connectionListKept({}) : connectionListed({ connections }), cause)
  }

  async function list(cause: number): Promise<void> {
    const here = visit
    const { signal } = here.abort
    if (here.listing) return
    here.listing = true
    try {
      let connections: Person[]
      let began: number
      // One that was on its way when connections changed may be from before.
      do {
        began = here.changes
        connections = await repeatRead((one) => listConnections(api, one), signal)
      } while (began !== here.changes && !signal.aborted)
      if (!signal.aborted) tellList(connections, cause)
    } catch (error) {
      if (!signal.aborted) report(connectionListFailed({ code: codeOf(error) }), cause)
    } finally {
      here.listing = false
    }
  }

  async function remove({ requestId, id }: { requestId: string; id: string }, cause: number): Promise<void> {
    const here = visit
    const { signal } = here.abort
    try {
      await repeat((one) => deleteConnection(api, id, one), signal).catch((error: unknown) => {
        // The other one was faster, or the call before this one: it is gone, as was wanted.
        if (!isGone(error)) throw error
      })
      if (signal.aborted) return
      here.changes++
      // What is listed next differs from what was listed before.
      visit.listed = ''
      report(connectionDeleted({ requestId, id }), cause)
    } catch (error) {
      if (signal.aborted) return
      const failure = { requestId, id, ...failureOf(error), ...waitDetails(error) }
      report(connectionDeleteFailed(failure), cause)
      // Nobody answered: it may be gone all the same.
      if (!isInDoubt(error)) return
      here.changes++
      await list(cause)
    }
  }

  async function invite(
    { requestId, invitations }: { requestId: string; invitations: Invitation[] },
    by: string | undefined,
    cause: number,
  ): Promise<void> {
    const { signal } = visit.abort
    const list = JSON.stringify(invitations)
    // Pressed again after a lost answer it is the same act: nobody is mailed twice, whatever was answered in between.
    const before = unanswered?.by === by && unanswered?.list === list ? unanswered : null
    const key = before?.key ?? requestId
    unanswered = before
    const lost = (error: unknown): never => {
      if (isInDoubt(error)) unanswered = { by, list, key }
      throw error
    }
    try {
      const sent = await repeat((one) => sendInvitations(api, invitations, { key, signal: one }).catch(lost), signal)
      if (unanswered?.key === key) unanswered = null
      if (!signal.aborted) report(connectionInvited({ requestId, invitations: sent }), cause)
    } catch (error) {
      if (!signal.aborted) report(connectionInviteFailed({ requestId, ...refusalOf(error) }), cause)
    }
  }

  return {
    accept(event, state) {
      connection.accept(event, state)
      if (event.type === 'session.ended') {
        visit.abort.abort()
        visit = newVisit()
        return
      }
      if (event.type === 'change.noticed' && event.payload.domains.includes('connections')) visit.changes++
      const asked = planConnections(state, event)
      if (asked === null) return
      switch (asked.ask) {
        case 'list':
          return void list(event.seq)
        case 'delete':
          return void remove(asked, event.seq)
        case 'invite':
          return void invite(asked, state.single('session').claims?.playerid, event.seq)
        case 'accept': {
          const { link } = asked
          if (underWay.has(link)) return
          underWay.add(link)
          accept(link, event.seq)
            .catch(() => undefined)
            .finally(() => underWay.delete(link))
        }
      }
    },
  }
}

const newVisit = (): Visit => ({
  abort: new AbortController(),
  listing: false,
  changes: 0,
  listed: '',
})

function reasonOf(error: unknown): Why {
  if (!(error instanceof ApiError)) return 'unanswered'
  const { status, code } = error
  if (status === 409) return 'notForUser'
  if (status === 410) return code === 'INVITATION_EXPIRED' ? 'expired' : 'accepted'
  return status === 400 || status === 404 ? 'unreadable' : 'unanswered'
}
