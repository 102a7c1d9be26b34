/** Requests written byte for byte, as no client library would send them. */
import { connect } from 'node:net'

const PATIENCE_MS = 20_000

export interface RawAnswer {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  body: string
}

/**
 * Sends these lines and reads until the server closes the connection, which `Connection: close` asks it to.
 * @param head request line and headers, without the empty line at the end
 */
export async function raw(base: string, head: readonly string[], body = ''): Promise<RawAnswer> {
  const { hostname, port } = new URL(base)
  const text = await new Promise<string>((done, fail) => {
    const socket = connect({ host: hostname, port: Number(port) })
    const chunks: Buffer[] = []
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`no end of the answer to ${head[0]}`)))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.once('error', fail)
    socket.once('close', () => done(Buffer.concat(chunks).toString('latin1')))
    socket.write([...head, '', body].join('\r\n'))
  })
  const [top = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...lines] = top.split('\r\n')
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(
      lines.map((entry) => [
        entry.slice(0, entry.indexOf(':')).toLowerCase(),
        entry.slice(entry.indexOf(':') + 1).trim(),
      ]),
    ),
    body: rest.join('\r\n\r\n'),
  }
}

/** A GET under a host name of one's choice. */
export const rawGet = (base: string, path: string, host: string, headers: readonly string[] = []): Promise<RawAnswer> =>
  raw(base, [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers])
