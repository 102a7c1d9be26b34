// API-AUTH: sign in, renew, sign out.
import type { FastifyInstance } from 'fastify'
import { LoginRequest, RefreshRequest } from '#core/model/people/account.ts'
import { emailKey } from '#core/model/people/fields/email.ts'
import { checkPassword } from '../../auth/passwords.ts'
import { sessionOrigin } from '../../auth/sessionOrigin.ts'
import type { Context } from '../../context.ts'
import { ApiProblem } from '../../http/apiProblem.ts'
import { parse } from '../../http/parse.ts'
import { messageId, repeatKey } from '../../http/repeat.ts'
import { findByEmail } from '../../store/people/players.ts'
import { maySignIn, signedIn, signingOut, tokenPair } from '../access.ts'

/** So long a sign-in whose answer was lost is answered as it was, ms. */
const AGAIN_MS = 5 * 60_000

const wrongCredentials = () =>
  new ApiProblem(401, 'INVALID_CREDENTIALS', 'Your email or password is incorrect. Please try again.')

export function authRoutes(app: FastifyInstance, context: Context): void {
  // API-AUTH-001
  app.post('/player/v2/auth/login', async (request) => {
    const { username, password, publicdevice } = parse(LoginRequest, request.body, 'body')
    const email = emailKey(username)
    const found = await findByEmail(context.db, email)
    const account = found?.player.playerid ?? email
    const isRight = async () =>
      (await checkPassword(found?.player.password_hash ?? null, password)) && found !== undefined
    const { wait, right } = await context.guesses.attempt(account, request.ip, isRight, email)
    if (wait > 0) {
      throw new ApiProblem(429, 'TOO_MANY_TRIES', `Too many failed tries. Try again in ${wait} seconds.`, {
        retryAfter: wait,
      })
    }
    if (!right || !found) throw wrongCredentials()
    // The state is told only to whoever knows the password.
    maySignIn(found.player)
    const begin = { began_by: 'password', ...sessionOrigin(request.headers, request.ip) } as const
    const key = repeatKey(request)
    // Of one player, so that another one who signs in with the same key begins another session.
    const sessionid = messageId(key, 'sign-in', found.player.playerid, publicdevice)
    const { sessions, now } = context
    const grant =
      (key && (await sessions.beginningOf(sessionid, now() - AGAIN_MS))) ||
      (await sessions.startUnchanged(found.player, found.shown, publicdevice, begin, sessionid))
    if (!grant) throw wrongCredentials()
    return tokenPair(context, grant)
  })

  // API-AUTH-002
  app.post('/auth/logout', async (request, reply) => {
    const { sid } = await signingOut(context, request)
    await context.sessions.revoke(sid)
    return reply.code(204).send()
  })

  // API-AUTH-007
  app.put('/auth/refresh', async (request) => {
    const { 'refresh-token': token } = parse(RefreshRequest, request.body, 'body')
    const grant = await context.sessions.rotate(token, sessionOrigin(request.headers, request.ip))
    if (!grant) throw new ApiProblem(401, 'SESSION_ENDED', 'The session has ended. Sign in again.')
    return tokenPair(context, grant)
  })

  // API-AUTH-008
  app.delete('/auth/sessions', async (request, reply) => {
    const { playerid } = await signedIn(context, request)
    await context.sessions.revokeAll(playerid)
    return reply.code(204).send()
  })
}
