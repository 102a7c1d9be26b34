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

/** Fields with addresses of pictures, and what such an address looks like anywhere else. */
const PICTURES = new Set(['coverart', 'thumbnail', 'logo', 'icon'])
const PICTURE = /^(\/|https?:).*\.(webp|png|jpe?g|gif|svg|avif)(\?|$)|\/images\//i

/** What is to be shown now. */
export interface ShownState {
  /** Valid until it is asked for again. */
  readonly state: ReadonlyStore
  readonly seq: number
  readonly address: string
}

export class Showing {
  readonly #post: (message: ToReplayed) => void
  readonly #now: () => ShownState
  readonly #touched = new Touches()
  /** Not all that changed is named in `#touched`. */
  #unnamed = true
  #isDue = false
  #isDrawing = false

  /** @param now asked when there is something to tell */
  constructor(post: (message: ToReplayed) => void, now: () => ShownState) {
    this.#post = post
    this.#now = now
  }

  /** It is another state. @param touched what may differ from the one before; null: everything */
  changed(touched: readonly Touched[] | null): void {
    this.#isDue = true
    if (touched) this.#touched.addAll(touched)
    else this.#unnamed = true
    if (!this.#isDrawing) this.#tell()
  }

  /** It has drawn what it was told last. */
  drawn(): void {
    this.#isDrawing = false
    if (this.#isDue) this.#tell()
  }

  #tell(): void {
    const { state, seq, address } = this.#now()
    const fresh = this.#unnamed
    const parts: EntityChange[][] = [[]]
    let characters = 0
    for (const { kind, id } of fresh ? everything(state) : this.#touched) {
      const entity = state.get(kind, id)
      const text = entity === undefined ? null : JSON.stringify(entity, withoutPictures)
      characters += text?.length ?? 0
      if ((parts.at(-1)?.length ?? 0) >= MOST || characters > MOST_CHARACTERS) {
        parts.push([])
        characters = 0
      }
      parts.at(-1)?.push(text === null ? { kind, id, gone: true } : { kind, id, text })
    }
    for (const [at, changes] of parts.entries())
      this.#post({ seq, fresh: fresh && at === 0, more: at < parts.length - 1, changes, address })
    this.#touched.clear()
    this.#unnamed = false
    this.#isDue = false
    this.#isDrawing = true
  }
}

function* everything(state: ReadonlyStore): Generator<Touched> {
  for (const kind of KINDS) for (const id of state.ids(kind)) yield { kind, id }
}

function withoutPictures(key: string, value: unknown): unknown {
  return typeof value === 'string' && (PICTURES.has(key) || PICTURE.test(value)) ? '' : value
}
