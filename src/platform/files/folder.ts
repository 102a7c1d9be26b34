// Folders a person picks for downloads (File System Access). The worker keeps the handle; only a page may ask.
interface Picking {
  showDirectoryPicker?(options: { id: string; mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>
}
interface Asking {
  requestPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>
}

/** Who keeps the folder. */
export interface FolderKeeper {
  folder(): Promise<FileSystemDirectoryHandle | null>
  keepFolder(folder: FileSystemDirectoryHandle | null): Promise<void>
}

export function canPickFolder(page: object = window): boolean {
  return typeof (page as Picking).showDirectoryPicker === 'function'
}

/**
 * Picks a folder, asks for permission to the picked one, or lets it go. Must be called in a press. A person who
 * closes the dialog changes nothing.
 */
export async function chooseFolder(
  keeper: FolderKeeper,
  what: 'pick' | 'allow' | 'leave',
  page: object = window,
): Promise<void> {
  if (what === 'leave') return keeper.keepFolder(null)
  try {
    const known = what === 'allow' ? await keeper.folder() : null
    if (known) {
      await (known as Asking).requestPermission?.({ mode: 'readwrite' })
      return await keeper.keepFolder(known)
    }
    const picked = await (page as Picking).showDirectoryPicker?.({ id: 'downloads', mode: 'readwrite' })
    if (picked) await keeper.keepFolder(picked)
  } catch (error) {
    if (!(error instanceof DOMException && (error.name === 'AbortError' || error.name === 'SecurityError'))) throw error
  }
}
