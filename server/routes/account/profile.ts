// API-PROF: the profile.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { emailKey } from '#core/model/people/fields/email.ts'
import { STATE_WRONG, stateFault } from '#core/model/people/fields/states.ts'
import { type Profile, ProfileChange } from '#core/model/people/profile.ts'
import type { Context } from '../../context.ts'
import { ApiProblem } from '../../http/apiProblem.ts'
import { parse } from '../../http/parse.ts'
import { emailsOf, holdPlayer } from '../../store/people/players.ts'
import type { PlayerRow, Schema } from '../../store/schema.ts'
import { callingPlayer } from '../access.ts'

export function profileRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  // API-PROF-001
  app.get('/profile', async (request, reply) => {
    const { access, player } = await callingPlayer(context, request)
    reply.header('ETag', versionOf(player))
    return profileOf(db, player, access.email)
  })

  // API-PROF-002: what is the same as before is not judged, so that who reads a profile can always post it back (D-042).
  app.post('/profile', async (request, reply) => {
    const { access, player: caller } = await callingPlayer(context, request)
    const { 'if-match': expected } = request.headers
    return db.transaction().execute(async (trx) => {
      const player = await holdPlayer(trx, caller.playerid, access.sid)
      if (expected !== undefined && !namesVersion(expected, versionOf(player)))
        throw new ApiProblem(412, 'PROFILE_CHANGED', 'The profile was changed meanwhile. Read it again.')
      const before = await profileOf(trx, player, access.email)
      const given = await judged(trx, player, changed(request.body, before))
      const saved =
        Object.keys(given).length === 0
          ? player
          : await trx
              .updateTable('players')
              .set(given)
              .where('playerid', '=', player.playerid)
              .returningAll()
              .executeTakeFirstOrThrow()
      reply.header('ETag', versionOf(saved))
      return profileOf(trx, saved, access.email)
    })
  })
}

/** What of a posted profile is another than it was; anything that is no object as it is. */
function changed(body: unknown, before: Profile): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const held: Readonly<Record<string, unknown>> = { ...before }
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => held[name] !== value))
}

/** The columns a change sets. @throws ApiProblem 400 with the fields that are not as they must be */
async function judged(db: Kysely<Schema>, player: PlayerRow, change: unknown): Promise<Partial<PlayerRow>> {
  const { state, emails: _, mailto, ...rest } = parse(ProfileChange, change, 'body')
  const fields: Record<string, string> = {}
  const country = rest.country ?? player.country
  const isJudged = rest.country !== undefined || state !== undefined
  const fault = isJudged ? stateFault(country, state ?? player.region) : null
  if (fault) fields.state = fault === 'missing' ? 'This field is mandatory' : STATE_WRONG
  const key = mailto === undefined ? undefined : emailKey(mailto)
  if (key !== undefined && !(await emailsOf(db, player.playerid)).some(({ email }) => email === key)) {
    fields.mailto = 'must be one of your e-mails'
  }
  if (Object.keys(fields).length > 0) {
    throw new ApiProblem(400, 'BAD_REQUEST', `The profile is not as it must be: ${Object.keys(fields).join(', ')}.`, {
      fields,
    })
  }
  return Object.fromEntries(
    Object.entries({ ...rest, region: state, mailto: key }).filter(([, value]) => value !== undefined),
  )
}

/** A strong validator of what a post of the profile may change (RFC 9110, 8.8.3). */
function versionOf(player: PlayerRow): string {
  const { firstname, lastname, website, phone, city, company, title, region, country, language } = player
  const { format, mailpref, mailto } = player
  const said = [firstname, lastname, website, phone, city, company, title, region, country, language]
  const text = JSON.stringify([...said, format, mailpref, mailto])
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
}

/**
 * Whether an `If-Match` names this version, or any. What stands between and packs the answer marks it as weak (nginx), or
 * by how it packed it (`"…-zstd"` of Caddy, `"…-gzip"` of Apache).
 */
const namesVersion = (header: string, version: string): boolean =>
  header
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || one === version || one.replace(/-[a-z]+"$/, '"') === version)

/** @param signedIn the e-mail of the session, where mail goes when nothing else was chosen */
async function profileOf(db: Kysely<Schema>, player: PlayerRow, signedIn: string): Promise<Profile> {
  const own = await emailsOf(db, player.playerid)
  const { firstname, lastname, website, phone, city, company, title, country, language, format, mailpref } = player
  return {
    firstname,
    lastname,
    website,
    phone,
    city,
    company,
    title,
    state: player.region,
    country,
    language,
    format,
    mailpref,
    mailto: own.find(({ email }) => email === player.mailto)?.shown ?? signedIn,
    emails: own.map(({ shown }) => shown),
  }
}
