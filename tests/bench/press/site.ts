/**
 * The built product whose server has nothing to make while presses are measured: covers are drawn beforehand and files are
 * noise, so that the page shares the machine with as little as it would with a server elsewhere.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Resvg } from '@resvg/resvg-js'
import { readCoverAddress } from '#core/model/catalogue/cover.ts'
import { coverSvg } from '#server/demo/art/covers.ts'
import { makeFiles } from '../downloads/madeUp.ts'
import { workedMs } from '../worked.ts'
import { pause } from './pause.ts'
import { startProduct } from './product.ts'

const COVERS = 60
const COVER_PX = 300
/** Different files; jobs share them. Six take all the connections a browser has for one host (D-153): short ones let go of one every few seconds. */
const FILES = 20
const FILE_BYTES = 20e6
/** A server that takes less of one core than this is at rest. */
const REST_SHARE = 0.08
const REST_TIMEOUT_MS = 90_000

export interface Site {
  readonly url: string
  /** Bytes per second of each file from now on; null for as fast as they are taken. */
  limit: number | null
  /** Files that are on their way at this moment: those an earlier visit left from their address on. */
  loading(): number
  /** Bytes of files handed over since it began. */
  sent(): number
  /** Waits until the server has made what it was asked for. @returns the share of a core it takes then; null: not known */
  rest(): Promise<number | null>
  close(): Promise<void>
}

/** @param root the project's folder, built */
export async function startSite(root: string): Promise<Site> {
  const covers = Array.from({ length: COVERS }, (_, n) =>
    new Resvg(coverSvg(`press-${n}`), { fitTo: { mode: 'width', value: COVER_PX } }).render().asPng(),
  )
  const files = makeFiles(FILES, FILE_BYTES)
  let open = 0
  /** Songs that have their address and not yet their first connection. */
  const addressed = new Set<string>()
  const cover = (request: IncomingMessage, response: ServerResponse): boolean => {
    const address = readCoverAddress(request.url ?? '')
    if (address === null) return false
    const n = [...address.name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)
    response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'max-age=3600' }).end(covers[n % COVERS])
    return true
  }
  const file = (request: IncomingMessage, response: ServerResponse): boolean => {
    const [, song = '', what] = /^\/api\/audio\/([^/]+)\/(token|download)\b/.exec(request.url ?? '') ?? []
    const made = /^bench-(\d+)$/.exec(song)
    // Where real songs lie is the server's to say; their bytes are noise as well.
    if (what !== 'download' && !(what === 'token' && made)) return false
    request.url = `/api/audio/bench-${Number(made?.[1] ?? song.length) % FILES}/${what}`
    if (what === 'token') addressed.add(song)
    if (what === 'download') {
      addressed.delete(song)
      open++
      response.once('close', () => open--)
    }
    return files.answer(request, response)
  }
  const product = await startProduct(root, Number.POSITIVE_INFINITY, {
    drawsAhead: false,
    answer: (request, response) => cover(request, response) || file(request, response),
  })
  return {
    url: product.url,
    get limit() {
      return files.limit
    },
    set limit(bytesPerS) {
      files.limit = bytesPerS
    },
    loading: () => open + addressed.size,
    sent: () => files.sent(),
    rest: () => atRest(product.pid),
    close: () => product.close(),
  }
}

async function atRest(pid: number): Promise<number | null> {
  const until = performance.now() + REST_TIMEOUT_MS
  for (;;) {
    const before = workedMs(pid)
    await pause(2000)
    const now = workedMs(pid)
    // Where nobody says what it works, it is given the time that songs and covers take.
    if (before === null || now === null) return pause(20_000).then(() => null)
    const share = (now - before) / 2000
    if (share < REST_SHARE || performance.now() > until) return share
  }
}
