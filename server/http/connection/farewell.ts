/**
 * The end of a connection whose request was answered before it was read. A socket that is closed with bytes unread is
 * reset, and a reset takes the answer with it that says why (RFC 9112, 9.6): browsers tell their page of a failed
 * network, and of no 413. So our half is closed, and what still comes is thrown away for a while.
 */
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** Bytes read on at most: far above what anybody sends by mistake. */
const REST_MAX = 32 * 1024 * 1024
/** Milliseconds they may take. */
const REST_MS = 30_000
/** Milliseconds without a byte after which no more will come. */
const SILENCE_MS = 3000
/** Milliseconds between two looks. */
const LOOK_MS = 100

/** Has the connection of this request closed gently, should it be closed after its answer. */
export function closeGently(request: IncomingMessage): void {
  const { socket } = request
  // Node calls it once an answer with `Connection: close` has been written; the next request of the connection sets its own.
  socket.destroySoon = () => {
    if (request.complete || socket.destroyed) Socket.prototype.destroySoon.call(socket)
    else readRest(request)
  }
}

function readRest(request: IncomingMessage): void {
  const { socket } = request
  const [begun, before] = [performance.now(), socket.bytesRead]
  let [heard, seen] = [begun, before]
  socket.end()
  request.resume()
  const look = setInterval(() => {
    const now = performance.now()
    if (socket.bytesRead !== seen) [heard, seen] = [now, socket.bytesRead]
    if (request.complete || now - heard > SILENCE_MS || now - begun > REST_MS || seen - before > REST_MAX)
      socket.destroy()
  }, LOOK_MS).unref()
  request.once('end', () => socket.destroy())
  socket.once('close', () => clearInterval(look))
}
