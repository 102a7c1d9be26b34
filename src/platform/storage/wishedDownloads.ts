/**
 * Downloads that were asked for, or removed, of which the journal does not know yet. Local storage alone is written before a page that is
 * left in the same moment is gone; the journal takes them over a moment later. Where no session is kept, as on a public
 * computer, nothing is.
 */
import type { DownloadRequest } from '#core/model/downloads/download.ts'
import type { LocalTexts } from './localTexts.ts'

/**
 * What local storage is good for is presses, not all of ten thousand rows, characters: some six hundred of them. The page
 * stands still while it is written: 61 ms for 650,000 on a slow machine (measured).
 */
const LENGTH_MAX = 200_000

export interface WishedParts {
  /** Of all pages, by the page that left them. */
  readonly texts: LocalTexts
  /** An id of this page's own. */
  readonly page: string
  /** Whether anything of this session may lie on the device. */
  mayKeep(): boolean
}

export interface WishedDownloads {
  /** To be called in the task of the press, at whose end all that was wished in it is written. */
  keep(player: string, requests: readonly DownloadRequest[]): void
  /** The same of a row that was removed: it is not to come back. */
  remove(player: string, downloadID: string): void
  /** These lie in the journal, or came to nothing. */
  drop(ids: readonly string[]): void
  /** Nothing of anybody is wished any more: the session is over. */
  clear(): void
  /** What was wished here and does not lie in the journal yet. */
  mine(): unknown[]
  /** What earlier pages left, unread: as they wrote it, or somebody else. */
  left(): unknown[]
}

type Wished = { readonly player: string } & ({ readonly request: DownloadRequest } | { readonly removed: string })

/** What was wished here; it is made a text once, however often the list is written that it stands in. */
interface Listed {
  /** Of how much the wish was that it came with. */
  readonly of: number
  readonly wished: Wished
  text?: string
}

/** The id of what was wished, whoever wrote it. */
function idOf(one: unknown): string {
  const { request, removed } = (one ?? {}) as { request?: Partial<DownloadRequest>; removed?: string }
  return request?.downloadID ?? removed ?? ''
}

export function createWishedDownloads({ texts, page, mayKeep }: WishedParts): WishedDownloads {
  const wished = new Map<string, Listed>()
  /** What may stand in the lists of other pages and is not to any more. */
  const gone = new Set<string>()
  let isDue = false

  /** A list of thousands is wished at once, and taken back row by row, all of it in one task. */
  function writeSoon(): void {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      clean()
      texts.write(page, joined())
    })
  }

  /** Reading what the others left takes as long for one row as for thousands. */
  function clean(): void {
    if (gone.size === 0) return
    for (const name of others())
      write(
        name,
        read(name).filter((one) => !gone.has(idOf(one))),
      )
    gone.clear()
  }

  function list(id: string, of: number, one: Wished): void {
    wished.delete(id)
    wished.set(id, { of, wished: one })
  }

  /**
   * What is wished as one text, in the order it was wished; null when that is nothing. Of what is too much small wishes
   * are kept rather than big ones, and what is beyond the most is not looked at.
   */
  function joined(): string | null {
    const all = [...wished.values()]
    const kept = new Map<Listed, string>()
    let length = 1
    for (const one of all.toSorted((a, b) => a.of - b.of)) {
      one.text ??= JSON.stringify(one.wished)
      length += one.text.length + 1
      if (length > LENGTH_MAX) break
      kept.set(one, one.text)
    }
    return kept.size > 0 ? `[${all.flatMap((one) => kept.get(one) ?? []).join()}]` : null
  }

  /** What another page left, or what is left of it. */
  function write(name: string, rest: readonly unknown[]): void {
    texts.write(name, rest.length > 0 ? JSON.stringify(rest) : null)
  }

  const others = () => texts.names().filter((name) => name !== page)

  function read(name: string): unknown[] {
    try {
      const all: unknown = JSON.parse(texts.read(name) ?? '[]')
      return Array.isArray(all) ? all : []
    } catch {
      return []
    }
  }

  return {
    keep(player, requests) {
      if (!mayKeep()) return
      const of = requests.reduce((all, { gather }) => all + 1 + (gather?.sources.length ?? 0), 0)
      for (const request of requests) list(request.downloadID, of, { player, request })
      writeSoon()
    },
    remove(player, downloadID) {
      if (!mayKeep()) return
      list(downloadID, 1, { player, removed: downloadID })
      gone.add(downloadID)
      writeSoon()
    },
    drop(ids) {
      for (const id of ids) {
        wished.delete(id)
        gone.add(id)
      }
      writeSoon()
    },
    clear() {
      wished.clear()
      gone.clear()
      for (const name of [page, ...others()]) write(name, [])
    },
    mine: () => [...wished.values()].map((one) => one.wished),
    left() {
      clean()
      return others().flatMap(read)
    },
  }
}
