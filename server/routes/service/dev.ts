// Test controls about people, the clock and the start data. Development only, loopback only; absent in production.
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/apiProblem.ts'
import { loopback } from '../../http/loopback.ts'
import { parse } from '../../http/parse.ts'
import { approve } from '../../people/approval.ts'
import { findByEmail, findById } from '../../store/people/players.ts'

/** Mails one answer holds at most. */
const OUTBOX_MAX = 500

/** Either an id or an e-mail: a player under review has no other name a test could know. */
const PlayerPath = z.object({ player: z.string().check(z.minLength(1), z.maxLength(320)) })
const PlayerChange = z.strictObject({
  state: z.optional(z.enum(['pending', 'active', 'inactive'])),
  verified: z.optional(z.boolean()),
  label_staff: z.optional(z.boolean()),
  /** Approves a pending player as a person would: active, verified, welcome mail. */
  approve: z.optional(z.literal(true)),
})
/** Milliseconds to move by, added to earlier moves; `{"reset": true}` puts the clock right again. */
const ClockMove = z.union([
  z.strictObject({ ms: z.int().check(z.gte(-4e12), z.lte(4e12)) }),
  z.strictObject({ reset: z.literal(true) }),
])

/** @param resetAll puts everything back to the start data */
export function devRoutes(app: FastifyInstance, context: Context, resetAll: () => Promise<void>): void {
  const { db } = context
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

  app.post('/dev/players/:player', options, async (request) => {
    const { player: name } = parse(PlayerPath, request.params, 'path')
    const { approve: approved, ...change } = parse(PlayerChange, request.body, 'body')
    const found = name.includes('@') ? (await findByEmail(db, name))?.player : await findById(db, name)
    if (!found) throw notFound('player')
    const { playerid } = found
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    if (Object.keys(given).length > 0) {
      await db.updateTable('players').set(given).where('playerid', '=', playerid).execute()
    }
    if (approved) await approve(context, playerid)
    return db
      .selectFrom('players')
      .where('playerid', '=', playerid)
      .select(['playerid', 'state', 'verified', 'label_staff'])
      .executeTakeFirstOrThrow()
  })

  app.post('/dev/clock', options, async (request) => {
    const move = parse(ClockMove, request.body, 'body')
    context.clock.move('ms' in move ? move.ms : null)
    return { now: new Date(context.now()).toISOString() }
  })

  app.post('/dev/reset', options, async (_request, reply) => {
    context.clock.move(null)
    await resetAll()
    return reply.code(204).send()
  })
}
