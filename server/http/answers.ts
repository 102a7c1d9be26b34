// The line of the log that each call leaves.
import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'

/** What is noted of a call whose caller left before an answer began; nobody is told it. */
const CALLER_LEFT = 499

/** Logs each call once its answer is over. `cut`: its last byte was never written, because the caller left or the source broke. */
export function logAnswers(app: FastifyInstance, log: Pick<Log, 'info'>): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = reply
    // Fastify's own hook hears of no answer that was cut, and without it Fastify takes no time.
    const asked = performance.now()
    raw.once('close', () => {
      const isCut = !raw.writableFinished
      log.info('answered', {
        method: request.method,
        route: request.routeOptions.url ?? '(page)',
        status: isCut && !raw.headersSent ? CALLER_LEFT : raw.statusCode,
        ms: Math.round(performance.now() - asked),
        ...(isCut ? { cut: true } : {}),
      })
    })
  })
}
