// API-AUTH: the links that sign in without a password.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  InitialSetup,
  MagicCodeLogin,
  type MagicLinkAnswer,
  MagicLinkLogin,
  MagicLinkRequest,
  type TokenPair,
} from '#core/model/people/account.ts'
import { codeIn } from '#core/model/people/fields/verificationCode.ts'
import type { LinkReading } from '../../auth/linkTokens.ts'
import { MAGIC_LINK_TTL_MIN } from '../../auth/linkTokens.ts'
import { sessionOrigin } from '../../auth/sessionOrigin.ts'
import type { Context } from '../../context.ts'
import { ApiProblem } from '../../http/apiProblem.ts'
import { parse } from '../../http/parse.ts'
import { linkNonce, repeatKey } from '../../http/repeat.ts'
import { emailField } from '../../people/emailField.ts'
import { counted } from '../../store/counted.ts'
import { emailKeysOf, findByEmail } from '../../store/people/players.ts'
import { maySignIn, stateProblem, tokenPair } from '../access.ts'

export function passwordlessRoutes(app: FastifyInstance, context: Context): void {
  const { db, links, limits, mail } = context

  // API-AUTH-003
  app.post('/auth/pwdless', async (request, reply) => {
    const body = parse(MagicLinkRequest, request.body, 'body')
    const email = emailField(body.email)
    const nonce = linkNonce(request)
    await counted(db, async (trx) => {
      await limits.spend('magic-link', email, request.ip, { within: trx })
      const found = await findByEmail(trx, email)
      const problem = found ? stateProblem(found.player) : notRecognised()
      if (!found || problem) return problem
      const { player, shown } = found
      await links.revoke(['magic-link'], { email }, trx)
      const { token, jti } = await links.mint(
        'magic-link',
        { email: shown, publicdevice: body.publicdevice, ...(nonce === null ? {} : { nonce }) },
        { email, playerid: player.playerid },
        trx,
      )
      const code = nonce === null ? null : await context.linkCodes.issue(jti, nonce, trx)
      const letter = { token, minutes: MAGIC_LINK_TTL_MIN, code }
      await mail.send('magic_link', shown, letter, player.language, { within: trx })
      return null
    })
    return reply.code(200).send({ data: { code: nonce !== null } } satisfies MagicLinkAnswer)
  })

  // API-AUTH-004
  app.put('/auth/pwdless', async (request) => {
    const { token } = parse(MagicLinkLogin, request.body, 'body')
    await limits.spend('link-login', '', request.ip)
    const reading = usable(await links.read('magic-link', token))
    return signIn(reading, reading.claims.publicdevice, request)
  })

  // The code of the same mail, for the browser that asked for it (H-034).
  app.put('/auth/pwdless/code', async (request) => {
    const body = parse(MagicCodeLogin, request.body, 'body')
    const email = emailField(body.email)
    const nonce = linkNonce(request)
    // What cannot be a code costs no try.
    const code = codeIn(body.code)
    if (code === null) throw wrongCode()
    // Counted before it is looked at, as the tries are: what turns out to be none that is wrong is given back.
    await db.transaction().execute(async (within) => {
      await limits.spend('link-code', email, request.ip, { within })
      await limits.spend('wrong-link-code', '', request.ip, { within })
    })
    const found = nonce === null ? 'expired' : await context.linkCodes.check(email, nonce, code)
    if (found === 'wrong') throw wrongCode()
    await limits.giveBack('wrong-link-code', request.ip)
    if (found === 'expired' || (found.used && !(await links.usedBy(found.jti, repeatKey(request))))) throw codeOver()
    const reading = { state: found.used ? 'used' : 'good', claims: found, playerid: found.playerid }
    return signIn(reading, body.publicdevice, request)
  })

  // API-AUTH-009
  app.post('/auth/initial-setup', async (request) => {
    const { token, publicdevice = false } = parse(InitialSetup, request.body, 'body')
    await limits.spend('link-login', '', request.ip)
    return signIn(usable(await links.read('setup', token)), publicdevice, request)
  })

  async function signIn(
    { state, claims, playerid }: { state: string; claims: { email: string; jti: string }; playerid: string | null },
    publicdevice: boolean,
    request: FastifyRequest,
  ): Promise<TokenPair> {
    const key = repeatKey(request)
    if (state === 'used') return again(claims.jti, key)
    const found = await findByEmail(db, claims.email)
    // The e-mail may have gone to another player since.
    if (!found || found.player.playerid !== playerid) throw invalidToken()
    maySignIn(found.player)
    const sessionid = randomUUID()
    const begin = { began_by: 'link', ...sessionOrigin(request.headers, request.ip) } as const
    const grant = await db.transaction().execute(async (within) => {
      if (!(await links.use(claims.jti, within, { key, sessionid }))) return null
      return context.sessions.start(found.player, found.shown, publicdevice, begin, { sessionid, within })
    })
    // Somebody was faster: the same caller, whose first answer is not there yet, or another one.
    if (!grant) return again(claims.jti, key)
    await context.guesses.proved(found.player.playerid, request.ip, await emailKeysOf(db, found.player.playerid))
    return tokenPair(context, grant)
  }

  /** The answer to a use of a link that was asked for again with the same key. @throws ApiProblem 401 for any other */
  async function again(jti: string, key: string | null): Promise<TokenPair> {
    const use = await links.usedBy(jti, key)
    const grant = use?.sessionid ? await context.sessions.beginningOf(use.sessionid) : null
    if (!grant) throw invalidToken()
    return tokenPair(context, grant)
  }
}

/** The answer to an e-mail nobody has (D-009). */
export const notRecognised = () =>
  new ApiProblem(404, 'EMAIL_NOT_RECOGNISED', 'Sorry, this email is not recognized by our system')

export const invalidToken = () => new ApiProblem(401, 'INVALID_TOKEN', 'This link is not valid, or was used before.')

const wrongCode = () =>
  new ApiProblem(400, 'INVALID_CODE', 'Please input a valid verification code', {
    fields: { code: 'Please input a valid verification code' },
  })

const codeOver = () => new ApiProblem(409, 'CODE_EXPIRED', 'verification code expired, please request a new one')

/** @throws ApiProblem 410 for an expired link, 401 for one that never worked */
function usable<P extends 'magic-link' | 'setup'>(reading: LinkReading<P>) {
  if (reading.state === 'expired') throw new ApiProblem(410, 'INVALID_TOKEN', 'This link has expired.')
  if (reading.state === 'bad') throw invalidToken()
  return reading as Extract<LinkReading<P>, { claims: unknown }>
}
