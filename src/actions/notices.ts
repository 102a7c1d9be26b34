import { wish } from '#bridge/dispatch.ts'
import { noticeDismissed } from '#core/events/notices.ts'

export function dismissNotice(id: string): void {
  wish(noticeDismissed({ id }))
}
