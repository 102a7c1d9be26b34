/**
 * Hands finished files to the browser, one anchor click after another: Chromium drops the eleventh anchor
 * download within a second without a word, and Safari keeps only the last of two that follow at once.
 */
import { downloadFailed, downloadSaved } from '#core/events/downloads.ts'
import type { AppDraft, EventOf } from '#core/events/index.ts'
import { addressOf, type ObjectUrls } from './objectUrl.ts'

/** So many clicks in so many ms. */
export interface Pace {
  readonly clicks: number
  readonly ms: number
}
/** Chromium takes ten a second, however close together; one less, and a little more than a second, for safety. */
export const BURST: Pace = { clicks: 9, ms: 1050 }
/** Every other browser: one after another. */
export const STEADY: Pace = { clicks: 1, ms: 150 }

/** So long a worker may take to hand out a file, ms. */
export const FILE_MS = 30_000

export interface SaverParts extends ObjectUrls {
  /**
   * The bytes of a stored job; null when they are gone.
   * @throws Error `WorkerGone` or `ComesAgain` when the worker that stored them died: the job is reported once more
   */
  file(downloadID: string): Promise<File | Blob | null>
  /** Where facts go. */
  observe(draft: AppDraft): void
  readonly document: Document
  /** Default: what this browser takes. */
  readonly pace?: Pace
}

export interface Saver {
  /**
   * Saves the file of a job under the name in the event; reports `download.saved`, or `download.failed` with `save`. One
   * that waits for its click already, or had it, is saved once: the worker that stored it may have died and the next one
   * stored it again.
   */
  onStored(event: EventOf<'download.stored'>): void
  /** It is known everywhere that the file was saved: stored from now on it is wanted once more. */
  onSaved(downloadID: string): void
}

/** Makes the one saver of the page: its queue is what keeps the clicks apart. */
export function createSaver(parts: SaverParts): Saver {
  const { document, observe } = parts
  const setTimer = parts.setTimer ?? ((run: () => void, ms: number) => void setTimeout(run, ms))
  const line: EventOf<'download.stored'>[] = []
  /** Jobs whose file waits for its click, or had it while not everybody knows. */
  const inHand = new Set<string>()
  const pace = parts.pace ?? ownPace()
  let free = pace.clicks
  let busy = false

  async function work(): Promise<void> {
    if (busy) return
    busy = true
    for (let event = free > 0 && line.shift(); event; event = free > 0 && line.shift()) {
      free -= 1
      await save(event)
      setTimer(() => {
        free += 1
        void work()
      }, pace.ms)
    }
    busy = false
  }

  async function save({ payload }: EventOf<'download.stored'>): Promise<void> {
    const { downloadID } = payload
    try {
      const file = await Promise.race([
        parts.file(downloadID),
        new Promise<null>((late) => setTimer(() => late(null), FILE_MS)),
      ])
      if (!file || file.size !== payload.bytes) throw new Error('the file is gone')
      click(file, payload.fileName)
      observe(downloadSaved({ downloadID }))
    } catch (error) {
      inHand.delete(downloadID)
      // Its worker died: the next one stores it again.
      if (error instanceof Error && (error.name === 'WorkerGone' || error.name === 'ComesAgain')) return
      observe(downloadFailed({ downloadID, reason: 'save', receivedBytes: payload.bytes }))
    }
  }

  function click(file: Blob, fileName: string): void {
    const anchor = document.createElement('a')
    anchor.href = addressOf(file, parts)
    anchor.download = fileName
    anchor.hidden = true
    document.body.append(anchor)
    anchor.click()
    anchor.remove()
  }

  return {
    onStored(event) {
      const { downloadID } = event.payload
      if (inHand.has(downloadID)) {
        const at = line.findIndex(({ payload }) => payload.downloadID === downloadID)
        // It may be called otherwise by now.
        if (at >= 0) line[at] = event
        return
      }
      inHand.add(downloadID)
      line.push(event)
      void work()
    },
    onSaved: (downloadID) => void inHand.delete(downloadID),
  }
}

/** Only Chromium lets a page pick a folder, and it alone counts the clicks of a second. */
function ownPace(): Pace {
  return 'showDirectoryPicker' in globalThis ? BURST : STEADY
}
