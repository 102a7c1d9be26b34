/**
 * Opens metadata reports in windows of their own and saves attachments. A window is opened inside the press,
 * empty, and led to the file once that is here (D-089); if it does not come, the window closes.
 */
import type { AppDraft, EventOf } from '#core/events/index.ts'
import { releaseFileFailed, releaseFileHanded } from '#core/events/releases.ts'
import type { Attachment } from '#core/model/catalogue/release.ts'
import { attachmentIndex, type WantedFile } from '#core/model/catalogue/releaseFile.ts'
import { attachmentFileName } from '#core/model/text/fileName.ts'

/** How long a window or the browser may take to begin reading, ms. */
export const REVOKE_AFTER_MS = 60_000

export interface ReleaseFileParts {
  /** @throws Error when the file cannot be had */
  fetchFile(wanted: WantedFile): Promise<{ bytes: ArrayBuffer; type: string }>
  attachment(releaseid: string, index: number): Readonly<Attachment> | undefined
  /** Whether this wish is the one that counts: a file on its way is not asked for twice. */
  isWanted(event: EventOf<'release.fileRequested'>): boolean
  observe(draft: AppDraft): void
  /** A new, empty window; null when the browser refuses it. */
  openWindow(): Pick<Window, 'close' | 'closed' | 'location'> | null
  /** Saves bytes under a name that is safe already. */
  save(bytes: Uint8Array<ArrayBuffer>, fileName: string, type: string): void
  /** Default: `URL`. */
  readonly url?: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>
  /** Default: the global timer. */
  setTimer?(run: () => void, ms: number): void
}

export function createReleaseFiles(parts: ReleaseFileParts): {
  onRequested(event: EventOf<'release.fileRequested'>): void
} {
  const { observe } = parts
  const url = parts.url ?? URL
  const setTimer = parts.setTimer ?? ((run: () => void, ms: number) => void setTimeout(run, ms))

  async function settle(event: EventOf<'release.fileRequested'>, hand: () => Promise<void>): Promise<boolean> {
    const { requestId, releaseid, file } = event.payload
    try {
      await hand()
      observe(releaseFileHanded({ requestId, releaseid, file }))
      return true
    } catch (error) {
      const code = error instanceof Error ? error.name.slice(0, 40) : 'UNKNOWN'
      observe(releaseFileFailed({ requestId, releaseid, file, code }))
      return false
    }
  }

  async function showReport(event: EventOf<'release.fileRequested'>, format: 'pdf' | 'csv'): Promise<void> {
    const opened = parts.openWindow()
    const shown = await settle(event, async () => {
      if (!opened) throw new Error('the browser refused the window')
      const { bytes } = await parts.fetchFile({ kind: 'report', releaseid: event.payload.releaseid, format })
      if (opened.closed) return
      // As text a table is shown where it was opened; as what it is, it would be saved behind an empty window.
      const type = format === 'pdf' ? 'application/pdf' : 'text/plain;charset=utf-8'
      const address = url.createObjectURL(new Blob([bytes], { type }))
      opened.location.replace(address)
      setTimer(() => url.revokeObjectURL(address), REVOKE_AFTER_MS)
    })
    if (!shown) opened?.close()
  }

  async function saveAttachment(event: EventOf<'release.fileRequested'>, index: number): Promise<void> {
    await settle(event, async () => {
      const attachment = parts.attachment(event.payload.releaseid, index)
      if (!attachment) throw new Error('there is no such attachment')
      const { title, url: address, size } = attachment
      const { bytes, type } = await parts.fetchFile({ kind: 'attachment', url: address, bytes: size })
      // Saved, never shown: whatever it says it is, it opens as a file of the person's own.
      parts.save(new Uint8Array(bytes), attachmentFileName(title, address), type || 'application/octet-stream')
    })
  }

  return {
    onRequested(event) {
      if (!parts.isWanted(event)) return
      const index = attachmentIndex(event.payload.file)
      if (index !== null) void saveAttachment(event, index)
      else void showReport(event, event.payload.file === 'report.csv' ? 'csv' : 'pdf')
    },
  }
}
