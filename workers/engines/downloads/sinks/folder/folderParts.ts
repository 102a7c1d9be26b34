// The parts that lie in the picked folder, until each is kept there or thrown away.

import type { Clock } from '../../../../api/transport/clock.ts'
import type { TailedSinks } from '../tails.ts'
import { FolderPace } from './folderPace.ts'
import { FolderPart } from './folderPart.ts'
import type { Reserved } from './folders.ts'

export class FolderParts {
  readonly #parts = new Map<string, FolderPart>()
  readonly #pace = new FolderPace()

  constructor(readonly clock: Clock) {}

  /** The part of a job, if it lies in the folder. */
  get(id: string): FolderPart | null {
    return this.#parts.get(id) ?? null
  }

  /** A new part for a job that has none. */
  open(id: string, place: Reserved): FolderPart {
    const part = new FolderPart(place, this.clock, this.#pace)
    this.#parts.set(id, part)
    return part
  }

  /** The file of a job is the person's from now on. */
  leave(id: string): void {
    this.#parts.get(id)?.leave()
    this.#parts.delete(id)
  }

  async drop(id: string): Promise<void> {
    const part = this.#parts.get(id)
    this.#parts.delete(id)
    await part?.drop()
  }

  async dropAll(): Promise<void> {
    await Promise.all([...this.#parts.keys()].map((id) => this.drop(id)))
  }
}

/** The same sinks, for jobs some of which have their part in the folder. */
export function withFolder(sinks: TailedSinks, folderParts: FolderParts): TailedSinks {
  return {
    ...sinks,
    get kind() {
      return sinks.kind
    },
    get keepMs() {
      return sinks.keepMs
    },
    async reserve(id, bytes) {
      // How much room a disk has is not said.
      if (!folderParts.get(id)) await sinks.reserve(id, bytes)
    },
    async remove(id) {
      await folderParts.drop(id)
      await sinks.remove(id)
    },
  }
}
