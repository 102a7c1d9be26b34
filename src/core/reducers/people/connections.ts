// Invitations in and out, who is connected, and what is said of it (SHELL-041 to SHELL-043, D-047).
import type { AppEvent } from '../../events/index.ts'
import type { NewConnection } from '../../model/changes.ts'
import { type InvitingState, type NetworkState, type NoticeCategory, SELF } from '../../model/entities.ts'
import type { DeletionFailure } from '../../model/people/sessionEntities.ts'
import { addNotice } from '../notices.ts'
import type { Store } from '../store.ts'
import { tellNotice } from './telling.ts'

const NOTHING: NetworkState = { invitations: [], connections: [] }

const SAID: Readonly<Record<string, readonly [NoticeCategory, detail: string] | null>> = {
  accepted: ['invitationAlreadyAccepted', ''],
  notForUser: ['invitationNotForUser', ''],
  expired: ['hasError', 'invitation.expired'],
  unreadable: ['hasError', 'invitation.unreadable'],
  // It is tried again at the next visit.
  unanswered: null,
}

/** What is said of an invitation under a handle. */
const TAKEN = 'invitation.'
/** What is said of a new connection: the same whoever sent the invitation, for it is said once. */
const connectedWith = (id: string) => `connected.${id}`

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
      const { link, inviter, id } = event.payload
      state.set('network', SELF, { ...back(network, id === undefined ? [] : [id]), invitations: others(link) })
      return addNotice(state, {
        id: id === undefined ? `${TAKEN}${link}` : connectedWith(id),
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
      return addNotice(state, { id: `${TAKEN}${link}`, category, notificationType: 'error', subject: '', detail })
    }
    case 'connection.listRequested':
      // What is listed stays in sight while it is read again.
      return network.status === 'success' ? undefined : change({ status: 'loading' })
    case 'connection.listed': {
      // One identity (D-046).
      const connections = event.payload.connections.map((one) => ({ ...one, id: one.player_id }))
      const listed = new Set(connections.map(({ id }) => id))
      const isListed = (wanted: string) => listed.has(wanted)
      const before = network.connections.map(({ id }) => id)
      const known = back(
        gone(
          network,
          before.filter((id) => !isListed(id)),
        ),
        before.filter(isListed),
      )
      // Who is no longer listed was deleted, whatever became of the answer (H-044).
      const still = telling(
        known,
        failuresOf(known).filter(({ id }) => isListed(id)),
      )
      return state.set('network', SELF, { ...still, connections, status: 'success' })
    }
    case 'connection.listKept':
      return change({ status: 'success' })
    case 'connection.listFailed':
      return network.status === 'success' ? undefined : change({ status: 'error' })
    case 'connection.deleteRequested':
    case 'connection.deleted':
    case 'connection.deleteFailed':
    case 'connection.failureRead':
      return reduceDeletion(network, event, (next) => state.set('network', SELF, next))
    case 'connection.inviteRequested':
    case 'connection.invited':
    case 'connection.inviteFailed':
    case 'connection.inviteCleared':
      return reduceInviting(state, event)
    case 'change.noticed': {
      const { people } = state.single('noticeHistory')
      // Logs of earlier builds say of an invitation that was taken only what its sender is called.
      const named = new Set(Object.keys(people).flatMap((id) => (id.startsWith(TAKEN) ? (people[id] ?? []) : [])))
      // Whoever took the invitation themselves has read it already.
      const isKnown = ({ player_id, full_name }: NewConnection) =>
        network.connections.some(({ id }) => id === player_id) ||
        (!network.left?.includes(player_id) &&
          (Object.hasOwn(people, connectedWith(player_id)) || named.has(full_name)))
      const news = event.payload.connected.filter((one) => !isKnown(one))
      if (network.left)
        state.set(
          'network',
          SELF,
          back(
            network,
            news.map(({ player_id }) => player_id),
          ),
        )
      for (const one of news)
        tellNotice(state, event.payload.told, {
          id: connectedWith(one.player_id),
          category: 'connectionAccepted',
          notificationType: 'success',
          subject: '',
          detail: '',
          person: one.full_name,
        })
      return
    }
    case 'session.ended':
      state.drop('inviting', SELF)
      return state.drop('network', SELF)
  }
}

type DeletionEvent = Extract<
  AppEvent,
  { type: 'connection.deleteRequested' | 'connection.deleted' | 'connection.deleteFailed' | 'connection.failureRead' }
>

function reduceDeletion(network: NetworkState, event: DeletionEvent, set: (next: NetworkState) => void): void {
  if (event.type === 'connection.failureRead') return network.failure && set(telling(network, []))
  const { requestId, id } = event.payload
  const failures = failuresOf(network).filter((one) => one.id !== id)
  const calm = telling(network, failures)
  const removals = network.removals ?? []
  if (event.type === 'connection.deleteRequested') {
    const isListed = network.connections.some((one) => one.id === id)
    if (isListed && !removals.some((one) => one.id === id)) set({ ...calm, removals: [...removals, { requestId, id }] })
    return
  }
  if (!removals.some((one) => one.requestId === requestId)) return
  const others = removals.filter((one) => one.requestId !== requestId)
  if (event.type === 'connection.deleteFailed') {
    const { requestId: _, id: __, ...refusal } = event.payload
    // Read meanwhile, the list may say that it was done.
    if (!network.connections.some((one) => one.id === id)) return set({ ...calm, removals: others })
    return set({ ...telling(network, [...failures, { id, ...refusal }]), removals: others })
  }
  const connections = network.connections.filter((one) => one.id !== id)
  set({ ...gone(network, [id]), removals: others, connections })
}

/** Deletions that came to nothing, and were not read, the last one last. */
const failuresOf = ({ failure, alsoFailed = [] }: NetworkState): readonly DeletionFailure[] =>
  failure ? [...alsoFailed, failure] : []

function telling(
  { failure: _, alsoFailed: __, ...calm }: NetworkState,
  failures: readonly DeletionFailure[],
): NetworkState {
  const failure = failures.at(-1)
  const alsoFailed = failures.slice(0, -1)
  return { ...calm, ...(failure && { failure }), ...(alsoFailed.length > 0 && { alsoFailed }) }
}

/** These ceased to be connections. */
function gone(network: NetworkState, ids: readonly string[]): NetworkState {
  return ids.length === 0 ? network : { ...network, left: [...new Set([...(network.left ?? []), ...ids])] }
}

/** These are connections, and known to be. */
function back({ left = [], ...network }: NetworkState, ids: readonly string[]): NetworkState {
  const known = new Set(ids)
  const others = left.filter((id) => !known.has(id))
  return others.length === 0 ? network : { ...network, left: others }
}

type InvitingEvent = Extract<
  AppEvent,
  {
    type: 'connection.inviteRequested' | 'connection.invited' | 'connection.inviteFailed' | 'connection.inviteCleared'
  }
>

/** An answer to anything but the last list is dropped. */
function reduceInviting(state: Store, event: InvitingEvent): void {
  if (event.type === 'connection.inviteCleared') return state.drop('inviting', SELF)
  const { requestId } = event.payload
  const set = (fields: Omit<InvitingState, 'requestId'>) => state.set('inviting', SELF, { requestId, ...fields })
  if (event.type === 'connection.inviteRequested') return set({ status: 'waiting', refusal: null, sent: null })
  const before = state.get('inviting', SELF)
  if (before?.requestId !== requestId || before.status !== 'waiting') return
  if (event.type === 'connection.invited')
    return set({ status: 'done', refusal: null, sent: event.payload.invitations })
  const { requestId: _, ...refusal } = event.payload
  set({ status: 'refused', refusal, sent: null })
}
