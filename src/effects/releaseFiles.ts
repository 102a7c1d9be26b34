/**
 * When a file of a release is asked for, a metadata report opens in a window of its own and an attachment is saved.
 * The window is opened inside the press (D-089).
 */
import type { AppDraft, EventOf } from '#core/events/index.ts'
import { releaseFileFailed, releaseFileHanded } from '#core/events/releases.ts'
import type { Attachment } from '#core/model/catalogue/release.ts'
import { attachmentIndex, type WantedFile } from '#core/model/catalogue/releaseFile.ts'
import { attachmentFileName } from '#core/model/text/fileName.ts'
import type { OpenWindow } from '#platform/files/laterWindow.ts'
import type { On } from './hearing.ts'

export interface ReleaseFilePorts {
  readonly on: On
  /** @throws Error when the file cannot be had */
  fetchFile(wanted: WantedFile): Promise<{ bytes: ArrayBuffer; type: string }>
  attachment(releaseid: string, index: number): Readonly<Attachment> | undefined
  /** Whether this wish is the one that counts: a file on its way is not asked for twice. */
  isWanted(event: EventOf<'release.fileRequested'>): boolean
  observe(draft: AppDraft): void
  readonly openWindow: OpenWindow
  /** Saves bytes under a name that is safe already. */
  save(bytes: Uint8Array<ArrayBuffer>, fileName: string, type: string): void
}

type Requested = EventOf<'release.fileRequested'>

/** Reports `release.fileHanded`, or `release.fileFailed` with the error's name. @returns how to stop */
export function handReleaseFiles(ports: ReleaseFilePorts): () => void {
  const { observe } = ports

  /** @returns whether it was handed over */
  async function settle({ payload }: Requested, hand: () => Promise<void>): Promise<boolean> {
    const { requestId, releaseid, file } = payload
    try {
      await hand()
      observe(releaseFileHanded({ requestId, releaseid, file }))
      return true
    } catch (error) {
      observe(releaseFileFailed({ requestId, releaseid, file, code: thrownName(error) }))
      return false
    }
  }

  async function showReport(event: Requested, format: 'pdf' | 'csv'): Promise<void> {
    const held: { window?: ReturnType<OpenWindow> } = {}
    const isShown = await settle(event, async () => {
      const opened = ports.openWindow()
      held.window = opened
      if (!opened) throw new Error('the browser refused the window')
      const { bytes } = await ports.fetchFile({ kind: 'report', releaseid: event.payload.releaseid, format })
      // As text a table is shown where it was opened; as what it is, it would be saved behind an empty window.
      opened.fill(bytes, format === 'pdf' ? 'application/pdf' : 'text/plain;charset=utf-8')
    })
    if (!isShown) held.window?.close()
  }

  async function saveAttachment(event: Requested, index: number): Promise<void> {
    await settle(event, async () => {
      const attachment = ports.attachment(event.payload.releaseid, index)
      if (!attachment) throw new Error('there is no such attachment')
      const { title, url: address, size } = attachment
      const { bytes, type } = await ports.fetchFile({ kind: 'attachment', url: address, bytes: size })
      // Saved, never shown: whatever it says it is, it opens as a file of the person's own.
      ports.save(new Uint8Array(bytes), attachmentFileName(title, address), type || 'application/octet-stream')
    })
  }

  return ports.on('release.fileRequested', (event) => {
    if (!ports.isWanted(event)) return
    const index = attachmentIndex(event.payload.file)
    if (index !== null) void saveAttachment(event, index)
    else void showReport(event, event.payload.file === 'report.csv' ? 'csv' : 'pdf')
  })
}

/** What a failure is called in an event. */
export function thrownName(error: unknown): string {
  return error instanceof Error ? error.name.slice(0, 40) : 'UNKNOWN'
}
