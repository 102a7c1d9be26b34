// The HTTP server: what every answer has in common, and which routes there are.
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import { API_BASE } from '#core/model/constants.ts'
import type { Context } from './context.ts'
import { faultRoutes } from './faults/switch.ts'
import { logAnswers } from './http/answers.ts'
import { ApiProblem } from './http/apiProblem.ts'
import { readJson } from './http/body/jsonBody.ts'
import type { FrontDoor } from './http/frontDoor.ts'
import { isForPrograms, mayBeKept, NOT_KEPT } from './http/keeping.ts'
import { pack } from './http/packing.ts'
import { mediaProblem } from './media/problem.ts'
import { openDemoPeople } from './openDemo.ts'
import { changesRoutes } from './routes/account/changes.ts'
import { linkedEmailRoutes } from './routes/account/linkedEmails.ts'
import { networkRoutes } from './routes/account/network.ts'
import { profileRoutes } from './routes/account/profile.ts'
import { sessionRoutes } from './routes/account/sessions.ts'
import { sharingRoutes } from './routes/account/sharing.ts'
import { imageRoutes } from './routes/music/images.ts'
import { libraryRoutes } from './routes/music/library.ts'
import { listIndexRoutes } from './routes/music/listIndex.ts'
import { mediaRoutes } from './routes/music/media.ts'
import { peakRoutes } from './routes/music/peaks.ts'
import { playlistRoutes } from './routes/music/playlists.ts'
import { promoRoutes } from './routes/music/promo.ts'
import { releaseRoutes } from './routes/music/releases.ts'
import { reportRoutes } from './routes/music/reports.ts'
import { searchRoutes } from './routes/music/search.ts'
import { zipRoutes } from './routes/music/zips.ts'
import { demoRoutes } from './routes/service/demo.ts'
import { devRoutes } from './routes/service/dev.ts'
import { healthRoutes } from './routes/service/health.ts'
import { miscRoutes } from './routes/service/misc.ts'
import { pageRoutes, unreadablePage } from './routes/service/pages.ts'
import { supportRoutes } from './routes/service/support.ts'
import { unsubscribeRoutes } from './routes/service/unsubscribe.ts'
import { authRoutes } from './routes/signin/auth.ts'
import { passkeyRoutes } from './routes/signin/passkeys.ts'
import { passwordlessRoutes } from './routes/signin/passwordless.ts'
import { resetRoutes } from './routes/signin/reset.ts'
import { signupRoutes } from './routes/signin/signup.ts'

/** JSON bodies of this API are small. */
const BODY_MAX = 256 * 1024
/** Long enough for a token in a path. */
const PATH_PART_MAX = 4096

/** A disk without room, as the system says it and as databases do (SQLSTATE). */
const DISK_FULL: ReadonlySet<unknown> = new Set(['ENOSPC', '53100'])

const BAD_REQUEST: [code: string, message: string] = ['BAD_REQUEST', 'The request cannot be read.']
/** Codes for what Fastify and its plugins refuse; anything else below 500 is a bad request. */
const REFUSALS: Record<number, [code: string, message: string]> = {
  400: BAD_REQUEST,
  404: ['NOT_FOUND', 'There is no such call.'],
  413: ['TOO_LARGE', 'The body is too large.'],
  415: ['UNSUPPORTED_TYPE', 'Send the body as application/json.'],
}

export async function buildApp(context: Context, door: FrontDoor): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_MAX,
    serverFactory: (handler) => door.open(handler),
    // The front door refuses what cannot be parsed.
    clientErrorHandler: () => {},
    trustProxy: context.config.trustProxy ?? false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: PATH_PART_MAX },
    exposeHeadRoutes: false,
    // An address that cannot be decoded is a bad request with our own body, not Fastify's. Of a page, it is a link that
    // a mail program has broken: the application says what to do.
    frameworkErrors: (_error, request, reply) => {
      reply.hijack()
      const page = unreadablePage(request.raw, context.clientDir, context.config.supportEmail)
      if (page) {
        reply.raw.writeHead(400, page.headers)
        reply.raw.end(page.body)
        return
      }
      reply.raw.writeHead(400, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
      reply.raw.end(JSON.stringify({ code: 'BAD_REQUEST', message: 'The address cannot be read.' }))
    },
  })

  // Before Fastify cuts every connection: what was carried out is answered first.
  app.addHook('preClose', () => door.close())
  logAnswers(app, context.log)
  app.addHook('onRequest', async (request, reply) => {
    // Whoever goes by it, as for when a link ends, has to go by the clock that judges.
    reply.header('Date', new Date(context.now()).toUTCString())
    if (isForPrograms(request)) reply.header('Cache-Control', NOT_KEPT)
  })
  // Files hijack their answer and see to it themselves.
  app.addHook('onSend', async (request, reply) => {
    if (!mayBeKept(request)) reply.header('Cache-Control', NOT_KEPT)
  })
  app.addHook('onSend', pack)
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) =>
    readJson(bytes),
  )
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const about = { method: request.method, route: request.routeOptions.url ?? '(page)' }
    const problem = error instanceof ApiProblem ? error : mediaProblem(error)
    if (problem) {
      if (problem !== error) context.log.error('media', error, about)
      if (problem.retryAfter !== undefined) reply.header('Retry-After', problem.retryAfter)
      return reply.code(problem.status).send(problem.body())
    }
    const status = 'statusCode' in error ? error.statusCode : undefined
    // What a library refuses is the caller's doing too, and no failure of the server.
    if (status !== undefined && status >= 400 && status < 500) {
      // The files' own route takes every address that no other has, and refuses some.
      const page =
        request.routeOptions.url === '/*' && unreadablePage(request.raw, context.clientDir, context.config.supportEmail)
      if (page) return reply.code(400).headers(page.headers).send(page.body)
      const [code, message] = REFUSALS[status] ?? BAD_REQUEST
      return reply.code(REFUSALS[status] ? status : 400).send({ code, message })
    }
    context.log.error('failed', error, about)
    if ('code' in error && DISK_FULL.has(error.code)) {
      return reply.code(507).send({ code: 'DISK_FULL', message: 'The server has no room left on its disk.' })
    }
    return reply.code(500).send({ code: 'INTERNAL', message: 'Something went wrong on the server.' })
  })

  if (context.config.controls) {
    const disarm = faultRoutes(app)
    devRoutes(app, context, async () => {
      disarm()
      await (await openDemoPeople()).resetStartData(context)
    })
  }
  healthRoutes(app, context)
  await app.register(
    async (api) => {
      authRoutes(api, context)
      sessionRoutes(api, context)
      passwordlessRoutes(api, context)
      passkeyRoutes(api, context)
      resetRoutes(api, context)
      signupRoutes(api, context)
      networkRoutes(api, context)
      profileRoutes(api, context)
      linkedEmailRoutes(api, context)
      supportRoutes(api, context)
      unsubscribeRoutes(api, context)
      releaseRoutes(api, context)
      libraryRoutes(api, context)
      listIndexRoutes(api, context)
      playlistRoutes(api, context)
      searchRoutes(api, context)
      reportRoutes(api, context)
      sharingRoutes(api, context)
      changesRoutes(api, context)
      mediaRoutes(api, context)
      peakRoutes(api, context)
      promoRoutes(api, context)
      zipRoutes(api, context)
      imageRoutes(api, context)
      miscRoutes(api, context)
      if (context.config.demo) demoRoutes(api, async () => (await openDemoPeople()).ACCOUNTS)
    },
    { prefix: API_BASE },
  )
  await pageRoutes(app, context.clientDir, context.config.supportEmail)
  return app
}
