/** What a person wrote on a log: bookmarks and notes, in this tab, by log. */
import { signal } from '@preact/signals-react'

interface KeptPorts {
  readKept(): string | null
  writeKept(text: string): void
}

interface Written {
  readonly bookmarks: readonly number[]
  readonly notes: readonly (readonly [seq: number, text: string])[]
}

export class Kept {
  readonly bookmarks = signal<ReadonlySet<number>>(new Set())
  readonly notes = signal<ReadonlyMap<number, string>>(new Map())
  readonly #ports: KeptPorts
  #logId = ''

  constructor(ports: KeptPorts) {
    this.#ports = ports
  }

  /** From now on it is this log that is written on. */
  open(logId: string): void {
    this.#logId = logId
    const written = writtenOf(this.#all()[logId])
    this.bookmarks.value = new Set(written.bookmarks)
    this.notes.value = new Map(written.notes)
  }

  toggleBookmark(seq: number): void {
    const next = new Set(this.bookmarks.value)
    if (!next.delete(seq)) next.add(seq)
    this.bookmarks.value = next
    this.#write()
  }

  /** @param text empty: there is none any more */
  note(seq: number, text: string): void {
    const next = new Map(this.notes.value)
    if (text === '') next.delete(seq)
    else next.set(seq, text)
    this.notes.value = next
    this.#write()
  }

  #write(): void {
    const written: Written = { bookmarks: [...this.bookmarks.value], notes: [...this.notes.value] }
    this.#ports.writeKept(JSON.stringify({ ...this.#all(), [this.#logId]: written }))
  }

  #all(): Record<string, unknown> {
    try {
      const all: unknown = JSON.parse(this.#ports.readKept() ?? '{}')
      return typeof all === 'object' && all !== null ? { ...all } : {}
    } catch {
      return {}
    }
  }
}

/** What anything that lay there says of a log. */
function writtenOf(value: unknown): Written {
  const { bookmarks, notes } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Written>
  return {
    bookmarks: Array.isArray(bookmarks) ? bookmarks.filter((seq) => Number.isInteger(seq)) : [],
    notes: Array.isArray(notes)
      ? notes.filter((one) => Array.isArray(one) && Number.isInteger(one[0]) && typeof one[1] === 'string')
      : [],
  }
}
