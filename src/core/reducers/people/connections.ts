// Invitations on their way, who is connected, and what is said of it (SHELL-041 to SHELL-043, D-047).
import type { AppEvent } from '../../events/index.ts'
import { type NetworkState, type NoticeCategory, SELF } from '../../model/entities.ts'
import { addNotice } from '../notices.ts'
import type { Store } from '../store.ts'

const NOTHING: NetworkState = { invitations: [], connections: [] }

const SAID: Readonly<Record<string, readonly [NoticeCategory, detail: string] | null>> = {
  accepted: ['invitationAlreadyAccepted', ''],
  notForUser: ['invitationNotForUser', ''],
  expired: ['hasError', 'invitation.expired'],
  unreadable: ['hasError', 'invitation.unreadable'],
  // It is tried again at the next visit.
  unanswered: null,
}

export function reduceConnections(state: Store, event: AppEvent): void {
  const network = state.get('network', SELF) ?? NOTHING
  const others = (link: string) => network.invitations.filter(({ id }) => id !== link)
  const change = (fields: Partial<NetworkState>) => state.set('network', SELF, { ...network, ...fields })
  switch (event.type) {
    case 'connection.acceptRequested': {
      const { link } = event.payload
      return change({ invitations: [...others(link), { id: link }] })
    }
    case 'connection.accepted': {
      const { link, inviter } = event.payload
      change({ invitations: others(link) })
      return addNotice(state, {
        id: `invitation.${link}`,
        category: 'connectionAccepted',
        notificationType: 'success',
        subject: '',
        detail: '',
        person: inviter,
      })
    }
    case 'connection.refused': {
      const { link, why } = event.payload
      change({ invitations: others(link) })
      const said = SAID[why]
      if (!said) return
      const [category, detail] = said
      return addNotice(state, { id: `invitation.${link}`, category, notificationType: 'error', subject: '', detail })
    }
    case 'connection.listed':
      // One identity (D-046).
      return change({ connections: event.payload.connections.map((one) => ({ ...one, id: one.player_id })) })
    case 'session.ended':
      return state.drop('network', SELF)
  }
}
