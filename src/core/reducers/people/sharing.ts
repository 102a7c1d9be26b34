// Releases and messages on their way to people, and what came of them (SHARE-011, SHARE-012, CONTACT-016 to CONTACT-018).
import type { AppEvent, EventOf } from '../../events/index.ts'
import type { ReceivedShare } from '../../model/changes.ts'
import { addNotice } from '../notices.ts'
import type { Store } from '../store.ts'
import { tellNotice } from './telling.ts'

export function reduceSharing(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'sharing.shareRequested':
    case 'sharing.contactRequested': {
      const { requestId, title } = event.payload
      const more = 'also' in event.payload ? (event.payload.also?.length ?? 0) : 0
      const together = more > 0 ? { count: more + 1 } : {}
      return state.set('sharing', requestId, { title, ...together, status: 'waiting', refusal: null })
    }
    case 'sharing.contactHistoryReceived': {
      const { releaseid, messages } = event.payload
      forgetHistories(state)
      return state.set('contactHistory', releaseid, { messages })
    }
    case 'sharing.supportRequested':
      return state.set('sharing', event.payload.requestId, { title: '', status: 'waiting', refusal: null })
    case 'sharing.supportSent': {
      const { requestId } = event.payload
      if (state.get('sharing', requestId)?.status === 'waiting') state.patch('sharing', requestId, { status: 'sent' })
      return
    }
    case 'sharing.shareSent':
    case 'sharing.contactSent': {
      const { requestId } = event.payload
      const request = state.get('sharing', requestId)
      if (request?.status !== 'waiting') return
      state.drop('sharing', requestId)
      return addNotice(state, {
        id: `sharing.${requestId}`,
        category: event.type === 'sharing.shareSent' ? 'releaseShared' : 'contactRequestSent',
        notificationType: 'success',
        subject: request.title,
        detail: request.count === undefined ? '' : String(request.count),
      })
    }
    case 'sharing.shareRefused':
    case 'sharing.contactRefused':
    case 'sharing.supportRefused': {
      const { requestId, ...refusal } = event.payload
      if (state.get('sharing', requestId)?.status !== 'waiting') return
      return state.patch('sharing', requestId, { status: 'refused', refusal })
    }
    case 'sharing.dismissed': {
      const { requestId } = event.payload
      // What is on its way is still told of.
      if (state.get('sharing', requestId)?.status !== 'waiting') state.drop('sharing', requestId)
      return
    }
    case 'change.noticed':
      return receive(state, event.payload)
    case 'session.ended':
      for (const id of [...state.ids('sharing')]) state.drop('sharing', id)
      forgetHistories(state)
  }
}

function forgetHistories(state: Store): void {
  for (const id of [...state.ids('contactHistory')]) state.drop('contactHistory', id)
}

/** What was shared is marked wherever it is held, and told once for each who shared. */
function receive(state: Store, { shares, told }: EventOf<'change.noticed'>['payload']): void {
  for (const share of [...shares].reverse()) mark(state, share)
  for (const by of new Set(shares.map((share) => share.by))) {
    const theirs = shares.filter((share) => share.by === by)
    const [newest] = theirs
    if (!newest) continue
    const titles = new Set(theirs.map(({ releaseid }) => releaseid)).size
    tellNotice(state, told, {
      id: `shared.${newest.shareid}`,
      category: 'sharedWithYou',
      notificationType: 'info',
      subject: newest.title,
      detail: titles > 1 ? String(titles) : '',
      person: by,
    })
  }
}

function mark(state: Store, { shareid, releaseid, by, message, date }: ReceivedShare): void {
  if (state.get('release', releaseid)) state.patch('release', releaseid, { shared: date })
  const detail = state.get('detail', releaseid)
  if (!detail?.release || detail.release.shares?.some((one) => one.shareid === shareid)) return
  const shares = [{ shareid, by, message, date }, ...(detail.release.shares ?? [])]
  state.set('detail', releaseid, { ...detail, release: { ...detail.release, shared: date, shares } })
}
