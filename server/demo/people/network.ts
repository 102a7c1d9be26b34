// The demo players' network: connections verified and not, people who never sign in, invitations that are open.
import type { Context } from '../../context.ts'
import { connect } from '../../people/connections.ts'
import { invite } from '../../people/invitations.ts'
import { emailsOf, findById } from '../../store/people/players.ts'

/** People of the demo network. They have no password, so nobody signs in as one of them. */
const CONTACTS = [
  ['ana', 'Ana', 'Belém', true],
  ['bo', 'Bo', 'Nyström', true],
  ['chidi', 'Chidi', 'Eze', false],
  ['dolores', 'Dolores', 'Íñiguez', true],
  ['eve', 'Eve', 'Łukasik', false],
] as const satisfies (readonly [string, string, string, boolean])[]

/** Demo-many stays without any connection: the empty network. */
const CONNECTED: readonly (readonly [string, string])[] = [
  ['demo-verified', 'demo-staff'],
  ['demo-verified', 'demo-unverified'],
  ...CONTACTS.map(([id]) => ['demo-verified', `demo-contact-${id}`] as const),
  ['demo-staff', 'demo-contact-ana'],
]

/** From whom to whom; the first has no account, the second has. */
const INVITED = [
  ['demo-verified', 'new.colleague@demo.test', 'coworker'],
  ['demo-staff', 'many@demo.test', 'industry-contact'],
] as const

/** Adds the demo network where it is missing altogether; a network somebody changed stays as it is. */
export async function seedDemoNetwork(context: Context): Promise<void> {
  const { db, now } = context
  const there = await db
    .selectFrom('players')
    .where('playerid', '=', 'demo-contact-ana')
    .select('playerid')
    .executeTakeFirst()
  if (there) return
  await db.transaction().execute(async (trx) => {
    for (const [id, firstname, lastname, verified] of CONTACTS) {
      const playerid = `demo-contact-${id}`
      const email = `${id}@demo.test`
      await trx
        .insertInto('players')
        .values({
          playerid,
          username: email,
          firstname,
          lastname,
          password_hash: null,
          state: 'active',
          verified,
          label_staff: false,
          language: 'en',
          mailto: email,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await trx
        .insertInto('player_emails')
        .values({ email, shown: email, playerid, place: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    for (const [one, other] of CONNECTED) await connect(trx, one, other, new Date(now()))
  })
  for (const [inviter, invitee_email, relationship] of INVITED) {
    const player = await findById(db, inviter)
    const inviter_email = (await emailsOf(db, inviter))[0]?.shown
    if (!player || inviter_email === undefined) continue
    await invite(context, { player, inviter_email }, { invitee_email, relationship }, player.language, {
      keepOnly: true,
    })
  }
}
