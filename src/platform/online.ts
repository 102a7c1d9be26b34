// Whether the browser believes it is connected, as facts.
import { appWentOffline, appWentOnline } from '#core/events/app.ts'
import type { AppDraft } from '#core/events/index.ts'

/** Reports each change. @returns how to stop */
export function watchOnline(target: Window, observe: (draft: AppDraft) => void): () => void {
  const offline = () => observe(appWentOffline({}))
  const online = () => observe(appWentOnline({}))
  target.addEventListener('offline', offline)
  target.addEventListener('online', online)
  return () => {
    target.removeEventListener('offline', offline)
    target.removeEventListener('online', online)
  }
}
