// API-PROF: linking and unlinking e-mails ("merge" and "split").
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { LinkToken } from '#core/model/people/account.ts'
import { emailKey } from '#core/model/people/fields/email.ts'
import { LinkedEmailRequest, SplitRequest } from '#core/model/people/profile.ts'
import type { LinkReading } from '../../auth/linkTokens.ts'
import { MERGE_TTL_H, WARNING_TTL_D } from '../../auth/linkTokens.ts'
import type { Context } from '../../context.ts'
import { ApiProblem } from '../../http/apiProblem.ts'
import { parse } from '../../http/parse.ts'
import { emailField } from '../../people/emailField.ts'
import { counted } from '../../store/counted.ts'
import { emailsOf, findByEmail, fullName, holdPlayer, noticeAddresses } from '../../store/people/players.ts'
import { transact } from '../../store/transact.ts'
import { callingPlayer, signedIn } from '../access.ts'

/** What a mail to an address counts for that the player wants on their account. */
const FIRST = ['linked-address-first'] as const
const AGAIN = ['linked-address-again', 'linked-address-day'] as const

const TokenPath = z.object({ token: LinkToken })

const inUse = () => new ApiProblem(409, 'EMAIL_IN_USE', 'This email belongs to another account.')
const lastEmail = () => new ApiProblem(409, 'LAST_EMAIL', 'cannot remove the only email address')
const emailSignedIn = () =>
  new ApiProblem(409, 'EMAIL_SIGNED_IN', 'The email you are signed in with cannot be removed.')
const wrongPlayer = () => new ApiProblem(409, 'TOKEN_WRONG_PLAYER', 'This link belongs to another account.')
const expired = () => new ApiProblem(410, 'TOKEN_EXPIRED', 'This link has expired or was used already.')

/** @throws ApiProblem 410 for an expired link, 404 for one that is none of ours */
function known<P extends 'merge' | 'split'>(reading: LinkReading<P>) {
  if (reading.state === 'expired') throw expired()
  if (reading.state === 'bad') throw new ApiProblem(404, 'TOKEN_INVALID', 'This link is not valid.')
  return reading as Extract<LinkReading<P>, { claims: unknown }>
}

export function linkedEmailRoutes(app: FastifyInstance, context: Context): void {
  const { db, links, limits, mail, sessions } = context
  const tokenOf = (params: unknown) => parse(TokenPath, params, 'path').token

  // API-PROF-003
  app.post('/profile/merge', async (request, reply) => {
    const { player } = await callingPlayer(context, request)
    const { playerid } = player
    const email = emailField(parse(LinkedEmailRequest, request.body, 'body').email)
    await counted(db, async (trx) => {
      await limits.spend('linked-email', playerid, request.ip, { within: trx })
      const owner = await findByEmail(trx, email)
      if (owner && owner.player.playerid !== playerid) return inUse()
      // Of this very account: to say that it belongs to another would be wrong.
      if (owner) {
        const said = 'This email is already associated with this account'
        return new ApiProblem(400, 'BAD_REQUEST', said, { fields: { email: said } })
      }
      const isAgain = await links.wasMinted('merge', { email, playerid }, trx)
      for (const limit of isAgain ? AGAIN : FIRST) await limits.spend(limit, email, request.ip, { within: trx })
      const { token } = await links.mint('merge', { invitation: { email, playerid } }, { email, playerid }, trx)
      const data = { name: fullName(player), email, token, hours: MERGE_TTL_H }
      await mail.send('merge_confirm', email, data, player.language, { within: trx })
      return null
    })
    return reply.code(200).send()
  })

  // API-PROF-004: mail scanners open links, so reading changes nothing (D-044).
  app.get('/merge/:token', async (request) => {
    const reading = known(await links.read('merge', tokenOf(request.params)))
    if (reading.state === 'used') throw expired()
    return { invitation: reading.claims.invitation }
  })

  // API-PROF-005
  app.post('/merge/:token', async (request) => {
    const { playerid, sid } = await signedIn(context, request)
    const { claims } = known(await links.read('merge', tokenOf(request.params)))
    const shown = claims.invitation.email
    const email = emailKey(shown)
    if (claims.invitation.playerid !== playerid) throw wrongPlayer()
    await transact(db, async (trx) => {
      const player = await holdPlayer(trx, playerid, sid)
      const unused = await links.use(claims.jti, trx)
      const owner = await findByEmail(trx, email)
      if (owner && owner.player.playerid !== playerid) throw inUse()
      // Done before: the same answer again. Removed since: an old link does not bring it back.
      if (owner) return
      if (!unused) throw expired()
      // Behind the last one, which is not the count of them once one was removed.
      const place = sql<number>`(select coalesce(max(place), -1) + 1 from player_emails where playerid = ${playerid})`
      const added = await trx
        .insertInto('player_emails')
        .values({ email, shown, playerid, place })
        .onConflict((conflict) => conflict.doNothing())
        .returning('email')
        .executeTakeFirst()
      if (!added) throw inUse()
      // Whoever has a session for a minute could keep the account so: those it belongs to hear of it, and can undo it
      // without the mailbox of the new address. It takes a session of theirs besides.
      const seconds = WARNING_TTL_D * 24 * 3600
      const { token } = await links.mint('split', { email: shown, playerid }, { email, playerid }, trx, seconds)
      const data = { name: fullName(player), email: shown, token, days: WARNING_TTL_D }
      for (const to of await noticeAddresses(trx, player))
        await mail.send('email_linked', to, data, player.language, { within: trx })
    })
    return { email: shown }
  })

  // API-PROF-006
  app.post('/profile/split', async (request, reply) => {
    const { access, player } = await callingPlayer(context, request)
    const { playerid } = player
    const email = emailKey(emailField(parse(LinkedEmailRequest, request.body, 'body').email))
    const own = await emailsOf(db, playerid)
    const entry = own.find((one) => one.email === email)
    if (!entry) {
      throw new ApiProblem(400, 'BAD_REQUEST', 'This email is not on your account.', {
        fields: { email: 'This email is not on your account' },
      })
    }
    if (own.length === 1) throw lastEmail()
    if (emailKey(access.email) === email) throw emailSignedIn()
    await transact(db, async (trx) => {
      await limits.spend('linked-email', playerid, request.ip, { within: trx })
      const { token } = await links.mint('split', { email: entry.shown, playerid }, { email, playerid }, trx)
      const data = { name: fullName(player), email: entry.shown, token, hours: MERGE_TTL_H }
      await mail.send('split_confirm', entry.shown, data, player.language, { within: trx })
    })
    return reply.code(200).send()
  })

  // API-PROF-007
  app.get('/split/:token', async (request) => {
    const reading = known(await links.read('split', tokenOf(request.params)))
    if (reading.state === 'used') throw expired()
    return { email: reading.claims.email }
  })

  // API-PROF-008
  app.post('/split/:token', async (request) => {
    const access = await signedIn(context, request)
    const { playerid, sid } = access
    parse(SplitRequest, request.body ?? undefined, 'body')
    const { claims } = known(await links.read('split', tokenOf(request.params)))
    const email = emailKey(claims.email)
    const signedInWith = emailKey(access.email)
    if (claims.playerid !== playerid) throw wrongPlayer()
    await transact(db, async (trx) => {
      // Two removals at once must not leave an account without an e-mail.
      const player = await holdPlayer(trx, playerid, sid)
      const own = await emailsOf(trx, playerid)
      if (!own.some((one) => one.email === email)) throw expired()
      if (own.length === 1) throw lastEmail()
      if (signedInWith === email) throw emailSignedIn()
      if (!(await links.use(claims.jti, trx))) throw expired()
      await trx.deleteFrom('player_emails').where('email', '=', email).where('playerid', '=', playerid).execute()
      // No mail may go to a removed address, and no link sent there may open the account (D-041).
      if (player.mailto === email) {
        await trx.updateTable('players').set({ mailto: signedInWith }).where('playerid', '=', playerid).execute()
      }
      await links.revoke(['magic-link', 'reset', 'setup'], { email }, trx)
      // Nor does one bring it back here; where somebody else wants it, theirs stay good.
      await links.revoke(['merge'], { email, playerid }, trx)
      await sessions.revokeBegunWith(playerid, email, trx)
      // Whoever has a session for a minute could take the owner's own away, and keep one of theirs.
      const data = { name: fullName(player), email: claims.email }
      for (const to of await noticeAddresses(trx, player))
        await mail.send('email_removed', to, data, player.language, { within: trx })
    })
    return { email: claims.email }
  })
}
