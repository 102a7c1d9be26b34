// Routes of the server on a database in memory, asked without a socket: what they say of whom, and what they keep.
import Fastify, { type FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { createGuessLimit } from '#server/auth/guessing.ts'
import { createLimits } from '#server/auth/limits.ts'
import { createLinkTokens } from '#server/auth/linkTokens.ts'
import { createPasskeys } from '#server/auth/passkeys.ts'
import { claimsOf, createSessions } from '#server/auth/sessions.ts'
import { createSigner } from '#server/auth/signer.ts'
import { createSignupCodes } from '#server/auth/signupCodes.ts'
import { createTokens } from '#server/auth/tokens.ts'
import type { Context } from '#server/context.ts'
import { ApiProblem } from '#server/http/apiProblem.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { readMailTexts } from '#server/mail/texts.ts'
import { createUnsubscribe } from '#server/mail/unsubscribe.ts'
import { findById } from '#server/store/people/players.ts'
import type { Schema } from '#server/store/schema.ts'

const KEY = new Uint8Array(32).fill(7)

/** The parts of a server that concern people; asking for another one is an error of the test. */
export function peopleContext(db: Kysely<Schema>, now: () => number = Date.now): Context {
  const parts = {
    db,
    now,
    sessions: createSessions(db, now, KEY),
    tokens: createTokens(KEY, now),
    limits: createLimits(db, now),
    guesses: createGuessLimit(db, now),
    passkeys: createPasskeys({ db, origin: () => 'https://player.example', now }),
    links: createLinkTokens(db, createSigner(KEY, now), now),
    codes: createSignupCodes(db, KEY, now),
    unsubscribe: createUnsubscribe(createSigner(KEY, now), () => 'https://player.example'),
    mail: createMailer({
      db,
      texts: readMailTexts('locales'),
      origin: () => 'https://player.example',
      deliver: false,
      kick: () => undefined,
      now,
    }),
  }
  return parts as unknown as Context
}

/** An application of these routes, whose refusals answer as the server's do. */
export function appOf(context: Context, ...routes: ((app: FastifyInstance, context: Context) => void)[]) {
  // Tokens stand in paths.
  const app = Fastify({ routerOptions: { maxParamLength: 4096 } })
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof ApiProblem)) return reply.code(500).send({ code: 'INTERNAL', message: String(error) })
    return reply.code(error.status).send(error.body())
  })
  for (const of of routes) of(app, context)
  return app
}

/** Adds a player with these e-mails, the first of them their name and mail address. */
export async function addPlayer(
  db: Kysely<Schema>,
  playerid: string,
  emails: readonly [string, ...string[]],
  more: { state?: 'active' | 'pending' | 'inactive'; verified?: boolean; mailto?: string } = {},
): Promise<void> {
  await db
    .insertInto('players')
    .values({
      playerid,
      username: emails[0],
      firstname: 'Nora',
      lastname: 'Berg',
      password_hash: null,
      state: 'active',
      verified: true,
      label_staff: false,
      language: 'en',
      mailto: emails[0],
      ...more,
    })
    .execute()
  await db
    .insertInto('player_emails')
    .values(emails.map((email, place) => ({ email, shown: email, playerid, place })))
    .execute()
}

/** Headers of somebody who is signed in. */
export async function signedInAs(
  { db, sessions, tokens }: Context,
  playerid: string,
  email: string,
): Promise<{ authorization: string }> {
  const player = await findById(db, playerid)
  if (!player) throw new Error('there is no such player')
  const grant = await sessions.start(player, email, false)
  return { authorization: `Bearer ${await tokens.mintAccess(claimsOf(grant))}` }
}
