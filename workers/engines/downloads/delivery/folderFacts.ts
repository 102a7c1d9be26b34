/** What is said of the picked folder: which it is, and whether it may be written to. */
import { downloadFolderChanged, downloadHindered } from '#core/events/downloads.ts'
import type { AppDraft } from '#core/events/index.ts'
import type { Entities } from '#core/model/entities.ts'
import type { FolderHandle } from '../sinks/folder/folderPorts.ts'
import type { PickedFolder } from '../sinks/folder/pickedFolder.ts'

export interface FolderFactsParts {
  readonly picked: PickedFolder
  /** Settles when it is told who is signed in. */
  isTold(): Promise<void>
  owner(): string | null
  /** What was said of it last. */
  known(): Readonly<Entities['downloadFolder']>
  send(draft: AppDraft): void
  /** Another one was picked here. @param unkept that one, where the storage did not take it */
  chosen(unkept: FolderHandle | null | undefined): void
  /** What made the line stand still may be over. */
  goOn(): void
}

export class FolderFacts {
  readonly #parts: FolderFactsParts

  constructor(parts: FolderFactsParts) {
    this.#parts = parts
  }

  /** @param isChosen a person picked it, or let it be written to: another one may have the same name */
  async say(player: string, isChosen = false): Promise<void> {
    const { picked, owner, known: knownOf, send, goOn } = this.#parts
    const now = await picked.access(player).catch(() => null)
    // Nobody knows which folder it is: what was said of it last stands.
    if (now === null) return
    const known = knownOf()
    const isKnown = now.name === known.name && now.access === known.access
    if (player !== owner() || (isKnown && !isChosen)) return
    if (!isKnown) send(downloadFolderChanged(now))
    if (now.access === 'granted' || now.access === 'none') goOn()
  }

  /** As `DownloadEngine.keepFolder`. */
  async keep(folder: FolderHandle | null): Promise<void> {
    const { picked, isTold, owner, send, chosen } = this.#parts
    await isTold()
    const player = owner()
    if (player === null) return
    const isKept = await picked.pick(player, folder)
    if (player !== owner()) return
    if (!isKept) send(downloadHindered({ by: 'folderUnkept' }))
    chosen(isKept ? undefined : folder)
    await this.say(player, true)
  }

  /** The folder of the signed-in player. */
  async picked(): Promise<FolderHandle | null> {
    const { picked, isTold, owner } = this.#parts
    await isTold()
    const player = owner()
    return player === null ? null : picked.of(player).catch(() => null)
  }
}
