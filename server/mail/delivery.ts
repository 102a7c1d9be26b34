// Hands mails of the outbox to a mail server (SMTP, RFC 5321).
import type { Kysely } from 'kysely'
import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'
import { HopelessJob, type JobHandler } from '../jobs/runner.ts'
import type { Schema } from '../store/schema.ts'
import type { Unsubscribe } from './unsubscribe.ts'

const Payload = z.object({
  mailid: z.string(),
  /** When what it carries runs out, ms since 1970; left out for what does not. */
  until: z.optional(z.number()),
})
/** What nodemailer says of a receiver that the mail server does not take, now or ever (RFC 5321, 4.2.1). */
const ReceiverRefused = z.object({ command: z.literal('RCPT TO'), responseCode: z.int().check(z.gte(500)) })

/** Soon at first, as mail servers put off whom they do not know yet; then each hour until nearly four days are over (H-397). */
export const MAIL_PATIENCE = { attempts: 126, waitS: 60, waitMaxS: 3600 }
/** At once: one slow mail must not hold the others. */
export const MAIL_PARALLEL = 3
const CONNECT_MS = 15_000
const SILENCE_MS = 60_000

export interface Delivery {
  handler: JobHandler
  close(): void
}

/**
 * @param options.url smtp://user:password@host:port or smtps://…
 * @param options.from the sender, e.g. `Player <no-reply@player.example>`
 * @param options.now ms since 1970
 */
export function createDelivery(options: {
  db: Kysely<Schema>
  url: string
  from: string
  unsubscribe: Unsubscribe
  now(): number
}): Delivery {
  const { db, url, from, unsubscribe, now } = options
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAIL_PARALLEL,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async handler(payload) {
      const { mailid, until = Number.POSITIVE_INFINITY } = Payload.parse(payload)
      const mail = await db.selectFrom('outbox').where('mailid', '=', mailid).selectAll().executeTakeFirst()
      if (!mail || mail.sent_at !== null) return null
      if (now() > until) throw new HopelessJob('what the mail carries has run out')
      const wayOut = mail.kind === 'release_digest' ? await unsubscribe.headers(mail.recipient) : {}
      try {
        await transport.sendMail({
          // The same at every try: a receiver who got it twice sees it once.
          messageId: `<${mailid}@${from.replace(/^.*@|[>\s].*$/g, '')}>`,
          from,
          to: { name: '', address: mail.recipient },
          ...(mail.reply_to === null ? {} : { replyTo: { name: '', address: mail.reply_to } }),
          subject: mail.subject,
          text: mail.body_text,
          html: mail.body_html,
          date: mail.at,
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language, ...wayOut },
        })
      } catch (error) {
        if (ReceiverRefused.safeParse(error).success) throw new HopelessJob('the mail server refuses the receiver')
        throw error
      }
      await db
        .updateTable('outbox')
        .set({ sent_at: new Date(now()) })
        .where('mailid', '=', mailid)
        .execute()
      return null
    },
    close: () => transport.close(),
  }
}
