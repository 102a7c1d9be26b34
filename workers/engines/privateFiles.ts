/** Files of one private folder that are written through sync handles: what the logs and the parts of downloads have in common. */
import { privateFolder } from './storage.ts'

/** The handle of a worker that just died is let go a moment later. */
const LOCKED_TRIES = 5
const LOCKED_WAIT_MS = 100

export interface PrivateFiles {
  /** The folder as it is now. */
  readonly folder: FileSystemDirectoryHandle
  /** Opens a file for writing, a new one where there is none, once it is let go. @throws DOMException when it is not, or cannot be opened */
  openSync(name: string): Promise<FileSystemSyncAccessHandle>
  /** Does something with a file, once it is let go. @throws DOMException as `act` does */
  onceLetGo<Done>(act: () => Promise<Done>): Promise<Done>
}

/** @param pause waits so many ms @throws where the folder is not to be had */
export async function openPrivateFiles(name: string, pause: (ms: number) => Promise<void>): Promise<PrivateFiles> {
  let folder = await privateFolder(name)
  /** Whoever clears the site's data while the page is open takes the folder away: it is made anew. */
  async function fileOf(file: string): Promise<FileSystemFileHandle> {
    try {
      return await folder.getFileHandle(file, { create: true })
    } catch (error) {
      if (!isNamed(error, 'NotFoundError')) throw error
      folder = await privateFolder(name)
      return folder.getFileHandle(file, { create: true })
    }
  }
  async function onceLetGo<Done>(act: () => Promise<Done>): Promise<Done> {
    for (let left = LOCKED_TRIES; ; left--) {
      try {
        return await act()
      } catch (error) {
        if (left === 0 || !isHeldElsewhere(error)) throw error
        await pause(LOCKED_WAIT_MS)
      }
    }
  }
  return {
    get folder() {
      return folder
    },
    async openSync(file) {
      const entry = await fileOf(file)
      return onceLetGo(() => entry.createSyncAccessHandle())
    },
    onceLetGo,
  }
}

/** Somebody has the file open: what that is called was settled late, and WebKit has the earlier name. */
export const isHeldElsewhere = (error: unknown): boolean =>
  isNamed(error, 'NoModificationAllowedError') || isNamed(error, 'InvalidStateError')

const isNamed = (error: unknown, name: string): boolean => error instanceof DOMException && error.name === name
