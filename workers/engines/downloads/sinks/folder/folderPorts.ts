// What is needed of a folder a person picked, and of where it is remembered.
import type { Begun, FileFolder } from './folderFile.ts'
import type { SubFolders } from './folderNames.ts'

/** What is needed of a `FileSystemDirectoryHandle`. */
export interface FolderHandle extends FileFolder {
  readonly name: string
  /** Whether both are one folder of the disk. */
  isSameEntry?(other: FolderHandle): Promise<boolean>
  queryPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>
  getDirectoryHandle(name: string, options?: { create?: boolean }): Promise<FolderHandle>
}

/** A file that was begun, and the picked folder it lies in: another one may be picked while it is written. */
export interface Writing extends Begun {
  /** Not there: a build of before wrote it down, and it is looked for in the folder that is picked now. */
  readonly root?: FolderHandle
}

/**
 * Remembers the folder of each player, which files were being written, and which sub-folder is which release's.
 * Rejects when the storage refuses; `save` where it did not take the folder.
 */
export interface FolderStore extends SubFolders {
  load(player: string): Promise<FolderHandle | null>
  save(player: string, folder: FolderHandle | null): Promise<void>
  writing(player: string): Promise<readonly Writing[]>
  setWriting(player: string, files: readonly Writing[]): Promise<void>
}
