/**
 * An S3-compatible store for tests: one bucket, and of the protocol what the product uses (HEAD, GET with a range, PUT,
 * DELETE, list, upload in parts). It believes nobody: every request must bear a right signature, and what it does not
 * know it refuses with 501 instead of passing over it.
 */

import { open } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { type Kept, Objects } from './objects.ts'
import { type Arrived, type Credentials, refusalOf } from './signature.ts'

/** Bytes of a body that are taken into memory. */
const BODY_MAX = 128 * 1024 * 1024
const KEYS_MAX = 1000
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
/** What may be asked in the address, and told in headers of the protocol's own. */
const QUERIES = new Set(['list-type', 'prefix', 'continuation-token', 'uploads', 'uploadId', 'partNumber'])
const HEADERS = new Set(['x-amz-date', 'x-amz-content-sha256'])

export interface ServerParts {
  readonly bucket: string
  readonly credentials: Credentials
  /** Where the objects lie. Empty, and nobody else's. */
  readonly folder: string
  /** Keys in one page of a list; a store may answer fewer than the protocol's 1,000. */
  readonly keysPerPage?: number
  /** Its clock, ms since 1970. Default: this machine's */
  readonly now?: () => number
}

export interface S3Server {
  readonly port: number
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly headers?: http.OutgoingHttpHeaders
  readonly body?: string
  /** Sent as the body, from byte `start` to byte `end`, both inclusive. */
  readonly part?: { readonly kept: Kept; readonly start: number; readonly end: number }
}

/** Listens on a port of this machine that was free. */
export async function startServer({ now = Date.now, ...parts }: ServerParts): Promise<S3Server> {
  const { bucket, credentials, folder, keysPerPage } = parts
  const store = { bucket, objects: new Objects(folder), keysPerPage: Math.min(keysPerPage ?? KEYS_MAX, KEYS_MAX) }
  const server = http.createServer((request, response) => {
    const arrived = { method: request.method ?? '', url: request.url ?? '', headers: request.headers }
    response.setHeader('date', new Date(now()).toUTCString())
    read(request)
      .then(async (body) => {
        const refusal = body ? refusalOf(arrived, body, credentials, now()) : { status: 400, code: 'EntityTooLarge' }
        return send(
          response,
          refusal || !body ? refused(refusal?.status, refusal?.code) : await answer(store, arrived, body),
        )
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

type Store = { readonly bucket: string; readonly objects: Objects; readonly keysPerPage: number }

async function answer(store: Store, { method, url, headers }: Arrived, body: Buffer): Promise<Answer> {
  const { pathname, searchParams: query } = new URL(url, 'http://store')
  const [, bucket = '', ...rest] = pathname.split('/').map(decodeURIComponent)
  const key = rest.join('/')
  const isKnown =
    [...query.keys()].every((name) => QUERIES.has(name)) &&
    Object.keys(headers).every((name) => !name.startsWith('x-amz-') || HEADERS.has(name))
  if (!isKnown) return refused(501, 'NotImplemented')
  if (bucket !== store.bucket) return refused(404, 'NoSuchBucket')
  if (key === '' && method === 'HEAD') return { status: 200 }
  if (key === '') return method === 'GET' && query.get('list-type') === '2' ? list(store, query) : refused(501)
  const { objects } = store
  const uploadId = query.get('uploadId')
  const number = Number(query.get('partNumber'))
  const asked = `${method}${uploadId === null ? '' : ' of an upload'}${query.has('uploads') ? ' uploads' : ''}`
  switch (asked) {
    case 'GET':
    case 'HEAD':
      return object(objects.get(key), method, headers.range)
    case 'PUT':
      return { status: 200, headers: { etag: (await objects.put(key, body)).etag } }
    case 'DELETE':
      await objects.remove(key)
      return { status: 204 }
    case 'POST uploads':
      return xml('InitiateMultipartUploadResult', `<UploadId>${escaped(objects.begin(key))}</UploadId>`)
    case 'PUT of an upload': {
      if (!Number.isInteger(number) || number < 1 || number > 10_000) return refused(400, 'InvalidArgument')
      const part = await objects.part(key, uploadId ?? '', number, body)
      return part ? { status: 200, headers: { etag: part.etag } } : refused(404, 'NoSuchUpload')
    }
    case 'POST of an upload': {
      const kept = await objects.join(key, uploadId ?? '', partsIn(body.toString()))
      if (typeof kept === 'string') return refused(kept === 'NoSuchUpload' ? 404 : 400, kept)
      return xml('CompleteMultipartUploadResult', `<ETag>${escaped(kept.etag)}</ETag>`)
    }
    case 'DELETE of an upload':
      return (await objects.abort(key, uploadId ?? '')) ? { status: 204 } : refused(404, 'NoSuchUpload')
    default:
      return refused(501)
  }
}

function object(kept: Kept | undefined, method: string, range: string | undefined): Answer {
  if (!kept) return refused(404, 'NoSuchKey')
  const headers = { etag: kept.etag, 'last-modified': kept.changed.toUTCString(), 'accept-ranges': 'bytes' }
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (range !== undefined && from === undefined) return refused(501)
  const start = Number(from ?? 0)
  const end = Math.min(to ? Number(to) : kept.bytes - 1, kept.bytes - 1)
  if (range !== undefined && start > end) return refused(416, 'InvalidRange')
  return {
    status: range === undefined ? 200 : 206,
    headers: {
      ...headers,
      'content-length': end - start + 1,
      ...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${kept.bytes}` }),
    },
    ...(method === 'GET' && end >= start ? { part: { kept, start, end } } : {}),
  }
}

function list({ objects, keysPerPage }: Store, query: URLSearchParams): Answer {
  const token = query.get('continuation-token')
  const found = objects.after(
    query.get('prefix') ?? '',
    token === null ? null : Buffer.from(token, 'base64').toString(),
  )
  const page = found.slice(0, keysPerPage)
  const entries = page.map(
    ([key, { bytes, changed, etag }]) =>
      `<Contents><Key>${escaped(key)}</Key><LastModified>${changed.toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${bytes}</Size></Contents>`,
  )
  const last = page.at(-1)?.[0] ?? ''
  const next =
    found.length > page.length
      ? `<NextContinuationToken>${Buffer.from(last).toString('base64')}</NextContinuationToken>`
      : ''
  return xml('ListBucketResult', `<IsTruncated>${next !== ''}</IsTruncated>${next}${entries.join('')}`)
}

function partsIn(text: string): { number: number; etag: string }[] {
  return [...text.matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag><\/Part>/g)].map(
    ([, number, etag = '']) => ({ number: Number(number), etag: etag.replaceAll('&quot;', '"') }),
  )
}

const xml = (name: string, inner: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `${XML}<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${name}>`,
})

const refused = (status = 501, code = 'NotImplemented'): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `${XML}<Error><Code>${code}</Code></Error>`,
})

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign] ?? '#39'};`)

/** @returns null when it is more than is taken */
async function read(request: http.IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= BODY_MAX) chunks.push(chunk)
  }
  return bytes <= BODY_MAX ? Buffer.concat(chunks) : null
}

async function send(response: http.ServerResponse, { status, headers = {}, body, part }: Answer): Promise<void> {
  // Opened before anything is said, and by then nobody can take the file away.
  const handle = part ? await open(part.kept.file) : null
  response.writeHead(status, {
    ...headers,
    ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
  })
  if (!handle || !part) {
    response.end(response.req.method === 'HEAD' ? undefined : body)
    return
  }
  await pipeline(handle.createReadStream({ start: part.start, end: part.end }), response).catch(() =>
    response.destroy(),
  )
}
