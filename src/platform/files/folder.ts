// Folders a person picks for downloads (File System Access). The worker keeps the handle; only a page may ask.
interface Picking {
  showDirectoryPicker?(options: { id: string; mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>
}
interface Asking {
  requestPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>
}

/** Who keeps the folder. What it is asked rejects with `WorkerGone` once it died. */
export interface FolderKeeper {
  folder(): Promise<FileSystemDirectoryHandle | null>
  keepFolder(folder: FileSystemDirectoryHandle | null): Promise<void>
}

/** A keeper that died is started again within seconds. Whether it is not, a person is told by whoever starts it. */
const GONE_TRIES = 60
const GONE_WAIT_MS = 1000

/** How many choices were made: one that still waits for a keeper makes way for the next. */
let choices = 0

export function canPickFolder(page: object = window): boolean {
  return typeof (page as Picking).showDirectoryPicker === 'function'
}

/**
 * Picks a folder, asks for permission to the picked one, or lets it go. Must be called in a press. A person who
 * closes the dialog changes nothing.
 * @param keeper who keeps it now: another one, once the one before died
 * @returns whether the browser refuses access to the picked one, mostly without having asked anybody
 */
export async function chooseFolder(
  keeper: () => FolderKeeper,
  what: 'pick' | 'allow' | 'leave',
  page: object = window,
): Promise<boolean> {
  if (what === 'leave') {
    await keep(keeper, null)
    return false
  }
  try {
    // Nobody may be there to say which it is: then it is picked anew.
    const known =
      what === 'allow'
        ? await keeper()
            .folder()
            .catch(() => null)
        : null
    if (known) {
      const answer = await (known as Asking).requestPermission?.({ mode: 'readwrite' })
      await keep(keeper, known)
      return answer === 'denied'
    }
    const picked = await (page as Picking).showDirectoryPicker?.({ id: 'downloads', mode: 'readwrite' })
    if (picked) await keep(keeper, picked)
  } catch (error) {
    if (!(error instanceof DOMException && (error.name === 'AbortError' || error.name === 'SecurityError'))) throw error
  }
  return false
}

async function keep(keeper: () => FolderKeeper, folder: FileSystemDirectoryHandle | null): Promise<void> {
  choices += 1
  const mine = choices
  for (let left = GONE_TRIES; left > 0 && mine === choices; left--) {
    try {
      return await keeper().keepFolder(folder)
    } catch (error) {
      if (!(error instanceof Error && error.name === 'WorkerGone')) throw error
      await new Promise((resolve) => setTimeout(resolve, GONE_WAIT_MS))
    }
  }
}
