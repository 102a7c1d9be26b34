// Test controls about people: the outbox. Development only, loopback only; absent in production.
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { loopback } from '../http/loopback.ts'

/** Mails one answer holds at most. */
const OUTBOX_MAX = 500

export function devRoutes(app: FastifyInstance, { db }: Context): void {
  const options = { onRequest: loopback }

  app.get('/dev/outbox', options, async () => {
    const mails = await db.selectFrom('outbox').selectAll().orderBy('seq', 'desc').limit(OUTBOX_MAX).execute()
    return mails.map((mail) => ({
      kind: mail.kind,
      to: mail.recipient,
      replyTo: mail.reply_to,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html,
      links: mail.links,
      at: mail.at.toISOString(),
      sent: mail.sent_at?.toISOString() ?? null,
    }))
  })
}
