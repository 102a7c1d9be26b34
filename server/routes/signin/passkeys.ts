/**
 * Passkeys: a third way in beside password and mailed link, and no second factor. Whoever adds or removes one has to
 * have proved a short while ago who they are, and its owner is written to.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { TokenPair } from '#core/model/people/account.ts'
import { emailKey } from '#core/model/people/fields/email.ts'
import {
  PasskeyAdd,
  type PasskeyAnswer,
  PasskeyRename,
  PasskeySignIn,
  type PasskeysAnswer,
  ProofRequest,
} from '#core/model/people/passkeys.ts'
import { checkPassword } from '../../auth/passwords.ts'
import { sessionOrigin } from '../../auth/sessionOrigin.ts'
import type { Context } from '../../context.ts'
import { ApiProblem } from '../../http/apiProblem.ts'
import { refuseCrossSite } from '../../http/crossSite.ts'
import { parse } from '../../http/parse.ts'
import { emailKeysOf, firstAddressOf, fullName, holdPlayer, noticeAddresses } from '../../store/people/players.ts'
import type { PlayerRow, Schema } from '../../store/schema.ts'
import { transact } from '../../store/transact.ts'
import { callingPlayer, maySignIn, signedIn, tokenPair } from '../access.ts'

/** So long a proof of who somebody is holds, ms. */
const PROOF_MS = 10 * 60_000
const PasskeyPath = z.object({ passkeyid: z.string().check(z.regex(/^[\w-]{1,64}$/)) })

export function passkeyRoutes(app: FastifyInstance, context: Context): void {
  const { db, guesses, limits, mail, now, passkeys, sessions } = context

  async function isProved(sid: string): Promise<boolean> {
    const row = await db.selectFrom('sessions').where('sessionid', '=', sid).select('proved_at').executeTakeFirst()
    return row !== undefined && row.proved_at.getTime() > now() - PROOF_MS
  }

  /** @throws ApiProblem 403 PROOF_NEEDED */
  async function proved(request: FastifyRequest) {
    const { access, player } = await callingPlayer(context, request)
    if (!(await isProved(access.sid))) {
      throw new ApiProblem(403, 'PROOF_NEEDED', 'Say first that it is you: with your password, or by signing in again.')
    }
    return { access, player }
  }

  async function tell(
    kind: 'passkey_added' | 'passkey_removed',
    player: PlayerRow,
    passkey: string,
    within: Kysely<Schema>,
  ) {
    for (const to of await noticeAddresses(within, player))
      await mail.send(kind, to, { name: fullName(player), passkey }, player.language, { within })
  }

  app.post('/auth/proof', async (request, reply) => {
    const { access, player } = await callingPlayer(context, request)
    const { password } = parse(ProofRequest, request.body, 'body')
    // Counted with tries at the sign-in of the same e-mail: whoever has the session would have as many again.
    const isRight = () => checkPassword(player.password_hash, password)
    const { wait, right } = await guesses.attempt(player.playerid, request.ip, isRight, emailKey(access.email))
    if (wait > 0) {
      throw new ApiProblem(429, 'TOO_MANY_TRIES', `Too many failed tries. Try again in ${wait} seconds.`, {
        retryAfter: wait,
      })
    }
    // Not 401: the session is as good as before.
    if (!right) {
      throw new ApiProblem(403, 'INVALID_CREDENTIALS', 'This is not your password.')
    }
    await sessions.prove(access.sid)
    return reply.code(204).send()
  })

  app.get('/auth/passkeys', async (request): Promise<z.infer<typeof PasskeysAnswer>> => {
    const { access, player } = await callingPlayer(context, request)
    return {
      data: {
        passkeys: await passkeys.of(player.playerid),
        rpid: passkeys.rpId(),
        origin: passkeys.origin(),
        proof: { fresh: await isProved(access.sid), password: player.password_hash !== null },
      },
    }
  })

  app.post('/auth/passkeys/options', async (request) => {
    const { access, player } = await proved(request)
    await limits.spend('passkey-add', player.playerid, request.ip)
    return { data: await passkeys.creation(player, access.email, access.sid) }
  })

  app.post('/auth/passkeys', async (request, reply) => {
    const { access, player } = await proved(request)
    const body = parse(PasskeyAdd, request.body, 'body')
    const passkey = await passkeys.add(player.playerid, access.sid, body, (trx, { name }) =>
      tell('passkey_added', player, name, trx),
    )
    const answer: z.infer<typeof PasskeyAnswer> = { data: { passkey } }
    return reply.code(201).send(answer)
  })

  app.put('/auth/passkeys/:passkeyid', async (request): Promise<z.infer<typeof PasskeyAnswer>> => {
    const { playerid } = await signedIn(context, request)
    const { passkeyid } = parse(PasskeyPath, request.params, 'path')
    const { name } = parse(PasskeyRename, request.body, 'body')
    return { data: { passkey: await passkeys.rename(playerid, passkeyid, name) } }
  })

  app.delete('/auth/passkeys/:passkeyid', async (request, reply) => {
    const { access, player } = await proved(request)
    const { passkeyid } = parse(PasskeyPath, request.params, 'path')
    // One that is not there any more is what was wanted.
    await transact(db, async (trx) => {
      await holdPlayer(trx, player.playerid, access.sid)
      const name = await passkeys.remove(player.playerid, passkeyid, trx)
      if (name !== null) await tell('passkey_removed', player, name, trx)
    })
    return reply.code(204).send()
  })

  app.post('/auth/passkeys/sign-in/options', async (request) => {
    refuseCrossSite(context.names, request)
    await limits.spend('passkey-request', '', request.ip)
    return { data: await passkeys.request() }
  })

  app.post('/auth/passkeys/sign-in', async (request): Promise<TokenPair> => {
    refuseCrossSite(context.names, request)
    const body = parse(PasskeySignIn, request.body, 'body')
    // Behind the body, which a page elsewhere cannot send: its visitors would use up what their network has.
    await limits.spend('passkey-login', '', request.ip)
    const player = await passkeys.signIn(body)
    maySignIn(player)
    await guesses.proved(player.playerid, request.ip, await emailKeysOf(db, player.playerid))
    // A passkey names none. The one for mail may be an intruder's, who chose it: it could not be removed in this session.
    const email = (await firstAddressOf(db, player)) ?? player.username
    const begin = { began_by: 'passkey', ...sessionOrigin(request.headers, request.ip) } as const
    return tokenPair(context, await sessions.start(player, email, body.publicdevice, begin))
  })
}
