/**
 * An S3-compatible store for tests in a temporary folder, behind a port that can be closed, made
 * slow or made to break off: what a real store does on a bad day.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerParts, startServer } from './server.ts'

const BUCKET = 'media'
/** Signs that an address must escape, as real secrets have them. */
const CREDENTIALS = { key: 'TESTKEY', secret: 'a/secret+of=the tests', region: 'us-east-1' }

export type Weather =
  /** Everything passes. */
  | { kind: 'fair' }
  /** Connections are refused. */
  | { kind: 'down' }
  /** Connections are taken and nothing is answered. */
  | { kind: 'silent' }
  /** Each of the next `times` connections breaks after so many bytes of answer. */
  | { kind: 'breaking'; afterBytes: number; times: number }

export interface TestS3 {
  /** For MEDIA_URL. */
  url: string
  host: string
  port: number
  bucket: string
  key: string
  secret: string
  /** Connections that were cut so far. */
  cuts(): number
  weather(now: Weather): Promise<void>
  stop(): Promise<void>
}

/** @param options `keysPerPage`, `now`: as of `ServerParts` */
export async function startS3(options: Pick<ServerParts, 'keysPerPage' | 'now'> = {}): Promise<TestS3> {
  const folder = mkdtempSync(join(tmpdir(), 'player-s3-'))
  const server = await startServer({ bucket: BUCKET, credentials: CREDENTIALS, folder, ...options })
  let now: Weather = { kind: 'fair' }
  let cuts = 0
  const open = new Set<net.Socket>()
  const cutAll = () => {
    for (const socket of open) socket.destroy()
  }
  const door = net.createServer((client) => {
    open.add(client)
    client.on('close', () => open.delete(client)).on('error', () => {})
    if (now.kind === 'silent') return
    const store = net.connect(server.port, '127.0.0.1')
    client.on('close', () => store.destroy())
    store.on('close', () => client.destroy()).on('error', () => client.destroy())
    client.pipe(store)
    let passed = 0
    store.on('data', (chunk) => {
      passed += chunk.length
      if (now.kind === 'breaking' && passed > now.afterBytes && now.times > 0) {
        now.times--
        cuts++
        client.destroy()
        return
      }
      if (!client.write(chunk)) {
        store.pause()
        client.once('drain', () => store.resume())
      }
    })
  })
  const listen = (port: number) =>
    new Promise<number>((done, fail) => {
      door.once('error', fail)
      door.listen(port, '127.0.0.1', () => {
        const address = door.address()
        done(typeof address === 'object' && address ? address.port : 0)
      })
    })
  const port = await listen(0)
  const host = `127.0.0.1:${port}`
  return {
    url: `s3://${CREDENTIALS.key}:${encodeURIComponent(CREDENTIALS.secret)}@${host}/${BUCKET}?tls=0`,
    host,
    port,
    bucket: BUCKET,
    key: CREDENTIALS.key,
    secret: CREDENTIALS.secret,
    cuts: () => cuts,
    async weather(next) {
      const before = now
      now = next
      // What is kept alive from before would pass.
      cutAll()
      if (next.kind === 'down') await new Promise<void>((done) => door.close(() => done()))
      else if (before.kind === 'down') await listen(port)
    },
    async stop() {
      cutAll()
      if (door.listening) await new Promise<void>((done) => door.close(() => done()))
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
