// What can happen to the songs heard on this device, besides being heard (`player.started`).
import { History } from '../model/library/recent.ts'
import { defineEvent } from './define.ts'

/** What was stored of the signed-in player. */
export const recentRestored = defineEvent('recent.restored', () => ({ history: History }), { kind: 'fact' })
/** Forget everything that was heard until now (RECENT-003). */
export const recentCleared = defineEvent('recent.cleared', () => ({}), { kind: 'wish' })
