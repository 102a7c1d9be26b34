/**
 * Passing a release on to connections, writing to its owner (SHARE, CONTACT), and to support (D-067). `requestId` names
 * one message, also to the server: tried again under the same id it goes out once.
 */
import * as z from 'zod/mini'
import { PlayerId, ReleaseId, RequestId } from '../../model/ids.ts'
import { RefusalDetails } from '../../model/people/refusal.ts'
import { ContactType } from '../../model/people/sharing.ts'
import { defineEvent } from '../define.ts'

/**
 * Sends a release to connections, and with it those of `also`; `text` may be empty. `title` is the release's, for what
 * is said afterwards.
 */
export const shareRequested = defineEvent(
  'sharing.shareRequested',
  () => ({
    requestId: RequestId,
    releaseid: ReleaseId,
    title: z.string(),
    also: z.optional(z.array(ReleaseId)),
    receivers: z.array(PlayerId),
    text: z.string(),
  }),
  { kind: 'wish', personal: ['text'] },
)
export const shareSent = defineEvent('sharing.shareSent', () => ({ requestId: RequestId }), { kind: 'fact' })
/** `message`: what the server says of it, kept with the request (SHARE-012). */
export const shareRefused = defineEvent(
  'sharing.shareRefused',
  () => ({ requestId: RequestId, code: z.string(), message: z.string(), ...RefusalDetails }),
  { kind: 'fact' },
)
/** The form that writes to a release's owner was opened, which is counted (CONTACT-019). */
export const contactOpened = defineEvent('sharing.contactOpened', () => ({ releaseid: ReleaseId }), { kind: 'wish' })
/** What was written to the owner of a release before, newest first (H-067). */
export const contactHistoryReceived = defineEvent(
  'sharing.contactHistoryReceived',
  () => ({
    releaseid: ReleaseId,
    messages: z.array(z.object({ title: z.string(), contactType: ContactType, text: z.string(), at: z.number() })),
  }),
  { kind: 'fact', personal: ['messages.text'] },
)
/** Writes to the owner of a release; `email` is where the answer goes. */
export const contactRequested = defineEvent(
  'sharing.contactRequested',
  () => ({
    requestId: RequestId,
    releaseid: ReleaseId,
    title: z.string(),
    contactType: ContactType,
    email: z.string(),
    text: z.string(),
  }),
  { kind: 'wish', personal: ['email', 'text'] },
)
export const contactSent = defineEvent('sharing.contactSent', () => ({ requestId: RequestId }), { kind: 'fact' })
export const contactRefused = defineEvent(
  'sharing.contactRefused',
  () => ({ requestId: RequestId, code: z.string(), message: z.string(), ...RefusalDetails }),
  { kind: 'fact' },
)
/** Writes to support (D-067): the answer goes to the address of the session. */
export const supportRequested = defineEvent(
  'sharing.supportRequested',
  () => ({ requestId: RequestId, text: z.string() }),
  {
    kind: 'wish',
    personal: ['text'],
  },
)
export const supportSent = defineEvent('sharing.supportSent', () => ({ requestId: RequestId }), { kind: 'fact' })
export const supportRefused = defineEvent(
  'sharing.supportRefused',
  () => ({ requestId: RequestId, code: z.string(), message: z.string(), ...RefusalDetails }),
  { kind: 'fact' },
)
/** The form was left: what its request came to is no longer shown. */
export const sharingDismissed = defineEvent('sharing.dismissed', () => ({ requestId: RequestId }), { kind: 'wish' })
