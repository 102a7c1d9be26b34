/**
 * The HTTP server before any route: every answer gets the headers here, requests for names that are not ours are
 * turned away here, and what cannot be parsed at all is refused here.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Config } from '../config.ts'
import { closeGently } from './connection/farewell.ts'
import { readBehindOffers } from './connection/offers.ts'
import type { Names } from './names.ts'
import { secureHeaders } from './secureHeaders.ts'
import { asksForPage, WRONG_NAME_BODY, WRONG_NAME_PAGE, WRONG_NAME_POLICY } from './wrongName.ts'

/** Milliseconds a client may take to send its request. */
const REQUEST_DEADLINE_MS = 30_000
/** Milliseconds a connection is kept for another request. */
const KEEP_ALIVE_MS = 72_000
/**
 * Milliseconds an answer may lie without a byte of it taken, or before its first: longer than a download waits for its
 * file to be made, and than anybody expects a paused one to go on where it was.
 */
const STALL_MS = 12 * 60_000
/** Milliseconds what is under way may take when the server is told to end: a part of what that may take in all. */
const END_MS = 1000
/** Milliseconds a refused connection is left to take its answer and to end. */
const FAREWELL_MS = 1000
/** Why a connection is refused before there is a request, by Node's code of it. */
const UNPARSED: Record<string, [status: number, reason: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Content Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}
const BAD_REQUEST = JSON.stringify({ code: 'BAD_REQUEST', message: 'The request cannot be read.' })
const JSON_TYPE = 'application/json; charset=utf-8'

export interface FrontDoor {
  /** Makes the server of an application. */
  open(handler: RequestListener): Server
  /** Makes one more for the same application: `localhost` is two addresses. */
  openAnother(): Server
  /**
   * Takes no more connections, waits a moment for answers that nobody has yet, and ends the rest. A file on its way is
   * not waited for: whoever takes it asks for the rest later.
   */
  close(): Promise<void>
}

/**
 * @param config.trustProxy whether a proxy's X-Forwarded-Host is looked at too
 * @param asked hears of each request, whichever address it came to
 * @param stallMs milliseconds after which a connection on which nothing moves is ended
 * @param endMs milliseconds `close` waits for answers
 */
export function createFrontDoor(
  config: Pick<Config, 'publicUrl' | 'trustProxy'>,
  names: Names,
  asked: () => void = () => {},
  stallMs = STALL_MS,
  endMs = END_MS,
): FrontDoor {
  const headers = secureHeaders(config)
  let inside: RequestListener | undefined
  const servers: Server[] = []
  const underWay = new Set<ServerResponse>()
  /** Hears that one of them is over. */
  let isOver = () => {}
  const make = (handler: RequestListener): Server => {
    /** Answers on their way by connection: a refusal written into one would pass for bytes of a file. */
    const answering = new WeakMap<object, number>()
    const count = (socket: object, by: 1 | -1) => answering.set(socket, (answering.get(socket) ?? 0) + by)
    // A request without a Host is refused below, with the headers, and not by Node without them.
    const server = createServer({ requireHostHeader: false }, (request, response) => {
      asked()
      const { socket } = request
      closeGently(request)
      // Several where requests come before their answers went.
      count(socket, 1)
      underWay.add(response)
      response.once('close', () => {
        count(socket, -1)
        underWay.delete(response)
        isOver()
      })
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      const refused = refusal(request, names, config.trustProxy !== null)
      if (refused === null) handler(request, response)
      else turnAway(request, response, refused)
    })
    // Whoever reads nothing would keep connection and file; one that reads slowly is left alone.
    server.timeout = stallMs
    server.requestTimeout = REQUEST_DEADLINE_MS
    server.keepAliveTimeout = KEEP_ALIVE_MS

    const refuseRaw = (socket: Duplex, [status, reason]: [number, string] = [400, 'Bad Request']) => {
      // Node has let go of it: unheard, its error would end the process, and a client that never closes would keep it.
      socket.on('error', () => socket.destroy())
      if (!socket.writable || (answering.get(socket) ?? 0) > 0) {
        socket.destroy()
        return
      }
      const lines = Object.entries({
        ...headers,
        'Content-Type': JSON_TYPE,
        'Content-Length': String(Buffer.byteLength(BAD_REQUEST)),
        'Cache-Control': 'no-store',
        Connection: 'close',
      }).map(([name, value]) => `${name}: ${value}`)
      socket.end([`HTTP/1.1 ${status} ${reason}`, ...lines, '', BAD_REQUEST].join('\r\n'))
      // What is unread when it closes would reset it, and the answer with it.
      socket.resume()
      const farewell = setTimeout(() => socket.destroy(), FAREWELL_MS)
      socket.once('close', () => clearTimeout(farewell))
    }
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (error.code === 'ECONNRESET') socket.destroy()
      else refuseRaw(socket, UNPARSED[error.code ?? ''])
    })
    // Nobody listens for `upgrade`: who offers one, as clients do over http by themselves, is answered as without it.
    server.on('connection', readBehindOffers)
    server.on('connect', (_request, socket) => refuseRaw(socket))
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      closeGently(request)
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      turnAway(request, response, 417)
    })
    servers.push(server)
    return server
  }
  return {
    async close() {
      for (const server of servers) if (server.listening) server.close()
      await new Promise<void>((done) => {
        const late = setTimeout(done, endMs)
        isOver = () => {
          if ([...underWay].some(isAwaited)) return
          clearTimeout(late)
          done()
        }
        isOver()
      })
      for (const server of servers) server.closeAllConnections()
    },
    open(handler) {
      inside = handler
      return make(handler)
    },
    openAnother() {
      if (!inside) throw new Error('there is no application yet')
      return make(inside)
    },
  }
}

/** Whether nobody has the answer yet: it has not begun, or the last of it is being written. */
const isAwaited = ({ headersSent, writableEnded }: ServerResponse) => !headersSent || writableEnded

/** Status to refuse a request with, null for one that may come in. Puts an absolute address into the usual form. */
function refusal(request: IncomingMessage, names: Names, proxied: boolean): 400 | 421 | null {
  const hosts = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return 400
  const absolute = /^https?:\/\/([^/?#]*)([/?].*)?$/is.exec(request.url ?? '')
  if (absolute) {
    // Such an address outweighs the header (RFC 9112, 3.2.2).
    request.headers.host = absolute[1] ?? ''
    const rest = absolute[2] ?? '/'
    request.url = rest.startsWith('?') ? `/${rest}` : rest
  } else if (!request.url?.startsWith('/') && request.url !== '*') return 400
  const { host, 'x-forwarded-host': forwarded } = request.headers
  if (host === undefined) return 400
  // Both: a page under a rebound name can write the second header itself, but never the first.
  const asked = [host, ...(proxied && forwarded !== undefined ? String(forwarded).split(',') : [])]
  const arrivedAt = request.socket.localAddress
  return asked.every((name) => names.known(name.trim(), arrivedAt)) ? null : 421
}

function turnAway(request: IncomingMessage, response: ServerResponse, status: 400 | 417 | 421): void {
  const page = status === 421 && asksForPage(request.method, request.url?.split('?', 1)[0] ?? '')
  const body = page ? WRONG_NAME_PAGE : status === 421 ? WRONG_NAME_BODY : BAD_REQUEST
  if (page) response.setHeader('Content-Security-Policy', WRONG_NAME_POLICY)
  response.writeHead(status, {
    'Content-Type': page ? 'text/html; charset=utf-8' : JSON_TYPE,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    // The rest of a body nobody wants is not read.
    Connection: 'close',
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
