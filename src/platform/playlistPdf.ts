/**
 * Opens the PDF of a playlist in a window of its own: empty inside the press, led to the file once that is here; if it
 * does not come, the window closes (D-089).
 */
import type { AppDraft, EventOf } from '#core/events/index.ts'
import { playlistPdfFailed, playlistPdfHanded } from '#core/events/playlists.ts'
import { REVOKE_AFTER_MS } from './releaseFiles.ts'

export interface PlaylistPdfParts {
  /** @throws Error when it cannot be had */
  fetchPdf(playlistid: string): Promise<ArrayBuffer>
  /** Whether this wish is the one that counts: a file on its way is not asked for twice. */
  isWanted(event: EventOf<'playlist.pdfRequested'>): boolean
  observe(draft: AppDraft): void
  /** A new, empty window; null when the browser refuses it. */
  openWindow(): Pick<Window, 'close' | 'closed' | 'location'> | null
  /** Default: `URL`. */
  readonly url?: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>
  /** Default: the global timer. */
  setTimer?(run: () => void, ms: number): void
}

export function createPlaylistPdf(parts: PlaylistPdfParts): {
  onRequested(event: EventOf<'playlist.pdfRequested'>): Promise<void>
} {
  const url = parts.url ?? URL
  const setTimer = parts.setTimer ?? ((run: () => void, ms: number) => void setTimeout(run, ms))
  return {
    async onRequested(event) {
      if (!parts.isWanted(event)) return
      const { playlistid, requestId } = event.payload
      const opened = parts.openWindow()
      try {
        if (!opened) throw new Error('the browser refused the window')
        const bytes = await parts.fetchPdf(playlistid)
        if (!opened.closed) {
          const address = url.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
          opened.location.replace(address)
          setTimer(() => url.revokeObjectURL(address), REVOKE_AFTER_MS)
        }
        parts.observe(playlistPdfHanded({ requestId, playlistid }))
      } catch (error) {
        opened?.close()
        const code = error instanceof Error ? error.name.slice(0, 40) : 'UNKNOWN'
        parts.observe(playlistPdfFailed({ requestId, playlistid, code }))
      }
    },
  }
}
