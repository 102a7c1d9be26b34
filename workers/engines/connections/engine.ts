/**
 * Takes invitations to connect (D-047). The link is dropped once the server has said what there is to say of it; without
 * an answer it stays for the next visit.
 */
import type { TokenBroker } from '#core/contracts/session.ts'
import { connectionAccepted, connectionListed, connectionRefused } from '#core/events/people/connections.ts'
import { isHandleFor } from '#core/model/people/secrets.ts'
import { acceptInvitation, processConnections } from '#workers/api/network.ts'
import { ApiError } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Engine, Report } from '../engine.ts'

type Why = ReturnType<typeof connectionRefused>['payload']['why']

export interface ConnectionsParts {
  readonly api: Api
  readonly broker: Pick<TokenBroker, 'reveal' | 'take'>
  readonly report: Report
}

export function createConnectionsEngine({ api, broker, report }: ConnectionsParts): Engine {
  const underWay = new Set<string>()

  async function accept(link: string, cause: number): Promise<void> {
    const token = isHandleFor('link', link) ? await broker.reveal('link', link) : null
    if (token === null) return report(connectionRefused({ link, why: 'unreadable' }), cause)
    try {
      const { inviter_name } = await acceptInvitation(api, token)
      report(connectionAccepted({ link, inviter: inviter_name }), cause)
    } catch (error) {
      const why = reasonOf(error)
      report(connectionRefused({ link, why }), cause)
      if (why === 'unanswered') return
    }
    if (isHandleFor('link', link)) await broker.take('link', link)
    // What was accepted before is joined as well (D-049).
    report(connectionListed({ connections: await processConnections(api) }), cause)
  }

  return {
    accept(event) {
      if (event.type !== 'connection.acceptRequested') return
      const { link } = event.payload
      if (underWay.has(link)) return
      underWay.add(link)
      accept(link, event.seq)
        .catch(() => undefined)
        .finally(() => underWay.delete(link))
    },
  }
}

function reasonOf(error: unknown): Why {
  if (!(error instanceof ApiError)) return 'unanswered'
  const { status, code } = error
  if (status === 409) return 'notForUser'
  if (status === 410) return code === 'INVITATION_EXPIRED' ? 'expired' : 'accepted'
  return status === 400 || status === 404 ? 'unreadable' : 'unanswered'
}
