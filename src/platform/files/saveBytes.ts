// Hands bytes that are already in memory to the browser as a file.
import { addressOf } from './objectUrl.ts'

/** @param fileName name in the download folder; must be safe already */
export function saveBytes(bytes: Uint8Array<ArrayBuffer>, fileName: string, type: string): void {
  const anchor = document.createElement('a')
  anchor.href = addressOf(new Blob([bytes], { type }))
  anchor.download = fileName
  anchor.click()
}
