/**
 * Downloads that were asked for, or removed, of which the journal does not know yet. Local storage alone is written before a page that is
 * left in the same moment is gone; the journal takes them over a moment later. Where no session is kept, as on a public
 * computer, nothing is.
 */
import type { DownloadRequest } from '#core/model/download.ts'

const PREFIX = 'downloads.wished.'
/** What local storage is good for is a press, not ten thousand of them, characters. */
const LENGTH_MAX = 1_000_000

export interface WishedParts {
  readonly storage: Storage
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

export function createWishedDownloads({ storage, page, mayKeep }: WishedParts): WishedDownloads {
  const mine = PREFIX + page
  let wished: Wished[] = []

  function write(key: string, all: readonly unknown[]): void {
    try {
      const text = JSON.stringify(all)
      if (all.length > 0 && text.length <= LENGTH_MAX) storage.setItem(key, text)
      else storage.removeItem(key)
    } catch {
      // Full or forbidden: then the journal alone has it, a moment later.
    }
  }

  function others(): string[] {
    try {
      return Object.keys(storage).filter((key) => key.startsWith(PREFIX) && key !== mine)
    } catch {
      return []
    }
  }

  function read(key: string): unknown[] {
    try {
      const all: unknown = JSON.parse(storage.getItem(key) ?? '[]')
      return Array.isArray(all) ? all : []
    } catch {
      return []
    }
  }

  return {
    keep(player, requests) {
      if (!mayKeep()) return
      wished = [...wished, ...requests.map((request) => ({ player, request }))]
      write(mine, wished)
    },
    remove(player, downloadID) {
      if (!mayKeep()) return
      wished = [...wished.filter((one) => idOf(one) !== downloadID), { player, removed: downloadID }]
      write(mine, wished)
      for (const key of others())
        write(
          key,
          read(key).filter((one) => idOf(one) !== downloadID),
        )
    },
    drop(ids) {
      const gone = new Set(ids)
      const isLeft = (one: unknown) => !gone.has(idOf(one))
      if (wished.some((one) => !isLeft(one))) {
        wished = wished.filter(isLeft)
        write(mine, wished)
      }
      for (const key of others()) write(key, read(key).filter(isLeft))
    },
    clear() {
      wished = []
      for (const key of [mine, ...others()]) write(key, [])
    },
    left: () => others().flatMap(read),
  }
}
