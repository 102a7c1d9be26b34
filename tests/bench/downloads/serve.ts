/**
 * A plain server for the download benchmark: the harness page, tokens, and WAV-like files with strong ETag,
 * length and digest, optionally at a bandwidth per connection.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { BLOCK_BYTES, type FileBlocks } from '#core/model/catalogue/media.ts'

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
const PIECE_BYTES = 262_144
const HEAD_BYTES = 64

/** What a song is saved as. */
export const nameOf = (n: number): string => `Artist - ${n + 1} - Title ${n}.wav`

export interface FileServer {
  readonly url: string
  /** SHA-256 of each file, hex, by the name it is saved under. */
  readonly digests: ReadonlyMap<string, string>
  /** Bytes per second and connection; null for none. */
  limit: number | null
  /** Whether it says what the blocks of its files are, as the embedded server does. */
  hasBlocks: boolean
  /** What each worker's script begins with. */
  preamble: string
  close(): Promise<void>
}

/** Builds the page into a folder of its own, for whoever serves it. @param root the project's folder @returns the folder */
export async function buildHarness(root: string): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'downloads-harness-'))
  await build({
    configFile: false,
    root: join(root, 'tests/bench/downloads'),
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  })
  return outDir
}

/** A file of the page as it is served. @param pathname of the address @returns null when there is none */
export async function harnessFile(outDir: string, pathname: string): Promise<{ type: string; bytes: Buffer } | null> {
  const file = pathname === '/' ? 'index.html' : pathname.slice(1).replaceAll('..', '')
  const bytes = await readFile(join(outDir, file)).catch(() => null)
  return bytes && { type: TYPES[extname(file)] ?? 'application/octet-stream', bytes }
}

/** @param root the project's folder @param count how many files @param bytes length of each */
export async function serveFiles(root: string, count: number, bytes: number): Promise<FileServer> {
  const outDir = await buildHarness(root)
  const body = noise(bytes - HEAD_BYTES)
  const files = Array.from({ length: count }, (_, n) => {
    const head = wavHead(bytes, n)
    const sha256 = createHash('sha256').update(head).update(body).digest()
    return { head, sha256, blocks: blocksOf(sha256, head, body) }
  })
  const served: FileServer = {
    url: '',
    digests: new Map(files.map(({ sha256 }, n) => [nameOf(n), sha256.toString('hex')])),
    limit: null,
    hasBlocks: true,
    preamble: '',
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(outDir, { recursive: true, force: true })
    },
  }

  async function sendFile(n: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const file = files[n]
    if (!file) return void response.writeHead(404).end()
    await sendWav(request, response, { ...file, body, limit: () => served.limit })
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://harness')
    const [, n, what] = /^\/api\/audio\/(\d+)\/(token|download|blocks)$/.exec(pathname) ?? []
    if (what === 'token')
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: { token: `t${n}` } }))
    if (what === 'blocks' && served.hasBlocks)
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: files[Number(n)]?.blocks }))
    if (what === 'download') return void sendFile(Number(n), request, response).catch(() => response.destroy())
    void harnessFile(outDir, pathname).then((file) => {
      const preamble = /\.worker-[^/]+\.js$/.test(pathname) ? served.preamble : ''
      if (file) response.writeHead(200, { 'content-type': file.type }).end(preamble + file.bytes)
      else response.writeHead(404).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(served, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
}

/** What the server says of the blocks of a file. */
function blocksOf(sha256: Buffer, head: Buffer, body: Buffer): FileBlocks {
  const first = Buffer.concat([head, body.subarray(0, BLOCK_BYTES - head.length)])
  const digests = [createHash('sha256').update(first).digest()]
  for (let at = first.length - head.length; at < body.length; at += BLOCK_BYTES)
    digests.push(
      createHash('sha256')
        .update(body.subarray(at, at + BLOCK_BYTES))
        .digest(),
    )
  return {
    etag: `"${sha256.toString('hex')}"`,
    bytes: head.length + body.length,
    blockbytes: BLOCK_BYTES,
    sha256: Buffer.concat(digests).toString('base64'),
  }
}

export interface SentWav {
  readonly head: Buffer
  readonly body: Buffer
  readonly sha256: Buffer
  /** Bytes per second of this connection, asked before each piece; null for as fast as they are taken. */
  limit(): number | null
  /** Pieces a second of a limited file; default: as large as those of an unlimited one. */
  readonly pieces?: number
  /** Called with the bytes of each piece that was handed over. */
  readonly handed?: (bytes: number) => void
}

/** Answers with a file, or the rest of it, under a strong validator and its digest. */
export async function sendWav(request: IncomingMessage, response: ServerResponse, wav: SentWav): Promise<void> {
  const { head, body, sha256 } = wav
  const bytes = head.length + body.length
  const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
  response.writeHead(start > 0 ? 206 : 200, {
    'content-type': 'audio/wav',
    'content-length': bytes - start,
    etag: `"${sha256.toString('hex')}"`,
    'accept-ranges': 'bytes',
    'repr-digest': `sha-256=:${sha256.toString('base64')}:`,
    'cache-control': 'no-store',
    ...(start > 0 ? { 'content-range': `bytes ${start}-${bytes - 1}/${bytes}` } : {}),
  })
  let limit = wav.limit()
  /** Since it was last another one. */
  let began = performance.now()
  let sent = 0
  for (const part of [head.subarray(Math.min(start, head.length)), body.subarray(Math.max(0, start - head.length))])
    for (let at = 0; at < part.length && !response.destroyed; ) {
      if (wav.limit() !== limit) {
        limit = wav.limit()
        began = performance.now()
        sent = 0
      }
      const size = limit === null || !wav.pieces ? PIECE_BYTES : Math.ceil(limit / wav.pieces)
      const piece = part.subarray(at, at + size)
      if (!response.write(piece)) await writable(response)
      at += piece.length
      sent += piece.length
      wav.handed?.(piece.length)
      const early = limit === null ? 0 : (sent / limit) * 1000 - (performance.now() - began)
      if (early > 1) await new Promise((resolve) => setTimeout(resolve, early))
    }
  response.end()
}

/** Waits until the response takes more, or is gone. */
function writable(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go)
      response.off('close', go)
      resolve()
    }
    response.on('drain', go)
    response.on('close', go)
  })
}

/** RIFF header of a file of `bytes`, and a few samples that are this file's alone. */
export function wavHead(bytes: number, n: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write('RIFF', 0)
  head.writeUInt32LE(bytes - 8, 4)
  head.write('WAVEfmt ', 8)
  for (const [at, value] of [[16, 16], [24, 44_100], [28, 176_400], [40, bytes - 44]] as const) // biome-ignore format: pairs
    head.writeUInt32LE(value, at)
  head.writeUInt32LE(0x0002_0001, 20)
  head.writeUInt32LE(0x0010_0004, 32)
  head.write('data', 36)
  head.writeUInt32LE(n, 44)
  return head
}

/** Bytes that no file system compresses, the same every time. */
export function noise(length: number): Buffer {
  const words = new Uint32Array(Math.ceil(length / 4))
  let x = 2_463_534_242
  for (let i = 0; i < words.length; i++) {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    words[i] = x
  }
  return Buffer.from(words.buffer, 0, length)
}
