/**
 * What comes behind a request that offers another protocol (`Upgrade`), which is answered as one without the offer
 * (H-357). Node's parser stops behind such a request, and where nobody listens for `upgrade` Node drops the rest of the
 * packet it came in: requests that were pipelined behind it are never answered.
 */
import type { Socket } from 'node:net'

/** What is asked of Node's parser of a connection, which its types do not tell of. */
interface Parser {
  /** Reads bytes and says how many of them, or what is wrong with them. */
  execute?(bytes: Buffer): number | Error
  /** The request it came to. */
  incoming?: { upgrade?: boolean } | null
}

/** Has a connection's requests read one after the other, whatever they offer. Called once Node has taken it. */
export function readBehindOffers(socket: Socket): void {
  const { parser } = socket as { parser?: Parser | null }
  const execute = parser && (Object.getPrototypeOf(parser) as Parser).execute
  if (!execute) return
  // Unless somebody has listened, the parser reads a socket past its stream, where nobody sees how far it came.
  const seen = () => {}
  socket.on('data', seen).off('data', seen)
  // Parsers serve other connections later, which is why this knows none.
  parser.execute = function (this: Parser, bytes) {
    let read = execute.call(this, bytes)
    while (typeof read === 'number' && read < bytes.length && !this.incoming?.upgrade) {
      const more = execute.call(this, bytes.subarray(read))
      // Nothing was read: it would stand there for ever.
      if (more === 0) break
      read = typeof more === 'number' ? read + more : more
    }
    return read
  }
}
