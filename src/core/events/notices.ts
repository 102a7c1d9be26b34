// Notifications appear because of other events; a person, or their time on screen, ends them.
import * as z from 'zod/mini'
import { defineEvent } from './define.ts'

/** Everything in the list of the last ones was seen. */
export const noticesRead = defineEvent('notice.allRead', () => ({}), { kind: 'wish' })
/** The list of the last ones is emptied. */
export const noticesCleared = defineEvent('notice.allCleared', () => ({}), { kind: 'wish' })
export const noticeDismissed = defineEvent('notice.dismissed', () => ({ id: z.string() }), { kind: 'wish' })
