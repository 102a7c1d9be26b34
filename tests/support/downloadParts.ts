/**
 * What the download engine's tests are made of: a server of files with faults, sinks and a journal in memory,
 * and real WAV, MP3 and zip bytes.
 */
import { createHash } from 'node:crypto'
import type { DownloadRequest } from '#core/model/downloads/download.ts'
import type { Fetch } from '#workers/api/transport/client.ts'
import type { Journal, JournalEntry } from '#workers/engines/downloads/journal/journal.ts'
import type { FileHandle } from '#workers/engines/downloads/sinks/folder/folderFile.ts'
import type { Claim } from '#workers/engines/downloads/sinks/folder/folderNames.ts'
import type { FolderHandle, FolderStore, Writing } from '#workers/engines/downloads/sinks/folder/folderPorts.ts'
import type { Part, Sinks } from '#workers/engines/downloads/sinks/sink.ts'
import { Trouble } from '#workers/engines/downloads/trouble/trouble.ts'
import type { DigestBlock } from '#workers/engines/downloads/verify/blocks.ts'
import type { Hasher } from '#workers/engines/downloads/verify/digest.ts'
import type { Digest } from '#workers/engines/downloads/verify/hashing.ts'

/** A WAV of `dataBytes` of noise that depends on `seed`. */
export function wav(dataBytes: number, seed = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44 + dataBytes)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('RIFF'), 0)
  view.setUint32(4, bytes.length - 8, true)
  bytes.set(new TextEncoder().encode('WAVEfmt '), 8)
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 2, true)
  view.setUint32(24, 44_100, true)
  view.setUint32(28, 176_400, true)
  view.setUint16(32, 4, true)
  view.setUint16(34, 16, true)
  bytes.set(new TextEncoder().encode('data'), 36)
  view.setUint32(40, dataBytes, true)
  for (let i = 44, x = seed; i < bytes.length; i++) {
    x = (Math.imul(x, 1_103_515_245) + 12_345) >>> 0
    bytes[i] = x >>> 24
  }
  return bytes
}

/** An MP3 as far as its first frame header goes. */
export function mp3(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length).fill(7)
  bytes.set([0xff, 0xfb, 0xe0, 0x64])
  return bytes
}

/** An MP4 of two boxes. */
export function mp4(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length).fill(5)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 16)
  bytes.set(new TextEncoder().encode('ftypisom'), 4)
  view.setUint32(16, length - 16)
  bytes.set(new TextEncoder().encode('mdat'), 20)
  return bytes
}

/** A store-only zip of one entry, or of none. */
export function zip(entryBytes: number | null): Uint8Array<ArrayBuffer> {
  const entry = entryBytes === null ? new Uint8Array() : new Uint8Array(30 + 5 + entryBytes).fill(9)
  if (entryBytes !== null) entry.set([0x50, 0x4b, 3, 4])
  const end = new Uint8Array(22)
  end.set([0x50, 0x4b, 5, 6])
  if (entryBytes !== null) end[10] = 1
  return new Uint8Array([...entry, ...end])
}

/** SHA-256 without WebAssembly, whose compilation takes real time. */
export async function nodeHasher(): Promise<Hasher> {
  const hash = createHash('sha256')
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') }
}

/** The platform's digest without its thread, which takes real time. */
export const nodeDigest: Digest = async (bytes) => ({
  hash: new Uint8Array(createHash('sha256').update(bytes).digest()).buffer,
  memory: bytes.buffer,
})

/** The same of one block. */
export const nodeDigestBlock: DigestBlock = async (bytes) =>
  new Uint8Array(createHash('sha256').update(bytes).digest()).buffer

export const sha256Hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
export const reprDigest = (bytes: Uint8Array) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`

export interface Served {
  bytes: Uint8Array<ArrayBuffer>
  etag: string | null
  digest?: string | null
  /** Whether `Content-Length` and totals are announced. Default true. */
  length?: boolean
}

export interface Seen {
  readonly path: string
  readonly token: string | null
  readonly range: string | null
  readonly ifRange: string | null
  readonly signal: AbortSignal
}

/** Answers one request in place of the server, or null to let it answer. */
export type Fault = (seen: Seen, file: Served) => Response | Promise<Response> | null

/** Serves files under their path as a correct server does, with `Range` and `If-Range`, unless a fault comes first. */
export class FileServer {
  readonly files = new Map<string, Served>()
  readonly seen: Seen[] = []
  readonly faults: Fault[] = []
  /** Bodies that are open now. */
  open = 0

  readonly fetch: Fetch = async (address, init) => {
    const url = new URL(address, 'http://files.test')
    const headers = new Headers(init?.headers)
    const seen: Seen = {
      path: url.pathname,
      token: url.searchParams.get('token'),
      range: headers.get('range'),
      ifRange: headers.get('if-range'),
      signal: init?.signal ?? new AbortController().signal,
    }
    this.seen.push(seen)
    const file = this.files.get(seen.path)
    if (!file) return new Response('{}', { status: 404 })
    const fault = this.faults.shift()
    return (await fault?.(seen, file)) ?? this.answer(seen, file)
  }

  /** The right answer, with a body that a test may shorten, break off, hold open or slow down. */
  answer(seen: Seen, file: Served, body: BodyOptions = {}): Response {
    const { bytes, etag } = file
    const headers = new Headers({ 'Accept-Ranges': 'bytes' })
    if (etag) headers.set('ETag', etag)
    if (file.digest !== null) headers.set('Repr-Digest', file.digest ?? reprDigest(bytes))
    const [, start = 0, last] = (/^bytes=(\d+)-(\d*)$/.exec(seen.range ?? '') ?? []).map((text) => Number(text))
    const ranged = seen.range !== null && (seen.ifRange === null || seen.ifRange === etag)
    if (ranged && start >= bytes.length) return new Response(null, { status: 416, headers })
    const from = ranged ? start : 0
    const to = ranged && last ? last + 1 : bytes.length
    if (ranged) headers.set('Content-Range', `bytes ${from}-${to - 1}/${bytes.length}`)
    if (file.length !== false) headers.set('Content-Length', String(to - from))
    return new Response(this.body(bytes.subarray(from, to), seen.signal, body), { status: ranged ? 206 : 200, headers })
  }

  body(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal, options: BodyOptions = {}): ReadableStream {
    const piece = options.piece ?? 4096
    const upTo = options.breakAt ?? options.holdAt ?? options.endAt ?? bytes.length
    let at = 0
    let gone = false
    this.open += 1
    const leave = () => {
      if (!gone) this.open -= 1
      gone = true
    }
    return new ReadableStream({
      ...(options.plain ? {} : { type: 'bytes' }),
      start: (controller: ReadableStreamDefaultController<Uint8Array>) => {
        signal.addEventListener('abort', () => {
          if (gone) return
          leave()
          controller.error(signal.reason)
        })
      },
      pull: async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        if (at >= upTo) {
          if (options.holdAt !== undefined && upTo < bytes.length) return new Promise<void>(() => {})
          leave()
          if (options.breakAt !== undefined) controller.error(new TypeError('network error'))
          else {
            controller.close()
            ;(controller as { byobRequest?: { respond(n: number): void } | null }).byobRequest?.respond(0)
          }
          return
        }
        if (options.wait) await options.wait()
        if (gone) return
        const end = Math.min(upTo, at + piece)
        controller.enqueue(bytes.slice(at, end))
        at = end
      },
      cancel: leave,
    } as unknown as UnderlyingDefaultSource<Uint8Array>)
  }
}

export interface BodyOptions {
  /** Break the connection after so many bytes. */
  breakAt?: number
  /** Send no more after so many bytes, and do not end. */
  holdAt?: number
  /** End in good order after so many bytes. */
  endAt?: number
  /** Bytes per chunk. */
  piece?: number
  /** Called before each chunk. */
  wait?: () => Promise<void>
  /** Not a byte stream: the browser has no reader with a buffer of one's own. */
  plain?: boolean
}

/** Parts in memory; `quota` is where a write comes short, as the private file system does it. */
export class MemorySinks implements Sinks {
  readonly kind = 'memory'
  readonly keepMs = 600_000
  readonly parts = new Map<string, { bytes: Uint8Array<ArrayBuffer>; open: boolean; modified: number }>()
  quota = Number.POSITIVE_INFINITY
  room = Number.POSITIVE_INFINITY
  /** Bytes all parts may have together. */
  disk = Number.POSITIVE_INFINITY
  /** What is reserved is held against others, as in the memory of a page; a disk promises nothing. */
  books = false
  readonly booked = new Map<string, number>()
  refuses = false
  /** When a file of before was last touched. */
  modified = 0
  readonly openers = new Map<string, symbol>()

  /** Bytes that others have, or were promised. */
  usedBy(others: (id: string) => boolean): number {
    const ids = [...new Set([...this.parts.keys(), ...this.booked.keys()])].filter(others)
    return ids.reduce((all, id) => all + Math.max(this.parts.get(id)?.bytes.length ?? 0, this.booked.get(id) ?? 0), 0)
  }

  put(id: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.parts.set(id, { bytes, open: false, modified: this.modified })
  }

  /** Whoever had parts open is gone. */
  close(ofThose = (_id: string): boolean => true): void {
    for (const [id, held] of this.parts) if (ofThose(id)) held.open = false
  }

  async open(id: string): Promise<Part> {
    if (this.refuses) throw new Trouble('storageRefuses', 'refused')
    const held = this.parts.get(id) ?? { bytes: new Uint8Array(), open: false, modified: this.modified }
    if (held.open) throw new Error(`part ${id} is open twice`)
    held.open = true
    // Who lost it with a crash does not get it back with somebody else's opening.
    const mine = Symbol(id)
    this.openers.set(id, mine)
    const isMine = () => held.open && this.openers.get(id) === mine
    this.parts.set(id, held)
    const sinks = this
    return {
      get size() {
        return held.bytes.length
      },
      append(bytes) {
        if (!isMine()) throw new Error('a closed part was written to')
        const size = held.bytes.length + bytes.length
        const isFull = size > sinks.quota || sinks.usedBy((other) => other !== id) + size > sinks.disk
        if (isFull) throw new Trouble('diskFull', 'short write')
        held.bytes = appended(held.bytes, bytes)
      },
      rewrite(at, bytes) {
        if (!isMine()) throw new Error('a closed part was written to')
        held.bytes = held.bytes.slice()
        held.bytes.set(bytes, at)
      },
      truncate() {
        if (isMine()) held.bytes = new Uint8Array()
        sinks.booked.delete(id)
      },
      async read(at, length) {
        return held.bytes.slice(at, at + length)
      },
      async readInto(at, into) {
        const bytes = held.bytes.subarray(at, at + into.length)
        into.set(bytes)
        return bytes.length
      },
      close() {
        if (isMine()) held.open = false
        sinks.booked.delete(id)
      },
    }
  }

  saved(): void {}

  async fits(bytes: number): Promise<void> {
    if (bytes > this.room || this.usedBy(() => true) + bytes > this.disk) throw new Trouble('diskFull', 'no room')
  }

  async reserve(id: string, bytes: number): Promise<void> {
    const size = (this.parts.get(id)?.bytes.length ?? 0) + bytes
    if (bytes > this.room || this.usedBy((other) => other !== id) + size > this.disk)
      throw new Trouble('diskFull', 'no room')
    if (this.books) this.booked.set(id, size)
  }

  async file(id: string): Promise<Blob | null> {
    const held = this.parts.get(id)
    return held && !held.open ? new Blob([held.bytes]) : null
  }

  async remove(id: string): Promise<void> {
    if (this.parts.get(id)?.open) throw new Error('an open part was removed')
    this.parts.delete(id)
    this.booked.delete(id)
  }

  async list(): Promise<{ id: string; modified: number }[]> {
    return [...this.parts].map(([id, { modified }]) => ({ id, modified }))
  }
}

/** Chromium's own word on a name, whatever the disk would hold (measured). */
function checkName(name: string): void {
  const refused =
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what is refused
    /[\u0000-\u001f/\\:*?"<>|\p{Cf}\p{Noncharacter_Code_Point}]|^[ ~]|[. ~]$|^(con|nul|clock\$)(\.|$)|\.(lnk|url)$/iu
  if (refused.test(name)) throw new TypeError('Name is not allowed.')
}

/** A folder in memory that behaves as a `FileSystemDirectoryHandle` does, with the ways one fails. */
export class MemoryFolder implements FolderHandle {
  readonly files = new Map<string, File>()
  readonly folders = new Map<string, MemoryFolder>()
  permission: PermissionState = 'granted'
  /** Bytes there is room for. */
  room = Number.POSITIVE_INFINITY
  /** Called before a file is closed. */
  beforeClose: () => Promise<void> = async () => {}
  /** Called before bytes are written. */
  beforeWrite: () => Promise<void> = async () => {}
  /** Names of files that are being written. */
  readonly open = new Set<string>()
  /** Bytes of UTF-8 a name may have on this disk. */
  nameBytes = 255
  /** Whether files can be moved, as not every browser lets them be on a disk. */
  canMove = true
  /** Called before a file is moved. */
  beforeMove: () => Promise<void> = async () => {}
  /** When the files that come now are changed, ms since 1970. */
  modified = 1

  constructor(readonly name: string) {}

  /** @param path `folder/name`; of what is not there none */
  async bytesOf(path: string): Promise<Uint8Array> {
    const [sub = '', name = ''] = path.split('/')
    return new Uint8Array((await this.folders.get(sub)?.files.get(name)?.arrayBuffer()) ?? new ArrayBuffer(0))
  }

  async queryPermission(): Promise<PermissionState> {
    return this.permission
  }

  async isSameEntry(other: FolderHandle): Promise<boolean> {
    return other === this
  }

  async getDirectoryHandle(name: string, options?: { create?: boolean }): Promise<MemoryFolder> {
    checkName(name)
    if (this.files.has(name)) throw new DOMException('a file', 'TypeMismatchError')
    const known = this.folders.get(name)
    if (known) return known
    if (!options?.create) throw new DOMException('no such folder', 'NotFoundError')
    const made = new MemoryFolder(name)
    made.room = this.room
    made.permission = this.permission
    made.nameBytes = this.nameBytes
    made.beforeClose = () => this.beforeClose()
    made.beforeWrite = () => this.beforeWrite()
    made.beforeMove = () => this.beforeMove()
    made.canMove = this.canMove
    this.folders.set(name, made)
    return made
  }

  async getFileHandle(wanted: string, options?: { create?: boolean }): Promise<FileHandle> {
    checkName(wanted)
    // As Windows and macOS have it: names differ in more than their case.
    const name = [...this.files.keys()].find((held) => held.toLowerCase() === wanted.toLowerCase()) ?? wanted
    if (this.folders.has(name)) throw new DOMException('a folder', 'TypeMismatchError')
    if (!this.files.has(name)) {
      if (!options?.create) throw new DOMException('no such file', 'NotFoundError')
      this.#checkLength(name)
      this.put(name, '')
    }
    return this.#handle(name)
  }

  #handle(first: string): FileHandle {
    let name = first
    return {
      getFile: async () => this.files.get(name) ?? new File([], name),
      move: async (to) => {
        if (!this.canMove) throw new DOMException('not here', 'NotSupportedError')
        if (this.open.has(name)) throw new DOMException('in use', 'NoModificationAllowedError')
        await this.beforeMove()
        const moved = this.files.get(name)
        if (!moved) throw new DOMException('gone', 'NotFoundError')
        this.files.delete(name)
        this.files.set(to, moved)
        name = to
      },
      createWritable: async () => {
        this.#checkLength(`${name}.crswap`)
        this.open.add(name)
        let written = new Blob()
        return {
          write: async (piece) => {
            if (piece.type === 'truncate') {
              written = written.slice(0, piece.size)
              return
            }
            const { data, position } = piece
            await this.beforeWrite()
            // As a disk has it: what is written is what the memory holds then.
            const bytes = data instanceof Blob ? data : new Blob([data])
            const gap = new Uint8Array(Math.max(0, position - written.size))
            written = new Blob([written.slice(0, position), gap, bytes, written.slice(position + bytes.size)])
            if (written.size > this.room) throw new DOMException('full', 'QuotaExceededError')
          },
          close: async () => {
            await this.beforeClose()
            this.open.delete(name)
            this.put(name, written)
          },
          abort: async () => void this.open.delete(name),
        }
      },
    }
  }

  #checkLength(name: string): void {
    if (Buffer.byteLength(name) > this.nameBytes) throw new DOMException('cached state', 'InvalidStateError')
  }

  put(name: string, bytes: Blob | string): void {
    this.files.set(name, new File([bytes], name, { lastModified: this.modified }))
  }

  async removeEntry(name: string): Promise<void> {
    if (this.open.has(name)) throw new DOMException('in use', 'NoModificationAllowedError')
    const { files, folders } = this.folders.get(name) ?? { files: new Map(), folders: new Map() }
    if (files.size + folders.size > 0) throw new DOMException('not empty', 'InvalidModificationError')
    this.folders.delete(name)
    this.files.delete(name)
  }

  async *keys(): AsyncGenerator<string> {
    yield* this.files.keys()
  }

  /** Paths of all files, in the order they came. */
  get paths(): string[] {
    const within = [...this.folders].flatMap(([name, folder]) => folder.paths.map((path) => `${name}/${path}`))
    return [...this.files.keys(), ...within]
  }
}

export class MemoryFolders implements FolderStore {
  readonly picked = new Map<string, FolderHandle>()
  readonly open = new Map<string, readonly Writing[]>()

  async load(player: string): Promise<FolderHandle | null> {
    return this.picked.get(player) ?? null
  }

  async save(player: string, folder: FolderHandle | null): Promise<void> {
    if (folder) this.picked.set(player, folder)
    else this.picked.delete(player)
  }

  readonly claims = new Map<string, Claim>()

  async subFolder(player: string, fold: string): Promise<Claim | null> {
    return this.claims.get(`${player}\n${fold}`) ?? null
  }

  async setSubFolder(player: string, fold: string, claim: Claim): Promise<void> {
    this.claims.set(`${player}\n${fold}`, claim)
  }

  async writing(player: string): Promise<readonly Writing[]> {
    return this.open.get(player) ?? []
  }

  async setWriting(player: string, files: readonly Writing[]): Promise<void> {
    // A handle goes in and comes out as it is.
    this.open.set(
      player,
      files.map(({ root, ...file }) => ({ ...structuredClone(file), ...(root && { root }) })),
    )
  }
}

/** A journal that lives as long as the test: what one engine wrote, the next one finds. */
export class MemoryJournal implements Journal {
  readonly records = new Map<string, readonly JournalEntry[]>()
  writes = 0

  async adopt(owner: string): Promise<readonly JournalEntry[]> {
    return this.records.get(owner) ?? []
  }

  async write(owner: string, entries: readonly JournalEntry[]): Promise<boolean> {
    this.writes += 1
    this.records.set(owner, structuredClone(entries))
    return true
  }

  /** All tabs have the one record. */
  async retire(): Promise<void> {}

  async clear(owner: string): Promise<readonly string[]> {
    const ids = (this.records.get(owner) ?? []).map((entry) => entry.job.downloadID)
    this.records.delete(owner)
    return ids
  }

  async known(): Promise<ReadonlySet<string>> {
    return new Set([...this.records.values()].flat().map((entry) => entry.job.downloadID))
  }
}

/** A wish for song `id`, or for release `id`'s zip. */
export function wished(
  id: string,
  type: DownloadRequest['type'] = 'song',
  format: DownloadRequest['format'] = 'wav',
): DownloadRequest {
  return {
    downloadID: `job-${id}`,
    type,
    mediaID: id,
    releaseid: type === 'playlist' ? null : type === 'release' ? id : 'rel',
    format,
    artist: 'Artist',
    title: `Title ${id}`,
    version: '',
    explicit: false,
    ordinal: type === 'song' ? 1 : null,
    trackcount: 1,
    coverart: '',
  }
}

/** Buffers that `appended` made, which have room behind the bytes of theirs that are in use. */
const growing = new WeakSet<ArrayBuffer>()

/** Both, one behind the other; whoever goes on appending to what came of it has nothing copied most of the time. */
function appended(before: Uint8Array<ArrayBuffer>, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = before.length + bytes.length
  let { buffer } = before
  if (!growing.has(buffer) || buffer.byteLength < length) {
    buffer = new ArrayBuffer(2 * length)
    growing.add(buffer)
    new Uint8Array(buffer).set(before)
  }
  const joined = new Uint8Array(buffer, 0, length)
  joined.set(bytes, before.length)
  return joined
}
