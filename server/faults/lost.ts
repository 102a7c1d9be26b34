// An answer that is lost on its way: what was asked is done, and whoever asked does not learn of it.
import type { ServerResponse } from 'node:http'
import type { StepOf } from './program.ts'

/** What was sent is read first; a reset at once would take it along. */
export const BEFORE_RESET_MS = 50

/**
 * Holds the answer back, its head too, until it is complete; sends as much of it as the step says and ends the
 * connection. For the small answers of calls: it is in memory as a whole.
 */
export function lose(raw: ServerResponse, { at, how }: StepOf<'lost'>): void {
  const { socket } = raw
  if (!socket) return
  const { write } = socket
  const held: Buffer[] = []
  socket.write = ((chunk: string | Uint8Array, encoding?: unknown, callback?: unknown) => {
    held.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding as BufferEncoding) : Buffer.from(chunk))
    const heard = typeof encoding === 'function' ? encoding : callback
    if (typeof heard === 'function') process.nextTick(heard)
    return true
  }) as typeof write
  // Before the server takes the connection for its next request.
  raw.prependOnceListener('finish', () => {
    const whole = Buffer.concat(held)
    const sent = whole.subarray(0, { first: 0, middle: whole.length >> 1, last: whole.length - 1 }[at])
    const end = () => {
      if (how === 'reset') setTimeout(() => socket.resetAndDestroy(), sent.length > 0 ? BEFORE_RESET_MS : 0)
      else socket.end(() => socket.destroy())
    }
    if (sent.length > 0) write.call(socket, sent, 'utf8', end)
    else end()
  })
}
