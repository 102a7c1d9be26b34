/**
 * Test controls answer programs of this machine and their own pages alone. Pages elsewhere reach this machine too,
 * through a browser that runs on it: a browser says where a call comes from, and a program says nothing.
 */
import type { FastifyRequest } from 'fastify'
import { ApiProblem } from './apiProblem.ts'
import { hostName } from './names.ts'

const LOOPBACK = /^(::1$|127\.|::ffff:127\.)/

/**
 * Whoever may not, as far as it can be told, learns no more than that there is no such call.
 * @throws ApiProblem 404 for a request from elsewhere, 403 for one that a page of another origin sent
 */
export async function loopback(request: FastifyRequest): Promise<void> {
  if (!LOOPBACK.test(request.socket.remoteAddress ?? '') || passedOn(request))
    throw new ApiProblem(404, 'NOT_FOUND', 'There is no such call.')
  const { origin, host = '', 'sec-fetch-site': site } = request.headers
  const own = site === undefined || site === 'same-origin' || site === 'none'
  if (!own || (origin !== undefined && !sameOrigin(origin, host)))
    throw new ApiProblem(403, 'FOREIGN_ORIGIN', 'Test controls take calls from their own origin only.')
}

/** Whether a proxy on this machine passed the request on for somebody elsewhere. A lie shuts out only whoever tells it. */
function passedOn({ headers }: FastifyRequest): boolean {
  const plain = [headers['x-forwarded-for'], headers['x-real-ip']].flatMap((said) => String(said ?? '').split(','))
  const named = [...String(headers.forwarded ?? '').matchAll(/for=([^;,]+)/gi)].map((match) => match[1] ?? '')
  return [...plain, ...named]
    .map((hop) => hop.replace(/["[\]\s]/g, ''))
    .some((hop) => hop !== '' && !(LOOPBACK.test(hop) || /^::1:\d+$/.test(hop)))
}

/** @param host of the request, one of the server's names by then */
function sameOrigin(origin: string, host: string): boolean {
  const match = /^https?:\/\/([^/]+)$/i.exec(origin)
  const [of, at] = [match?.[1] ?? '', host].map((one) => `${hostName(one)}:${/:(\d+)$/.exec(one)?.[1] ?? ''}`)
  return hostName(match?.[1] ?? '') !== null && of === at
}
