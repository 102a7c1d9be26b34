// Hands bytes that are already in memory to the browser as a file.

/** @param fileName name in the download folder; must be safe already */
export function saveBytes(bytes: Uint8Array<ArrayBuffer>, fileName: string, type: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type }))
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = fileName
  anchor.click()
  // The browser reads the address after the click; it never says when it is done.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
