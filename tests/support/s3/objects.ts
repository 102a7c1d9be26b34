/** What the S3-compatible store of the tests keeps: objects as files of one folder, and uploads that are not yet whole. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Bytes a part must have at least, unless it is the last. */
const PART_MIN = 5 * 1024 * 1024

export interface Kept {
  readonly file: string
  readonly bytes: number
  /** In quotes, as it stands in a header. */
  readonly etag: string
  readonly changed: Date
}

/** Why parts are not joined, as S3 says it. */
export type NotJoined = 'NoSuchUpload' | 'MalformedXML' | 'InvalidPart' | 'InvalidPartOrder' | 'EntityTooSmall'

export class Objects {
  readonly #folder: string
  readonly #objects = new Map<string, Kept>()
  readonly #uploads = new Map<string, { key: string; parts: Map<number, Kept> }>()

  constructor(folder: string) {
    this.#folder = folder
  }

  get(key: string): Kept | undefined {
    return this.#objects.get(key)
  }

  /** Keys that begin so and come after another one, in the order of their bytes. */
  after(prefix: string, last: string | null): [key: string, kept: Kept][] {
    const later = (key: string) => last === null || Buffer.compare(Buffer.from(key), Buffer.from(last)) > 0
    return [...this.#objects]
      .filter(([key]) => key.startsWith(prefix) && later(key))
      .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  }

  async put(key: string, body: Uint8Array): Promise<Kept> {
    const kept = await this.#write(body)
    await this.#replace(key, kept)
    return kept
  }

  async remove(key: string): Promise<void> {
    const kept = this.#objects.get(key)
    this.#objects.delete(key)
    if (kept) await rm(kept.file, { force: true })
  }

  /** @returns the upload's id */
  begin(key: string): string {
    // Signs that must be escaped in XML and in an address, as real ids have them.
    const id = `${randomUUID()}+/&=`
    this.#uploads.set(id, { key, parts: new Map() })
    return id
  }

  /** @returns null when there is no such upload */
  async part(key: string, id: string, number: number, body: Uint8Array): Promise<Kept | null> {
    const upload = this.#uploads.get(id)
    if (upload?.key !== key) return null
    const kept = await this.#write(body)
    const before = upload.parts.get(number)
    upload.parts.set(number, kept)
    if (before) await rm(before.file, { force: true })
    return kept
  }

  /** @returns false when there is no such upload */
  async abort(key: string, id: string): Promise<boolean> {
    const upload = this.#uploads.get(id)
    if (upload?.key !== key) return false
    this.#uploads.delete(id)
    for (const { file } of upload.parts.values()) await rm(file, { force: true })
    return true
  }

  /** Joins the parts that are named, in the order they are named in. */
  async join(key: string, id: string, named: readonly { number: number; etag: string }[]): Promise<Kept | NotJoined> {
    const upload = this.#uploads.get(id)
    if (upload?.key !== key) return 'NoSuchUpload'
    if (named.length === 0) return 'MalformedXML'
    const parts: Kept[] = []
    for (const [at, { number, etag }] of named.entries()) {
      if (number <= (named[at - 1]?.number ?? 0)) return 'InvalidPartOrder'
      const part = upload.parts.get(number)
      if (!part || part.etag !== etag) return 'InvalidPart'
      if (at < named.length - 1 && part.bytes < PART_MIN) return 'EntityTooSmall'
      parts.push(part)
    }
    const file = this.#name()
    for (const part of parts) await pipeline(createReadStream(part.file), createWriteStream(file, { flags: 'a' }))
    const digests = Buffer.concat(parts.map(({ etag }) => Buffer.from(etag.slice(1, -1), 'hex')))
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
    const kept = { file, bytes, etag: `"${md5(digests)}-${parts.length}"`, changed: new Date() }
    await this.#replace(key, kept)
    await this.abort(key, id)
    return kept
  }

  async #write(body: Uint8Array): Promise<Kept> {
    const file = this.#name()
    await writeFile(file, body)
    return { file, bytes: body.byteLength, etag: `"${md5(body)}"`, changed: new Date() }
  }

  /** Whoever reads the former one still has its file open. */
  async #replace(key: string, kept: Kept): Promise<void> {
    const before = this.#objects.get(key)
    this.#objects.set(key, kept)
    if (before) await rm(before.file, { force: true })
  }

  #name(): string {
    return join(this.#folder, randomUUID())
  }
}

const md5 = (data: Uint8Array): string => createHash('md5').update(data).digest('hex')
