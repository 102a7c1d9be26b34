// The built client: hashed files for ever, start.html for the start page, index.html for every other, and the policy
// that pages live under.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BEGIN_ANEW } from '#core/model/beginAnew.ts'
import { SUPPORT_EMAIL, SUPPORT_META } from '#core/model/constants.ts'
import { FIRST_FORM } from '#core/model/firstForm.ts'
import { isPage } from '#core/model/isPage.ts'
import { FIRST_PAINT } from '#core/model/themeMark.ts'
import { ApiProblem } from '../../http/apiProblem.ts'
import { NOT_KEPT } from '../../http/keeping.ts'
import { packed } from '../../http/packing.ts'
import { escapeHtml } from '../../mail/layout.ts'

/** What a policy says of an inline script it lets run. */
const digestOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/**
 * Nothing from elsewhere, nothing inline but the lines that put the chosen theme on before the first paint, the drawn form
 * in its place, and begin the page anew where its scripts do not come; no eval, no frames, Trusted Types with one policy.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${digestOf(FIRST_PAINT)} ${digestOf(BEGIN_ANEW)} ${digestOf(FIRST_FORM)}`,
  "style-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "frame-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ')

/** A worker lives under the policy of its own script: it may fetch from here, start workers and compile wasm. */
const SCRIPT_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; base-uri 'none'"

/**
 * The replay page shows what somebody else's log says: nothing leaves it, whatever the log holds. Its pictures are
 * drawn, it makes no sound, and the frame with the replayed player is the same page.
 */
const REPLAY_POLICY = [
  "default-src 'none'",
  `script-src 'self' ${digestOf(FIRST_PAINT)}`,
  "style-src 'self'",
  "worker-src 'self'",
  "connect-src 'none'",
  'img-src data:',
  "media-src 'none'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "frame-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ')

/** Its worker's, as that of each of its scripts: it may run, and no more. */
const REPLAY_SCRIPT_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'none'; worker-src 'none'; base-uri 'none'"

const PAGE_HEADERS = {
  'Content-Security-Policy': PAGE_POLICY,
  // Its address may hold a token, or what somebody searched for.
  'Cache-Control': NOT_KEPT,
}

/** The page where a password is changed. */
const CHANGE_PASSWORD = '/account/management'

const NOT_BUILT = 'The client is not built yet. Run "npm run build" and reload.\n'

/** The ending of a compressed copy. */
const PACKED = /\.(br|gz)$/

/** Addresses below which there are files and answers to programs, and never a page. */
const NO_PAGE = /^\/(assets|locales|\.well-known)(\/|$)/

/** Whether an address is one of programs, however it is written: a page in answer to a call tells it nothing. */
const isCall = (path: string): boolean => /^\/+(api|dev)(\/|$)/i.test(decoded(path))

/** The pages of the build by their address, the start page aside. */
const PAGE_FILE = /^\/([a-z]+\.html)$/

/** A path without what stands in it encoded; as it is where that cannot be told. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A page that says whom its readers write to (`SUPPORT_EMAIL`), where that is not who it was built with. */
const withSupport = (page: string, supportEmail: string): string =>
  supportEmail === SUPPORT_EMAIL
    ? page
    : page.replace('</head>', () => `<meta name="${SUPPORT_META}" content="${escapeHtml(supportEmail)}"></head>`)

/**
 * The application itself, for the address of a page with a part that cannot be decoded: it knows what to say of a broken
 * link. Null for everything else.
 */
export function unreadablePage(
  { method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>,
  clientDir: string,
  supportEmail: string,
): { headers: Record<string, string>; body: string } | null {
  const index = join(clientDir, 'index.html')
  const isAsked = (method === 'GET' || method === 'HEAD') && isPage(url.split('?', 1)[0] ?? '')
  if (!isAsked || !existsSync(index)) return null
  const body = method === 'GET' ? withSupport(readFileSync(index, 'utf8'), supportEmail) : ''
  return { headers: { 'Content-Type': 'text/html; charset=utf-8', ...PAGE_HEADERS }, body }
}

/**
 * @param clientDir dist/client; may be missing, then every page answers 503
 * @param supportEmail whom the pages say to write to
 */
export async function pageRoutes(app: FastifyInstance, clientDir: string, supportEmail: string): Promise<void> {
  const isAsBuilt = supportEmail === SUPPORT_EMAIL
  const headersOf = (file: string) =>
    file === 'replay.html' ? { ...PAGE_HEADERS, 'Content-Security-Policy': REPLAY_POLICY } : PAGE_HEADERS
  const isThere = (file: string) => existsSync(join(clientDir, file))

  /** A page that is not as it was built. It is read each time: a build may lay another in its place. */
  async function sendPage(request: FastifyRequest, reply: FastifyReply, path: string) {
    const [, named = 'start.html'] = PAGE_FILE.exec(path) ?? []
    const isFile = (path === '/' || PAGE_FILE.test(path)) && isThere(named)
    const file = isFile ? named : 'index.html'
    const page = withSupport(readFileSync(join(clientDir, file), 'utf8'), supportEmail)
    reply.type('text/html; charset=utf-8').headers(headersOf(file))
    return reply.code(isFile || isPage(path) ? 200 : 404).send(await packed(request, reply, page))
  }

  if (existsSync(clientDir)) {
    await app.register(fastifyStatic, {
      root: clientDir,
      // The start page holds the form to sign in (scripts/prerender.mjs).
      index: ['start.html', 'index.html'],
      redirect: false,
      cacheControl: false,
      // What the build compressed lies beside each file (scripts/compress.mjs); nobody asks for such a copy by its name.
      preCompressed: true,
      allowedPath: (path) => !PACKED.test(path) && (isAsBuilt || !/(\/|\.html)$/.test(path)),
      setHeaders(reply, sent) {
        const path = sent.replace(PACKED, '')
        reply.setHeader('Vary', 'Accept-Encoding')
        if (path.endsWith('.html')) {
          const file = relative(clientDir, path)
          for (const [name, value] of Object.entries(headersOf(file))) reply.setHeader(name, value)
          return
        }
        const hashed = path.startsWith(join(clientDir, 'assets'))
        reply.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        const sealed = path.startsWith(join(clientDir, 'assets', 'replay'))
        if (/\.m?js$/.test(path))
          reply.setHeader('Content-Security-Policy', sealed ? REPLAY_SCRIPT_POLICY : SCRIPT_POLICY)
      },
    })
    // A part of a file is a part of the file as it is.
    app.addHook('onRequest', async (request) => {
      if (request.headers.range !== undefined) delete request.headers['accept-encoding']
    })
  }

  // Where password managers send whoever wants another password (W3C, "A Well-Known URL for Changing Passwords"): whoever
  // is not signed in is asked to, and led on (H-296).
  app.get('/.well-known/change-password', { exposeHeadRoute: true }, (_request, reply) =>
    reply.redirect(CHANGE_PASSWORD, 302),
  )

  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    // A build that is on its way brings what is missing now, and a proxy might keep that it was.
    reply.header('Cache-Control', NOT_KEPT)
    if (isCall(path)) throw new ApiProblem(404, 'NOT_FOUND', 'There is no such call.')
    reply.type('text/plain; charset=utf-8')
    if (NO_PAGE.test(path)) return reply.code(404).send('There is no such file.\n')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return reply.code(405).header('Allow', 'GET, HEAD').send('Pages are read only.\n')
    }
    if (!isThere('index.html') || !('sendFile' in reply)) return reply.code(503).send(NOT_BUILT)
    if (!isAsBuilt) return sendPage(request, reply, path)
    // The application itself says that there is no such page; whoever only reads the status learns it too.
    return reply.code(isPage(path) ? 200 : 404).sendFile('index.html')
  })
}
