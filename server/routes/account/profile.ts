// API-PROF: the profile.
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { COUNTRIES_WITH_STATES } from '#core/model/people/fields/countries.ts'
import { emailKey } from '#core/model/people/fields/email.ts'
import { type Profile, ProfileChange } from '#core/model/people/profile.ts'
import type { Context } from '../../context.ts'
import { ApiProblem } from '../../http/apiProblem.ts'
import { parse } from '../../http/parse.ts'
import { emailsOf } from '../../store/people/players.ts'
import type { PlayerRow, Schema } from '../../store/schema.ts'
import { callingPlayer } from '../access.ts'

export function profileRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  // API-PROF-001
  app.get('/profile', async (request) => {
    const { access, player } = await callingPlayer(context, request)
    return profileOf(db, player, access.email)
  })

  // API-PROF-002
  app.post('/profile', async (request) => {
    const { access, player } = await callingPlayer(context, request)
    const { state, emails: _, mailto, ...change } = parse(ProfileChange, request.body, 'body')
    const fields: Record<string, string> = {}
    const country = change.country ?? player.country
    if ((change.country !== undefined || state !== undefined) && COUNTRIES_WITH_STATES.includes(country)) {
      if ((state ?? player.region) === '') fields.state = 'This field is mandatory'
    }
    const key = mailto === undefined ? undefined : emailKey(mailto)
    if (key !== undefined && !(await emailsOf(db, player.playerid)).some(({ email }) => email === key)) {
      fields.mailto = 'must be one of your e-mails'
    }
    if (Object.keys(fields).length > 0) {
      throw new ApiProblem(400, 'BAD_REQUEST', `The profile is not as it must be: ${Object.keys(fields).join(', ')}.`, {
        fields,
      })
    }
    const given = Object.fromEntries(
      Object.entries({ ...change, region: state, mailto: key }).filter(([, value]) => value !== undefined),
    )
    if (Object.keys(given).length === 0) return profileOf(db, player, access.email)
    const saved = await db
      .updateTable('players')
      .set(given)
      .where('playerid', '=', player.playerid)
      .returningAll()
      .executeTakeFirstOrThrow()
    return profileOf(db, saved, access.email)
  })
}

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
