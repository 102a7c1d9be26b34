// Notifications appear because of other events; a person, or their time on screen, ends them.
import * as z from 'zod/mini'
import { defineEvent } from './define.ts'

export const noticeDismissed = defineEvent('notice.dismissed', { id: z.string() }, { kind: 'wish' })
