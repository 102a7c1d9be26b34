/** The built product for a benchmark: its server, and a line before it that lets files through at a fixed rate. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'

const READY_MS = 180_000
const STOP_MS = 8000

export interface Product {
  /** Address of the line; everything goes through it. */
  readonly url: string
  /** Address of the server itself. */
  readonly server: string
  /** Process of the server. */
  readonly pid: number
  /** Files that are on their way at this moment. */
  loading(): number
  close(): Promise<void>
}

export interface ProductOptions {
  readonly catalogue?: 'small' | 'demo'
  /** Whether the server draws covers before anybody asks, which takes all of a core for minutes. Default: it does. */
  readonly drawsAhead?: boolean
  /** Songs of a quarter of their length. */
  readonly shortSongs?: boolean
  /** Answers a request in the server's place; false leaves it to the server. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** Set while all benchmarks run: the product was built before the first, and nobody changes it until the last has ended. */
export const BUILT = 'BENCH_BUILT'

/** Builds the product as it is served, where that was not done already. @param root the project's folder */
export function buildProduct(root: string): void {
  if (process.env[BUILT]) return
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** @param root the project's folder, built @param bytesPerS rate of each file */
export async function startProduct(root: string, bytesPerS: number, options: ProductOptions = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'press-'))
  const { NODE_ENV: _, DATABASE_URL: __, ...inherited } = process.env
  const child = spawn(
    process.execPath,
    [join(root, 'dist/server/main.js'), '--catalogue', options.catalogue ?? 'demo'],
    {
      env: {
        ...inherited,
        DEMO: '1',
        PORT: '0',
        DATA_DIR: dataDir,
        ...(options.drawsAhead === false && { COVERS_AHEAD: '0' }),
        ...(options.shortSongs && { DEMO_SONG_PERCENT: '25' }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  const stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    if (child.exitCode === null) await gone
    clearTimeout(timer)
    await rm(dataDir, { recursive: true, force: true })
  }
  const server = await new Promise<URL>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server was not ready in time:\n${said}`)), READY_MS)
    const hear = (text: Buffer) => {
      said += text.toString()
      const ready = /^ready (http:\/\/localhost:\d+)/m.exec(said)
      if (!ready?.[1]) return
      clearTimeout(timer)
      resolve(new URL(ready[1]))
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}:\n${said}`)))
  }).catch(async (error) => {
    await stop()
    throw error
  })

  let open = 0
  const line = createServer((request, response) => {
    if (options.answer?.(request, response)) return
    const { hostname, port } = server
    const headers = { ...request.headers, host: server.host }
    const upstream = send({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      const isFile = /\/zips\/|\/download\b/.test(request.url ?? '') && request.method === 'GET'
      if (!isFile) {
        answer.pipe(response)
        return
      }
      open++
      response.once('close', () => open--)
      answer.pipe(slowed(bytesPerS)).pipe(response)
    })
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  })
  await new Promise<void>((resolve) => line.listen(0, 'localhost', resolve))
  return {
    url: `http://localhost:${(line.address() as AddressInfo).port}`,
    server: server.origin,
    pid: child.pid ?? 0,
    loading: () => open,
    async close() {
      line.closeAllConnections()
      await new Promise((resolve) => line.close(resolve))
      await stop()
    },
  }
}

function slowed(bytesPerS: number): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      setTimeout(() => next(null, chunk), (chunk.length / bytesPerS) * 1000)
    },
  })
}
