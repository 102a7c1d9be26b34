/**
 * Sending mail. Every mail is first kept in the outbox; with a mail server set it is then sent by
 * a job (retried, under a lease), so that a mail server that is down for days delays a mail and loses none.
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../store/schema.ts'
import { sweepRows } from '../store/sweepRows.ts'
import { onceCommitted } from '../store/transact.ts'
import type { MailData, MailKind } from './kinds.ts'
import { writeLetter } from './letters.ts'
import type { MailTexts } from './texts.ts'

/** The kind of the job that sends one mail of the outbox. */
export const SEND_MAIL = 'send-mail'
/** Thousands are written at once and nobody waits for one: whoever waits for a code or a link goes before them. */
const MANY: readonly MailKind[] = ['release_digest']
/** Days a mail stays in the outbox. */
const KEPT_D = 30

export interface SendOptions {
  /** Where an answer goes, when not to the sender. */
  replyTo?: string
  /** Writes the mail inside this transaction (`transact`), so that it exists only if the change it speaks of does. */
  within?: Kysely<Schema>
  /** Kept in the outbox and sent to nobody: start data. */
  keepOnly?: boolean
}

export interface Mailer {
  /**
   * Writes a mail into the outbox and has it sent. Resolves before it has left.
   * @param to one address
   * @param language of the receiver, BCP 47; English when there is no translation
   * @returns its id in the outbox
   */
  send<K extends MailKind>(
    kind: K,
    to: string,
    data: MailData[K],
    language: string,
    options?: SendOptions,
  ): Promise<string>
  /** Removes mails older than KEPT_D days, and the jobs of those that were sent. */
  sweep(): Promise<void>
}

/**
 * @param options.origin where the player lives: the base of every link
 * @param options.deliver whether a mail server is set
 * @param options.kick tells the job runner that there is work
 * @param options.now ms since 1970
 */
export function createMailer(options: {
  db: Kysely<Schema>
  texts: MailTexts
  origin(): string
  deliver: boolean
  kick(): void
  now(): number
}): Mailer {
  const { db, texts, origin, deliver, kick, now } = options
  return {
    async send(kind, to, data, language, { replyTo, within = db, keepOnly = false } = {}) {
      const letter = writeLetter(kind, data, language, texts, origin())
      const mailid = randomUUID()
      await within
        .insertInto('outbox')
        .values({
          mailid,
          kind,
          recipient: to,
          // As it is written, and not as it was wished for.
          language: texts.in(language).code,
          reply_to: replyTo ?? null,
          subject: letter.subject,
          body_text: letter.text,
          body_html: letter.html,
          links: letter.links,
          at: new Date(now()),
          sent_at: null,
        })
        .execute()
      if (deliver && !keepOnly) {
        await sql`insert into jobs (id, kind, key, payload, state, turn)
          values (${mailid}, ${SEND_MAIL}, ${`${SEND_MAIL}:${mailid}`}, ${JSON.stringify({ mailid, until: endOf(data, now()) })}::text::jsonb,
            'queued', ${MANY.includes(kind) ? 1 : 0}::integer)`.execute(within)
        onceCommitted(within, kick)
      }
      return mailid
    },

    async sweep() {
      const old = new Date(now() - KEPT_D * 86_400_000)
      await sweepRows(db, 'outbox', sql`at < ${old}`)
      const over = sql`kind = ${SEND_MAIL} and state in ('done', 'failed') and updated_at < now() - interval '1 day'`
      await sweepRows(db, 'jobs', over)
    },
  }
}

/** When the link or code in a mail runs out, ms since 1970; undefined for what holds none. */
function endOf(data: MailData[MailKind], now: number): number | undefined {
  if ('minutes' in data) return now + data.minutes * 60_000
  if ('hours' in data) return now + data.hours * 3_600_000
  return 'days' in data ? now + data.days * 86_400_000 : undefined
}
