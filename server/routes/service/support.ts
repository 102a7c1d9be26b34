// API-MISC-003, and messages from the support panel (D-067).
import type { FastifyInstance } from 'fastify'
import { DeviceRegistration, SupportMessage } from '#core/model/people/profile.ts'
import type { Context } from '../../context.ts'
import { ApiProblem } from '../../http/apiProblem.ts'
import { parse } from '../../http/parse.ts'
import { messageId, repeatKey } from '../../http/repeat.ts'
import { LANGUAGE_DEFAULT } from '../../mail/texts.ts'
import { emailField } from '../../people/emailField.ts'
import { fullName } from '../../store/people/players.ts'
import { transact } from '../../store/transact.ts'
import { callingPlayer, signedIn } from '../access.ts'

/** Devices kept of one player; the oldest goes first. */
const DEVICES_MAX = 50

export function supportRoutes(app: FastifyInstance, context: Context): void {
  const { db, limits, mail, now, config } = context

  // API-MISC-003
  app.post('/notifications/device', async (request, reply) => {
    const { playerid } = await signedIn(context, request)
    const { device_id, platform } = parse(DeviceRegistration, request.body, 'body')
    const seen_at = new Date(now())
    await db.transaction().execute(async (trx) => {
      // Of two devices at once one is counted after the other.
      await trx.selectFrom('players').where('playerid', '=', playerid).select('playerid').forUpdate().execute()
      await trx
        .insertInto('devices')
        .values({ playerid, device_id, platform, seen_at })
        .onConflict((conflict) => conflict.columns(['playerid', 'device_id']).doUpdateSet({ platform, seen_at }))
        .execute()
      await trx
        .deleteFrom('devices')
        .where('playerid', '=', playerid)
        .where('device_id', 'not in', (query) =>
          query
            .selectFrom('devices')
            .where('playerid', '=', playerid)
            .orderBy('seen_at', 'desc')
            .limit(DEVICES_MAX)
            .select('device_id'),
        )
        .execute()
    })
    return reply.code(204).send()
  })

  // D-067: with a session the answer goes to its e-mail, without one the form asks for an e-mail.
  app.post('/support/messages', async (request, reply) => {
    const session = await callingPlayer(context, request).catch((error: unknown) => {
      if (error instanceof ApiProblem && error.status === 401 && request.headers.authorization === undefined)
        return null
      throw error
    })
    const body = parse(SupportMessage, request.body, 'body')
    const email = emailField(body.email ?? session?.access.email ?? '')
    const name = session ? fullName(session.player) : email
    await transact(db, async (trx) => {
      const kept = await trx
        .insertInto('support_messages')
        .values({
          id: messageId(repeatKey(request), 'support', session?.player.playerid ?? email, email, body.message),
          playerid: session?.player.playerid ?? null,
          email,
          body: body.message,
          at: new Date(now()),
        })
        .onConflict((known) => known.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!kept) return
      const limit = session ? 'support' : 'support-signed-out'
      await limits.spend(limit, session?.player.playerid ?? email, request.ip, { within: trx })
      await mail.send('support_message', config.supportEmail, { name, email, text: body.message }, LANGUAGE_DEFAULT, {
        within: trx,
        replyTo: email,
      })
    })
    return reply.code(201).send()
  })
}
