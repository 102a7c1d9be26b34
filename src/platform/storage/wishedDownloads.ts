/**
 * Downloads that were asked for, or removed, of which the journal does not know yet. Local storage alone is written before a page that is
 * left in the same moment is gone; the journal takes them over a moment later. Where no session is kept, as on a public
 * computer, nothing is.
 */
import type { DownloadRequest } from '#core/model/downloads/download.ts'
import type { LocalTexts } from './localTexts.ts'

/** What local storage is good for is a press, not ten thousand of them, characters. */
const LENGTH_MAX = 1_000_000

export interface WishedParts {
  /** Of all pages, by the page that left them. */
  readonly texts: LocalTexts
  /** An id of this page's own. */
  readonly page: string
  /** Whether anything of this session may lie on the device. */
  mayKeep(): boolean
}

export interface WishedDownloads {
  /** To be called in the task of the press. */
  keep(player: string, requests: readonly DownloadRequest[]): void
  /** The same of a row that was removed: it is not to come back. */
  remove(player: string, downloadID: string): void
  /** These lie in the journal, or came to nothing. */
  drop(ids: readonly string[]): void
  /** Nothing of anybody is wished any more: the session is over. */
  clear(): void
  /** What earlier pages left, unread: as they wrote it, or somebody else. */
  left(): unknown[]
}

type Wished = { readonly player: string } & ({ readonly request: DownloadRequest } | { readonly removed: string })

/** The id of what was wished, whoever wrote it. */
function idOf(one: unknown): string {
  const { request, removed } = (one ?? {}) as { request?: Partial<DownloadRequest>; removed?: string }
  return request?.downloadID ?? removed ?? ''
}

export function createWishedDownloads({ texts, page, mayKeep }: WishedParts): WishedDownloads {
  let wished: Wished[] = []

  function write(name: string, all: readonly unknown[]): void {
    const text = JSON.stringify(all)
    texts.write(name, all.length > 0 && text.length <= LENGTH_MAX ? text : null)
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
      wished = [...wished, ...requests.map((request) => ({ player, request }))]
      write(page, wished)
    },
    remove(player, downloadID) {
      if (!mayKeep()) return
      wished = [...wished.filter((one) => idOf(one) !== downloadID), { player, removed: downloadID }]
      write(page, wished)
      for (const name of others()) {
        const rest = read(name).filter((one) => idOf(one) !== downloadID)
        write(name, rest)
      }
    },
    drop(ids) {
      const gone = new Set(ids)
      const isLeft = (one: unknown) => !gone.has(idOf(one))
      if (wished.some((one) => !isLeft(one))) {
        wished = wished.filter(isLeft)
        write(page, wished)
      }
      for (const name of others()) write(name, read(name).filter(isLeft))
    },
    clear() {
      wished = []
      for (const name of [page, ...others()]) write(name, [])
    },
    left: () => others().flatMap(read),
  }
}
