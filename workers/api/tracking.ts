// Which pages are seen (API-MISC-004).
import { type Api, Nothing } from './transport/client.ts'

export interface PageView {
  /** Without tokens and query (D-069). */
  readonly path: string
  /** ISO 8601. */
  readonly at: string
}

/** API-MISC-004. With the session when there is one; the caller ignores a failure. */
export async function tellPageView(api: Api, view: PageView): Promise<void> {
  await api.call(Nothing, { method: 'POST', path: '/tracking/page-views', body: view, auth: true })
}
