/**
 * Sends releases and messages to people. A try that came to nothing is repeated by a person alone, under the id of the
 * first, so that what was sent although its answer was lost goes out once.
 */
import type { AppDraft, AppEvent, EventOf } from '#core/events/index.ts'
import {
  contactHistoryReceived,
  contactRefused,
  contactSent,
  shareRefused,
  shareSent,
  supportRefused,
  supportSent,
} from '#core/events/people/sharing.ts'
import { CONTACT_TYPES } from '#core/model/people/sharing.ts'
import { writeToSupport } from '#workers/api/profile.ts'
import { commentClick, commentInit, sendComment, sentComments, shareRelease } from '#workers/api/sharing.ts'
import { ApiError, refusalOf } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import type { Engine, Report } from '../engine.ts'
import { planSharing } from './plan.ts'

export interface SharingParts {
  readonly api: Api
  readonly report: Report
}

export function createSharingEngine({ api, report }: SharingParts): Engine {
  /** Ends with the session of who sends: nothing of theirs goes out in the name of who comes next. */
  let visit = new AbortController()
  /** By request. */
  const underWay = new Set<string>()
  /** Ends the newest question for what was written before. */
  let asking = new AbortController()

  /** How many releases of a request went out to its receivers so far, from the first, where the server takes one at a time. */
  const wentOut = new Map<string, number>()

  /** In one message; what a server that takes one release alone did not take goes out after it, each under its own key. */
  async function share({ requestId, releaseid, also = [], receivers, text }: Share): Promise<void> {
    const { signal } = visit
    const send = (release_id: string, key: string, others: readonly string[] = []) => {
      const together = others.length > 0 ? { also: [...others] } : {}
      return shareRelease(api, { release_id, ...together, players_id: receivers, message: text }, key, signal)
    }
    // Whoever is chosen for the next try gets all of them; the keys keep what the others have from going out twice.
    const tried = [requestId, ...receivers].join()
    const done = wentOut.get(tried) ?? (await send(releaseid, requestId, also).catch(noneWhereAlone))
    for (const [at, release_id] of [releaseid, ...also].entries()) {
      if (at < done) continue
      wentOut.set(tried, at)
      await send(release_id, `${requestId}-${at}`)
    }
    wentOut.delete(tried)
  }

  function contact({ requestId, releaseid, ...said }: EventOf<'sharing.contactRequested'>['payload']) {
    const { contactType, email, text } = said
    const request = {
      player_email: email,
      comment_type_id: contactType,
      comment_type: CONTACT_TYPES[contactType - 1] ?? '',
      comment_text: text,
    }
    return sendComment(api, releaseid, request, requestId, visit.signal)
  }

  /** Opening it is counted; whether that succeeds is nobody's concern (D-122). */
  function track(releaseid: string): void {
    commentInit(api, releaseid, visit.signal).catch(() => undefined)
    commentClick(api, releaseid, visit.signal).catch(() => undefined)
  }

  /** The form stands without them; who opens it again, or another, asks again. The newest question alone is answered. */
  async function history(releaseid: string): Promise<AppDraft | null> {
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    try {
      const { comments } = await sentComments(api, releaseid, signal)
      if (signal.aborted) return null
      const messages = comments.map((one) => ({
        title: one.release_title,
        contactType: one.comment_type_id,
        text: one.comment_text,
        at: one.sent_at,
      }))
      return contactHistoryReceived({ releaseid, messages })
    } catch {
      return null
    }
  }

  async function once(requestId: string, call: () => Promise<void>, ends: Ends): Promise<AppDraft | null> {
    if (underWay.has(requestId)) return null
    const { signal } = visit
    underWay.add(requestId)
    try {
      await call()
      return signal.aborted ? null : ends.sent({ requestId })
    } catch (error) {
      return signal.aborted ? null : ends.refused({ requestId, ...refusalOf(error) })
    } finally {
      underWay.delete(requestId)
    }
  }

  const tell = (draft: Promise<AppDraft | null>, cause: number) =>
    void draft.then((told) => told && report(told, cause))

  return {
    accept(event: AppEvent) {
      if (event.type === 'session.ended') {
        wentOut.clear()
        asking.abort()
        visit.abort()
        visit = new AbortController()
      }
      const asked = planSharing(event)
      if (asked === null) return
      switch (asked.ask) {
        case 'history':
          track(asked.releaseid)
          return tell(history(asked.releaseid), event.seq)
        case 'share': {
          const ends = { sent: shareSent, refused: shareRefused }
          return tell(
            once(asked.wish.requestId, () => share(asked.wish), ends),
            event.seq,
          )
        }
        case 'support': {
          const ends = { sent: supportSent, refused: supportRefused }
          const call = () => writeToSupport(api, { message: asked.wish.text }, asked.wish.requestId, visit.signal)
          return tell(once(asked.wish.requestId, call, ends), event.seq)
        }
        case 'contact': {
          const ends = { sent: contactSent, refused: contactRefused }
          return tell(
            once(asked.wish.requestId, () => contact(asked.wish), ends),
            event.seq,
          )
        }
      }
    },
  }
}

type Share = EventOf<'sharing.shareRequested'>['payload']

/** None went out where the server refused the field that holds the others. */
function noneWhereAlone(error: unknown): number {
  if (error instanceof ApiError && error.status === 400 && namesOthers(error)) return 0
  throw error
}

const namesOthers = ({ fields = {}, message }: ApiError): boolean => 'also' in fields || /\balso\b/.test(message)

type Ends =
  | { readonly sent: typeof shareSent; readonly refused: typeof shareRefused }
  | { readonly sent: typeof contactSent; readonly refused: typeof contactRefused }
  | { readonly sent: typeof supportSent; readonly refused: typeof supportRefused }
