/** What becomes of wishes that are no events: whoever waits for their answer would take silence for success. */
import type { AppDraft } from '#core/events/index.ts'
import { playlistRequestFailed } from '#core/events/playlists.ts'

const KINDS = {
  'playlist.createRequested': 'create',
  'playlist.updateRequested': 'update',
  'playlist.deleteRequested': 'delete',
  'playlist.addRequested': 'add',
} as const

/** The failure of the request a refused wish began; null: nobody waits for one. */
export function failureOf({ type, payload }: AppDraft): AppDraft | null {
  const kind = KINDS[type as keyof typeof KINDS]
  const requestId = (payload as { readonly requestId?: unknown } | undefined)?.requestId
  if (kind === undefined || typeof requestId !== 'string') return null
  return playlistRequestFailed({ requestId, kind, code: 'REFUSED', message: '' })
}
