/** The handle of a worker that just died is let go a moment later. */
export const LOCKED_TRIES = 5
export const LOCKED_WAIT_MS = 100

/** Whether a file of the private file system is refused because another worker holds it. */
export const isLocked = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NoModificationAllowedError'

/** Opens a file for writing, once it is let go. @throws DOMException when it is not, or cannot be opened */
export async function openSyncHandle(
  file: FileSystemFileHandle,
  pause: (ms: number) => Promise<void>,
): Promise<FileSystemSyncAccessHandle> {
  for (let left = LOCKED_TRIES; ; left--) {
    try {
      return await file.createSyncAccessHandle()
    } catch (error) {
      if (left === 0 || !isLocked(error)) throw error
      await pause(LOCKED_WAIT_MS)
    }
  }
}
