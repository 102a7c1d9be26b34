// API-SIGNUP: from an e-mail to an account.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { emailKey } from '#core/model/people/fields/email.ts'
import { codeIn } from '#core/model/people/fields/verificationCode.ts'
import {
  CodeRequest,
  type ConfirmAnswer,
  EmailRequest,
  SignUpRequest,
  signUpProblems,
} from '#core/model/people/signup.ts'
import { refuseWeakPassword } from '../../auth/passwordPolicy.ts'
import { checkPassword, hashPassword } from '../../auth/passwords.ts'
import { CODE_TTL_MIN } from '../../auth/signupCodes.ts'
import type { Context } from '../../context.ts'
import { ApiProblem } from '../../http/apiProblem.ts'
import { parse } from '../../http/parse.ts'
import { repeatKey } from '../../http/repeat.ts'
import { LANGUAGE_DEFAULT } from '../../mail/texts.ts'
import { connect } from '../../people/connections.ts'
import { emailField } from '../../people/emailField.ts'
import { findByEmail, findById } from '../../store/people/players.ts'
import type { PlayerRow, Schema } from '../../store/schema.ts'
import { transact } from '../../store/transact.ts'

const BASE = '/accounts/player/signup'

/** The proof that came with a sign-up: the id of its token, and who invited, if anybody. */
interface Proof {
  jti: string
  invitation: { inviter_id: string; coworker: boolean } | null
}

export function signupRoutes(app: FastifyInstance, context: Context): void {
  const { db, links, limits, codes, mail, now } = context

  // API-SIGNUP-001
  app.post(`${BASE}/check-accounts-by-email`, async (request, reply) => {
    const email = emailField(parse(EmailRequest, request.body, 'body').email)
    await limits.spend('check-account', '', request.ip)
    if (await findByEmail(db, email)) throw new ApiProblem(409, 'EMAIL_TAKEN', 'You already have an account.')
    return reply.code(200).send()
  })

  // API-SIGNUP-002: the same for an e-mail that has an account, which the call does not tell.
  app.post(`${BASE}/send-email-verification-code`, async (request, reply) => {
    const email = emailField(parse(EmailRequest, request.body, 'body').email)
    await transact(db, async (trx) => {
      await limits.spend('code', email, request.ip, { within: trx })
      const code = await codes.issue(email, request.ip, trx)
      await mail.send(
        'signup_code',
        email,
        { code, minutes: CODE_TTL_MIN },
        spoken(request.headers['accept-language']),
        {
          within: trx,
        },
      )
    })
    return reply.code(200).send()
  })

  // API-SIGNUP-003
  app.post(`${BASE}/validate-email-verification-code`, async (request) => {
    const body = parse(CodeRequest, request.body, 'body')
    const email = emailField(body.email)
    // What cannot be a code costs no try.
    const code = codeIn(body.code)
    if (code === null) throw invalidCode()
    // Guesses from elsewhere must not keep out who asked for the code.
    const own = await codes.isOwn(email, request.ip)
    await limits.spend(own ? 'try-own-code' : 'try-code', email, request.ip)
    const outcome = await codes.check(email, code, request.ip, repeatKey(request))
    if (outcome === 'expired') {
      throw new ApiProblem(409, 'CODE_EXPIRED', 'verification code expired, please request a new one')
    }
    if (outcome === 'wrong') throw invalidCode()
    const { token } = await links.mint('email', { email }, { email, playerid: null })
    return { data: { email_token: token } }
  })

  // API-SIGNUP-004
  app.post(`${BASE}/confirm-signup`, async (request, reply) => {
    const form = await withoutBadInvitation(parse(SignUpRequest, request.body, 'body'))
    const email = emailField(form.email)
    const fields = signUpProblems(form)
    if (Object.keys(fields).length > 0) {
      const code = 'hasAcceptedTerms' in fields ? 'TERMS_NOT_ACCEPTED' : 'BAD_REQUEST'
      throw new ApiProblem(400, code, Object.values(fields)[0] ?? '', { fields })
    }
    await limits.spend('sign-up', '', request.ip)
    const proof = await proofOf(form, email)
    if (proof.invitation && form.password) refuseWeakPassword(form.password)
    const password_hash = proof.invitation && form.password ? await hashPassword(form.password) : null
    const state = await transact(db, async (trx) => {
      if (await links.use(proof.jti, trx)) return createPlayer(trx, form, email, password_hash, proof)
      // The answer to the first try was lost: it says the same again.
      const made = await madeOf(trx, form, email)
      if (!made) throw badEmailToken()
      // With another password it is not: whoever sent it would not get in with what was said to be set.
      if (proof.invitation && !(await checkPassword(made.password_hash, form.password ?? ''))) throw failed()
      return made.state
    })
    // A coworker counts on an account that is open: who waits after all is told (H-378).
    const isHeld = proof.invitation?.coworker === true && state === 'pending'
    return reply.code(201).send(isHeld ? ({ data: { pending: true } } satisfies ConfirmAnswer) : undefined)
  })

  /** An invitation that cannot be read counts as none (D-018) for whoever proved the address. */
  async function withoutBadInvitation(form: SignUpRequest): Promise<SignUpRequest> {
    if (!form.token || !form.email_token) return form
    const [invitation, proof] = [
      await links.read('invitation', form.token),
      await links.read('email', form.email_token),
    ]
    return invitation.state === 'bad' && 'claims' in proof ? { ...form, token: '' } : form
  }

  /** Whether it was used is told when it is. @throws ApiProblem 403 INVALID_EMAIL_TOKEN when neither token proves this e-mail */
  async function proofOf(form: SignUpRequest, email: string): Promise<Proof> {
    if (form.token) {
      const reading = await links.read('invitation', form.token)
      if (!('claims' in reading) || emailKey(reading.claims.email) !== emailKey(email)) throw badEmailToken()
      const { inviter_id, relationship, jti } = reading.claims
      return { jti, invitation: { inviter_id, coworker: relationship === 'coworker' } }
    }
    const reading = form.email_token ? await links.read('email', form.email_token) : null
    if (!reading || !('claims' in reading) || emailKey(reading.claims.email) !== emailKey(email)) throw badEmailToken()
    return { jti: reading.claims.jti, invitation: null }
  }

  /** @returns the state the account begins in @throws ApiProblem 409 when the e-mail has an account by now */
  async function createPlayer(
    trx: Kysely<Schema>,
    form: SignUpRequest,
    email: string,
    password_hash: string | null,
    { jti, invitation }: Proof,
  ): Promise<PlayerRow['state']> {
    const playerid = randomUUID()
    const at = new Date(now())
    // Only somebody who is in answers for others: whose account is closed, or gone, does not (H-378).
    const coworker = invitation?.coworker === true && (await findById(trx, invitation.inviter_id))?.state === 'active'
    const state = coworker ? 'active' : 'pending'
    const language = form.language ?? LANGUAGE_DEFAULT
    await trx
      .insertInto('players')
      .values({
        playerid,
        username: email,
        firstname: form.first_name,
        lastname: form.last_name,
        password_hash,
        state,
        verified: false,
        label_staff: false,
        language,
        website: form.web_site ?? '',
        phone: form.phone,
        city: form.city,
        company: form.group_owner,
        region: form.state ?? '',
        country: form.country,
        mailto: emailKey(email),
        created_at: at,
      })
      .execute()
    const taken = await trx
      .insertInto('player_emails')
      .values({ email: emailKey(email), shown: email, playerid, place: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('email')
      .executeTakeFirst()
    if (!taken) throw failed()
    await trx
      .insertInto('signups')
      .values({ playerid, answers: JSON.stringify(answersOf(form, email)), at })
      .execute()
    if (invitation) {
      await trx
        .updateTable('invitations')
        .set({ accepted_at: at, connected_at: coworker ? at : null })
        .where('jti', '=', jti)
        .execute()
      if (coworker) await connect(trx, playerid, invitation.inviter_id, at)
    }
    if (!coworker) await mail.send('signup_received', email, { name: form.first_name }, language, { within: trx })
    return state
  }
}

const invalidCode = () =>
  new ApiProblem(400, 'INVALID_CODE', 'Please input a valid verification code', {
    fields: { code: 'Please input a valid verification code' },
  })
const badEmailToken = () =>
  new ApiProblem(403, 'INVALID_EMAIL_TOKEN', 'The invitation link or e-mail verification has expired.')

const failed = () => new ApiProblem(409, 'SIGNUP_FAILED', 'Oops something went wrong. Please try again.')

/** The account exactly this form has become already, but for its password; null when it has not. */
async function madeOf(trx: Kysely<Schema>, form: SignUpRequest, email: string): Promise<PlayerRow | null> {
  const known = await findByEmail(trx, email)
  if (!known) return null
  const row = await trx
    .selectFrom('signups')
    .where('playerid', '=', known.player.playerid)
    .select('answers')
    .executeTakeFirst()
  const answers = typeof row?.answers === 'string' ? (JSON.parse(row.answers) as unknown) : row?.answers
  return isDeepStrictEqual(answers, JSON.parse(JSON.stringify(answersOf(form, email)))) ? known.player : null
}

/**
 * What is kept of the form: no passwords, no tokens, no address with a token in it.
 * @param email as it was cleaned: what was typed may hold what the database does not take
 */
function answersOf(form: SignUpRequest, email: string): object {
  const { password: _p, confirm_password: _c, token: _t, email_token: _e, sign_up_page_url: _u, ...answers } = form
  return { ...answers, email }
}

/** The first language a browser asks for. */
function spoken(header: string | undefined): string {
  return /^\s*([a-z]{2,3})\b/i.exec(header ?? '')?.[1]?.toLowerCase() ?? LANGUAGE_DEFAULT
}
