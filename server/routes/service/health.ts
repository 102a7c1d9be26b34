// For whoever runs the server: /healthz says that it lives, /readyz that it can answer.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'

/** Milliseconds database and media store have to answer. */
const PATIENCE_MS = 3000

export function healthRoutes(app: FastifyInstance, context: Pick<Context, 'db' | 'mediaStore'>): void {
  // Many a health check asks for the head alone. Calls of the API are not to: a GET of theirs may begin work.
  const withHead = { exposeHeadRoute: true }
  app.get('/healthz', withHead, async () => ({ status: 'ok' }))
  app.get('/readyz', withHead, async (_request, reply) => {
    const [database, media] = await Promise.all([
      works(sql`select 1`.execute(context.db)),
      works(context.mediaStore.check()),
    ])
    if (database && media) return { status: 'ready' }
    const parts = { database: database ? 'ready' : 'not ready', media: media ? 'ready' : 'not ready' }
    return reply.code(503).send({ status: 'not ready', ...parts })
  })
}

/** False too for what has not answered in time: whoever asks waits for seconds and not for a minute. */
async function works(answer: Promise<unknown>): Promise<boolean> {
  const late = new AbortController()
  const isLate = pause(PATIENCE_MS, false, { signal: late.signal }).catch(() => false)
  const answered = answer.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, isLate]).finally(() => late.abort())
}
