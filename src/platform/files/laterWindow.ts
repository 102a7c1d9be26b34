/**
 * A window that is opened inside a press, empty, and led to a file once that is here; if the file does not come, it
 * closes (D-089). Opened any later the browser would block it.
 */
import { addressOf, type ObjectUrls } from './objectUrl.ts'

/** Opens windows to be filled later. Null: the browser refuses one. */
export type OpenWindow = () => LaterWindow | null

export interface LaterWindow {
  /** Shows the bytes as what they are. Does nothing when the person closed the window meanwhile. */
  fill(bytes: ArrayBuffer, type: string): void
  close(): void
}

/** What opens the windows of a page. */
export function windowsOf(target: Pick<Window, 'open'>, urls: ObjectUrls = {}): OpenWindow {
  return () => {
    const opened = target.open('', '_blank')
    if (!opened) return null
    opened.opener = null
    return {
      fill(bytes, type) {
        if (opened.closed) return
        // It is read again where somebody loads the window anew, or saves what it shows.
        opened.location.replace(addressOf(new Blob([bytes], { type }), urls, () => !opened.closed))
      },
      close: () => opened.close(),
    }
  }
}
