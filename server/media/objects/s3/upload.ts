// A local file into the store: in one request when it is small, in parts when it is not (S3 multipart upload).
import { open } from 'node:fs/promises'
import { MediaError } from '../../protocol.ts'
import type { S3Client } from './request.ts'

/** S3 takes parts of 5 MiB and more, at most 10,000 of them. One part is in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_MAX = 9000
const PART_DEADLINE_MS = 60_000

/** A part's memory, kept for the next upload: fresh ones would lie about until they are collected. */
let spare: Buffer | null = null

export async function upload(client: S3Client, file: string, path: string): Promise<void> {
  const handle = await open(file)
  let taken: Buffer | null = null
  try {
    const { size } = await handle.stat()
    const partBytes = Math.max(PART_BYTES, Math.ceil(size / PARTS_MAX))
    taken = spare && spare.length >= partBytes ? spare : Buffer.allocUnsafeSlow(partBytes)
    spare = null
    const buffer = taken.subarray(0, Math.min(size, partBytes))
    const part = async (at: number): Promise<Buffer> => {
      const wanted = Math.min(buffer.length, size - at)
      let filled = 0
      while (filled < wanted) {
        const { bytesRead } = await handle.read(buffer, filled, wanted - filled, at + filled)
        if (bytesRead === 0) throw new MediaError('TRUNCATED', 'the file became shorter while it was stored')
        filled += bytesRead
      }
      return buffer.subarray(0, wanted)
    }
    if (size <= partBytes) {
      await accepted(client.text({ method: 'PUT', path, body: await part(0), deadlineMs: PART_DEADLINE_MS }))
      return
    }
    const begun = await accepted(client.text({ method: 'POST', path, query: { uploads: '' } }))
    const uploadId = unescaped(/<UploadId>([^<]+)<\/UploadId>/.exec(begun.text)?.[1] ?? '')
    if (uploadId === '') throw new MediaError('STORE_REFUSED', 'the media store began no upload')
    try {
      const tags: string[] = []
      for (let at = 0; at < size; at += partBytes) {
        const query = { partNumber: String(tags.length + 1), uploadId }
        const sent = await accepted(
          client.text({ method: 'PUT', path, query, body: await part(at), deadlineMs: PART_DEADLINE_MS }),
        )
        tags.push(sent.headers.etag ?? '')
      }
      const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`)
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
      const done = await accepted(
        client.text({ method: 'POST', path, query: { uploadId }, body, deadlineMs: PART_DEADLINE_MS }),
      )
      // The status is sent before the parts are joined: a failure of that stands in the body.
      if (/<Error[ >]/.test(done.text)) throw new MediaError('STORE_DOWN', 'the media store could not join the parts')
    } catch (error) {
      await client.text({ method: 'DELETE', path, query: { uploadId }, tries: 1 }).catch(() => {})
      throw error
    }
  } finally {
    if (taken?.length === PART_BYTES) spare = taken
    await handle.close()
  }
}

/** @throws MediaError for a bucket, or an upload, that is not there */
export async function accepted<T extends { status: number }>(answer: Promise<T>): Promise<T> {
  const got = await answer
  if (got.status === 404) throw new MediaError('STORE_REFUSED', 'the bucket of the media store is not there')
  return got
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
export const unescaped = (text: string) =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
