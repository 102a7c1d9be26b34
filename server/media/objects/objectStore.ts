/**
 * Where media lie: imported audio and covers, made audio, the clip. A folder of this machine or an
 * S3-compatible store; whoever reads does not know which. Paths are relative, with forward slashes.
 */
import type { Readable } from 'node:stream'
import { MediaError } from '../protocol.ts'

/** Bytes asked of a disk or a socket at a time. */
export const READ_BYTES = 65_536

export interface ObjectFacts {
  path: string
  bytes: number
  /** Last written, ms since 1970. */
  changed: number
}

/**
 * Every call throws a MediaError: `MISSING` for what is not there, `OUTSIDE` for a path that leads out,
 * `STORE_DOWN`, `STORE_SLOW` and `STORE_REFUSED` for a store that is not reached, does not answer in
 * time, or does not let us; a folder also throws the operating system's codes (`ENOSPC`).
 */
export interface ObjectStore {
  /** For people: a path, or an address without credentials. */
  readonly place: string
  /** Length and age; null when there is no such object. */
  head(path: string): Promise<ObjectFacts | null>
  /**
   * Bytes `start` to `end`, inclusive. Resolves once the store has begun to answer, so that what cannot
   * be read is known before anything was promised to a client. Never more than a few buffers in memory.
   */
  read(path: string, start: number, end: number): Promise<Readable>
  /** Writes a small object whole or not at all. */
  put(path: string, bytes: Uint8Array): Promise<void>
  /** Moves a finished local file into the store. */
  adopt(temporary: string, path: string): Promise<void>
  /** Everything whose path begins with `prefix` (which ends with a slash). */
  list(prefix: string): AsyncIterable<ObjectFacts>
  /** No error when it is gone already. */
  remove(path: string): Promise<void>
  /** Remembers that it was used now, where the store can. */
  touch(path: string): Promise<void>
  /** Runs `use` with the absolute path of a local copy, which is not to be changed. */
  local<T>(path: string, use: (absolutePath: string) => Promise<T>): Promise<T>
  /**
   * @param patienceMs milliseconds a store has to answer; 3 s when left out
   * @throws MediaError when it cannot be read or written just now
   */
  check(patienceMs?: number): Promise<void>
  close(): void
}

/** @throws MediaError `OUTSIDE` for an absolute path, or one with empty parts or dots */
export function insidePath(path: string): string {
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\\')))
    throw new MediaError('OUTSIDE', 'the file lies outside the media folder')
  return path
}

export const missing = () => new MediaError('MISSING', 'the file is gone from the media store')

/** All bytes of an object that is known to be small. */
export async function readWhole(store: ObjectStore, { path, bytes }: ObjectFacts): Promise<Buffer> {
  if (bytes === 0) return Buffer.alloc(0)
  return Buffer.concat(await (await store.read(path, 0, bytes - 1)).toArray())
}
