// API-AUTH: a new password.
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { PasswordReset, type ResetAnswer } from '#core/model/people/account.ts'
import { EmailText, emailKey } from '#core/model/people/fields/email.ts'
import { RESET_LINK_TTL_H } from '../../auth/linkTokens.ts'
import { refuseWeakPassword } from '../../auth/passwordPolicy.ts'
import { checkPassword, hashPassword } from '../../auth/passwords.ts'
import type { Context } from '../../context.ts'
import { ApiProblem } from '../../http/apiProblem.ts'
import { refuseCrossSite } from '../../http/crossSite.ts'
import { parse } from '../../http/parse.ts'
import { repeatKey } from '../../http/repeat.ts'
import { emailField } from '../../people/emailField.ts'
import { counted } from '../../store/counted.ts'
import { emailKeysOf, findByEmail, fullName, holdPlayer, noticeAddresses } from '../../store/people/players.ts'
import { transact } from '../../store/transact.ts'
import { accountInactive } from '../access.ts'
import { invalidToken, notRecognised } from './passwordless.ts'

const Path = z.object({ email: EmailText })

export function resetRoutes(app: FastifyInstance, context: Context): void {
  const { db, links, limits, mail, passkeys, sessions } = context

  // API-AUTH-005
  app.get('/auth/reset/:email', async (request, reply) => {
    refuseCrossSite(context.names, request)
    const email = emailField(parse(Path, request.params, 'path').email)
    await counted(db, async (trx) => {
      await limits.spend('reset', email, request.ip, { within: trx })
      const found = await findByEmail(trx, email)
      if (!found) return notRecognised()
      const { player, shown } = found
      if (player.state === 'inactive') return accountInactive()
      // Whoever has an older mail of theirs has nothing.
      await links.revoke(['reset'], { email }, trx)
      const { token } = await links.mint(
        'reset',
        { email: shown, welcome_email: false },
        { email, playerid: player.playerid },
        trx,
      )
      await mail.send('password_reset', shown, { token, hours: RESET_LINK_TTL_H }, player.language, { within: trx })
      return null
    })
    return reply.code(200).send()
  })

  // API-AUTH-006
  app.put('/auth/chgpwdreset', async (request): Promise<ResetAnswer> => {
    const { password, token } = parse(PasswordReset, request.body, 'body')
    await limits.spend('link-login', '', request.ip)
    const reading = await links.read('reset', token)
    // The client keys on this message (D-013).
    if (reading.state === 'expired') throw new ApiProblem(410, 'INVALID_TOKEN', 'token expired')
    if (reading.state === 'bad') throw invalidToken()
    const { claims } = reading
    const key = repeatKey(request)
    const found = await findByEmail(db, claims.email)
    if (!found || found.player.playerid !== reading.playerid) throw invalidToken()
    const { playerid, state } = found.player
    /** The same password, asked for again with the same key: its answer was lost. */
    const isAgain = async () =>
      (await links.usedBy(claims.jti, key)) !== null && (await checkPassword(await currentHash(playerid), password))
    if (reading.state === 'used') {
      if (await isAgain()) return answered(playerid, claims.email)
      throw invalidToken()
    }
    if (state === 'inactive') throw accountInactive()
    refuseWeakPassword(password)
    const password_hash = await hashPassword(password)
    const isFirst = await transact(db, async (trx) => {
      const player = await holdPlayer(trx, playerid)
      if (!(await links.use(claims.jti, trx, { key }))) return false
      await trx
        .updateTable('players')
        .set({ password_hash, ...(claims.welcome_email ? { state: 'active' } : {}) })
        .where('playerid', '=', playerid)
        .execute()
      // Whoever had the old password, or a link from an old mailbox, is out, and brings no mailbox of theirs in later.
      await links.revoke(['reset', 'setup', 'magic-link', 'merge'], { playerid }, trx)
      await sessions.revokeAll(playerid, 'the password was changed', trx)
      // The first one is what the welcome asked for.
      if (!claims.welcome_email) {
        for (const to of await noticeAddresses(trx, player))
          await mail.send('password_changed', to, { name: fullName(player) }, player.language, { within: trx })
      }
      return true
    })
    if (!isFirst && !(await isAgain())) throw invalidToken()
    await context.guesses.proved(playerid, request.ip, await emailKeysOf(db, playerid))
    return answered(playerid, claims.email)
  })

  /** What outlives a password: whoever resets it because of somebody else is to know of it. @param email of the link */
  async function answered(playerid: string, email: string): Promise<ResetAnswer> {
    const others = (await emailKeysOf(db, playerid)).filter((key) => key !== emailKey(email))
    return { data: { passkeys: (await passkeys.of(playerid)).length, addresses: others.length } }
  }

  async function currentHash(playerid: string): Promise<string | null> {
    const row = await db
      .selectFrom('players')
      .where('playerid', '=', playerid)
      .select('password_hash')
      .executeTakeFirst()
    return row?.password_hash ?? null
  }
}
