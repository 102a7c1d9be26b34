// The way out of the mails about releases that mail programs offer beside them (H-494).
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { emailKey } from '#core/model/people/fields/email.ts'
import type { Context } from '../../context.ts'
import { ApiProblem } from '../../http/apiProblem.ts'
import { parse } from '../../http/parse.ts'
import { MAIL_SETTINGS, UNSUBSCRIBE } from '../../mail/unsubscribe.ts'

const Query = z.object({ token: z.string() })
/** "List-Unsubscribe=One-Click", in whatever form it comes. */
const BODY_MAX = 4096

export function unsubscribeRoutes(app: FastifyInstance, context: Context): void {
  const { db, limits, unsubscribe } = context

  // Programs that know no more open the address, and so do those that look whether a link is safe: it ends nothing.
  app.get(UNSUBSCRIBE, (_request, reply) => reply.redirect(MAIL_SETTINGS, 302))

  void app.register(async (forms) => {
    // The token says all; what stands in the body is the same for everybody.
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX }, async () => undefined)
    forms.post(UNSUBSCRIBE, async (request, reply) => {
      const { token } = parse(Query, request.query, 'query')
      await limits.spend('unsubscribe', '', request.ip)
      const email = await unsubscribe.emailOf(token)
      if (email === null) throw new ApiProblem(400, 'INVALID_TOKEN', 'The link is not valid, or a year old.')
      // The same answer whether there is such an account, and whatever it had chosen.
      await db
        .updateTable('players')
        .set({ mailpref: 'none' })
        .where('playerid', '=', (query) =>
          query.selectFrom('player_emails').where('email', '=', emailKey(email)).select('playerid'),
        )
        .execute()
      return reply.code(204).send()
    })
  })
}
