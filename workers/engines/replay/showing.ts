/**
 * What the replayed player is told: entities that changed since it was told last, the newest state alone. While it
 * draws, what comes meanwhile is gathered. Nothing of it leads to the network: addresses of pictures are left empty,
 * and the views draw a placeholder instead.
 */
import type { ToReplayed } from '#core/contracts/replay.ts'
import type { EntityChange } from '#core/contracts/state.ts'
import { KINDS } from '#core/model/entities.ts'
import type { ReadonlyStore, Touched } from '#core/reducers/store.ts'
import { Touches } from '#core/reducers/touches.ts'

/** Entities and characters of one message: its reader stays within a frame. */
const MOST = 500
const MOST_CHARACTERS = 256 * 1024

/** Fields with addresses of pictures. */
const PICTURES = new Set(['coverart', 'thumbnail', 'logo', 'icon'])

interface Wanted {
  readonly state: ReadonlyStore
  readonly seq: number
  readonly address: string
}

export class Showing {
  readonly #post: (message: ToReplayed) => void
  /** What it holds; null before it was told anything. */
  #sent: ReadonlyStore | null = null
  #wanted: Wanted | null = null
  readonly #touched = new Touches()
  /** Not all that changed is named in `#touched`. */
  #unnamed = true
  #isDrawing = false

  constructor(post: (message: ToReplayed) => void) {
    this.#post = post
  }

  /**
   * @param state stays as it is
   * @param touched what may differ from the state shown before; null: everything
   */
  show(state: ReadonlyStore, touched: readonly Touched[] | null, seq: number, address: string): void {
    this.#wanted = { state, seq, address }
    if (touched) this.#touched.addAll(touched)
    else this.#unnamed = true
    if (!this.#isDrawing) this.#tell()
  }

  /** It has drawn what it was told last. */
  drawn(): void {
    this.#isDrawing = false
    this.#tell()
  }

  #tell(): void {
    const wanted = this.#wanted
    if (!wanted) return
    const { state, seq, address } = wanted
    const sent = this.#sent
    const changed = sent === null || this.#unnamed ? everything(sent, state) : this.#touched
    const parts: EntityChange[][] = [[]]
    let characters = 0
    for (const { kind, id } of changed) {
      const entity = state.get(kind, id)
      if (sent !== null && sent.get(kind, id) === entity) continue
      const text = entity === undefined ? null : JSON.stringify(entity, withoutPictures)
      characters += text?.length ?? 0
      if ((parts.at(-1)?.length ?? 0) >= MOST || characters > MOST_CHARACTERS) {
        parts.push([])
        characters = 0
      }
      parts.at(-1)?.push(text === null ? { kind, id, gone: true } : { kind, id, text })
    }
    for (const [at, changes] of parts.entries())
      this.#post({ seq, fresh: sent === null && at === 0, more: at < parts.length - 1, changes, address })
    this.#sent = state
    this.#wanted = null
    this.#touched.clear()
    this.#unnamed = false
    this.#isDrawing = true
  }
}

function* everything(before: ReadonlyStore | null, after: ReadonlyStore): Generator<Touched> {
  for (const kind of KINDS) {
    for (const id of after.ids(kind)) yield { kind, id }
    if (before === null) continue
    for (const id of before.ids(kind)) if (after.get(kind, id) === undefined) yield { kind, id }
  }
}

function withoutPictures(key: string, value: unknown): unknown {
  return PICTURES.has(key) && typeof value === 'string' ? '' : value
}
