import { wish } from '#bridge/dispatch.ts'
import { noticeDismissed, noticesCleared, noticesRead } from '#core/events/notices.ts'

export function dismissNotice(id: string): void {
  wish(noticeDismissed({ id }))
}

/** What was said so far was seen. */
export function readNotices(): void {
  wish(noticesRead({}))
}

/** Forgets what was said so far. */
export function clearNotices(): void {
  wish(noticesCleared({}))
}
