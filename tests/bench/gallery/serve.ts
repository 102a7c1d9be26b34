/** Builds the harness page and serves it with drawn covers, on a free port of this machine. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { coverSvg } from '#server/demo/art/covers.ts'
import { scalePicture } from '#server/media/scale.ts'
import { COVERS } from './releases.ts'

/** Edge and format of the covers a card shows in the product: heavier ones would cost everybody the same, and hide what differs. */
const COVER_PX = 300
const COVER_FORMAT = 'webp'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

export interface Harness {
  /** Address of the page; its switches go into the query. */
  readonly url: string
  /** Answers a request for one of the covers; false for any other. */
  readonly cover: (request: IncomingMessage, response: ServerResponse) => boolean
  close(): Promise<void>
}

/** @param root the project's folder @param coverDelayMs how long a cover takes to be answered */
export async function serveHarness(root: string, coverDelayMs = 20): Promise<Harness> {
  const outDir = await mkdtemp(join(tmpdir(), 'gallery-harness-'))
  await build({
    configFile: false,
    root: join(root, 'tests/bench/gallery'),
    logLevel: 'error',
    plugins: [vanillaExtractPlugin(), react()],
    build: { outDir, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  })
  const covers: Buffer[] = []
  for (let n = 0; n < COVERS; n++) {
    const drawn = new Resvg(coverSvg(`harness-${n}`), { fitTo: { mode: 'width', value: COVER_PX } }).render().asPng()
    covers.push(await scalePicture(drawn, COVER_PX, COVER_FORMAT))
  }

  const answerCover = (request: IncomingMessage, response: ServerResponse): boolean => {
    const found = /^\/covers\/(\d+)$/.exec(pathOf(request))
    if (!found) return false
    const n = Number(found[1])
    setTimeout(() => {
      // One cover in 97 is missing, so that placeholders are part of every picture.
      if (n % 97 === 96) response.writeHead(404).end()
      else
        response
          .writeHead(200, { 'content-type': `image/${COVER_FORMAT}`, 'cache-control': 'max-age=3600' })
          .end(covers[n % COVERS])
    }, coverDelayMs)
    return true
  }
  const server = createServer((request, response) => {
    if (answerCover(request, response)) return
    const path = pathOf(request)
    const file = path === '/' ? 'index.html' : path.slice(1)
    readFile(join(outDir, file.replaceAll('..', ''))).then(
      (body) =>
        response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    cover: answerCover,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

function pathOf(request: IncomingMessage): string {
  return new URL(request.url ?? '/', 'http://harness').pathname
}
