// When the PDF of a playlist is asked for, it opens in a window of its own, opened inside the press (D-089).
import type { AppDraft, EventOf } from '#core/events/index.ts'
import { playlistPdfFailed, playlistPdfHanded } from '#core/events/playlists.ts'
import type { OpenWindow } from '#platform/files/laterWindow.ts'
import type { On } from './hearing.ts'
import { thrownName } from './releaseFiles.ts'

export interface PlaylistPdfPorts {
  readonly on: On
  /** @throws Error when it cannot be had */
  fetchPdf(playlistid: string): Promise<ArrayBuffer>
  /** Whether this wish is the one that counts: a file on its way is not asked for twice. */
  isWanted(event: EventOf<'playlist.pdfRequested'>): boolean
  observe(draft: AppDraft): void
  readonly openWindow: OpenWindow
}

/** Reports `playlist.pdfHanded`, or `playlist.pdfFailed` with the error's name. @returns how to stop */
export function showPlaylistPdf(ports: PlaylistPdfPorts): () => void {
  return ports.on('playlist.pdfRequested', async (event) => {
    const { playlistid, requestId } = event.payload
    let opened: ReturnType<OpenWindow> = null
    try {
      if (!ports.isWanted(event)) return
      opened = ports.openWindow()
      if (!opened) throw new Error('the browser refused the window')
      opened.fill(await ports.fetchPdf(playlistid), 'application/pdf')
      ports.observe(playlistPdfHanded({ requestId, playlistid }))
    } catch (error) {
      opened?.close()
      ports.observe(playlistPdfFailed({ requestId, playlistid, code: thrownName(error) }))
    }
  })
}
