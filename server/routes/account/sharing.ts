// API-REL-007 to 009 and 011: writing to the owner of a release, and sharing it with connections.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { publisherOf } from '#core/model/catalogue/release.ts'
import { ReleaseId } from '#core/model/ids.ts'
import {
  CONTACT_TYPES,
  type CommentInit,
  CommentRequest,
  SENT_COMMENTS_MAX,
  type SentComments,
  type ShareAnswer,
  ShareRequest,
} from '#core/model/people/sharing.ts'
import type { Context } from '../../context.ts'
import { ApiProblem, unauthenticated } from '../../http/apiProblem.ts'
import { parse } from '../../http/parse.ts'
import { messageId, repeatKey } from '../../http/repeat.ts'
import { firstEmail } from '../../people/connections.ts'
import { wordsText } from '../../store/catalogue/words.ts'
import type { PlayerRow, ReleaseRow } from '../../store/schema.ts'
import { transact } from '../../store/transact.ts'
import { mayOpen, signedIn } from '../access.ts'

const ReleasePath = z.object({ releaseid: ReleaseId })

export function sharingRoutes(app: FastifyInstance, context: Context): void {
  const { db, limits } = context

  async function opened(request: FastifyRequest): Promise<ReleaseRow> {
    const { releaseid } = parse(ReleasePath, request.params, 'path')
    const release = await context.catalogue.releaseRow(releaseid)
    mayOpen(release)
    return release
  }

  async function caller(playerid: string): Promise<PlayerRow & { email: string }> {
    const player = await db
      .selectFrom('players')
      .where('playerid', '=', playerid)
      .selectAll()
      .select(firstEmail().as('email'))
      .executeTakeFirst()
    if (!player) throw unauthenticated()
    return player
  }

  /** All of them, or none: what goes out is one message. */
  async function shareable(first: string, also: ReadonlySet<string>): Promise<readonly [ReleaseRow, ...ReleaseRow[]]> {
    const one = async (releaseid: string) => {
      const release = await context.catalogue.releaseRow(releaseid)
      mayOpen(release)
      if (!release.allow_sharing) {
        throw new ApiProblem(403, 'SHARING_NOT_ALLOWED', 'The owner of this release does not allow sharing.')
      }
      return release
    }
    const rest = [...also].filter((releaseid) => releaseid !== first)
    return [await one(first), ...(await Promise.all(rest.map(one)))]
  }

  // API-REL-007
  app.post('/releases/:releaseid/comments', async (request, reply) => {
    const { playerid } = await signedIn(context, request)
    const release = await opened(request)
    const { player_email, comment_type_id, comment_text } = parse(CommentRequest, request.body, 'body')
    if (!release.commenting_enabled) {
      throw new ApiProblem(403, 'COMMENTING_DISABLED', 'The owner of this release takes no messages.')
    }
    const player = await caller(playerid)
    const own = await db
      .selectFrom('player_emails')
      .where('playerid', '=', playerid)
      .where('email', '=', player_email.toLowerCase())
      .select('shown')
      .executeTakeFirst()
    // Whoever answers must reach the one who wrote, and nobody else.
    if (!own) {
      const fields = { player_email: 'must be an e-mail of this account' }
      throw new ApiProblem(400, 'BAD_REQUEST', 'The e-mail is not one of this account.', { fields })
    }
    await transact(db, async (within) => {
      const kept = await within
        .insertInto('comments')
        .values({
          id: messageId(repeatKey(request), 'comment', playerid, release.releaseid, comment_type_id, comment_text),
          playerid,
          releaseid: release.releaseid,
          type_id: comment_type_id,
          email: own.shown,
          message: comment_text,
          at: new Date(context.now()),
        })
        .onConflict((known) => known.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!kept) return
      await limits.spend('comments', playerid, request.ip, { within })
      const data = {
        name: `${player.firstname} ${player.lastname}`.trim(),
        player_email: own.shown,
        type: CONTACT_TYPES[comment_type_id - 1] ?? '',
        text: comment_text,
        release,
      }
      await context.mail.send('contact_request', ownerOf(release), data, 'en', { replyTo: own.shown, within })
    })
    return reply.code(200).send()
  })

  /** Demo labels have made-up addresses; what was imported belongs to whoever runs this server. */
  function ownerOf(release: ReleaseRow): string {
    if (release.origin === 'import') return context.config.supportEmail
    return `promo@${
      wordsText(publisherOf(release))
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '') || 'label'
    }.demo.test`
  }

  // What the caller wrote to the owner of this release, be it about another one of theirs (H-067).
  app.get('/releases/:releaseid/comments', async (request): Promise<SentComments> => {
    const { playerid } = await signedIn(context, request)
    const release = await opened(request)
    const label = publisherOf(release)
    const sent = await db
      .selectFrom('comments')
      .innerJoin('releases', 'releases.releaseid', 'comments.releaseid')
      .where('comments.playerid', '=', playerid)
      .where((of) =>
        of.or([
          of('comments.releaseid', '=', release.releaseid),
          ...(label === '' ? [] : [of(sql`releases.labels->0->>'name'`, '=', label)]),
        ]),
      )
      .orderBy('comments.at', 'desc')
      .orderBy('comments.id')
      .limit(SENT_COMMENTS_MAX)
      .select(['releases.releaseid', 'releases.title', 'type_id', 'message', 'comments.at'])
      .execute()
    return {
      comments: sent.map((one) => ({
        release_id: one.releaseid,
        release_title: one.title,
        comment_type_id: one.type_id,
        comment_text: one.message,
        sent_at: one.at.getTime(),
      })),
    }
  })

  // API-REL-008
  app.get('/releases/:releaseid/comments/init', async (request): Promise<CommentInit> => {
    await signedIn(context, request)
    const release = await opened(request)
    return {
      enabled: release.commenting_enabled,
      types: CONTACT_TYPES.map((name, index) => ({ id: index + 1, name })),
    }
  })

  // API-REL-009
  app.post('/releases/:releaseid/comments/click', async (request, reply) => {
    await signedIn(context, request)
    const { releaseid } = await opened(request)
    await sql`insert into comment_clicks as known (releaseid, clicks) values (${releaseid}, 1)
      on conflict (releaseid) do update set clicks = known.clicks + 1`.execute(db)
    return reply.code(204).send()
  })

  // API-REL-011
  app.post('/releases/share', async (request, reply) => {
    const { playerid } = await signedIn(context, request)
    const { release_id, also = [], players_id, message = '' } = parse(ShareRequest, request.body, 'body')
    const player = await caller(playerid)
    // Asked of the table and not of the token, which may be half an hour old.
    if (!player.verified) throw new ApiProblem(403, 'NOT_VERIFIED', 'Only verified players can share releases.')
    const [release, ...others] = await shareable(release_id, new Set(also))
    const wanted = [...new Set(players_id)]
    const receivers = await sql<{ playerid: string; language: string; email: string }>`
      select p.playerid, p.language, e.shown as email
      from connections c
      join players p on p.playerid = c.other_id
      join lateral (select shown from player_emails where player_emails.playerid = p.playerid
        order by (email = p.mailto) desc nulls last, place limit 1) e on true
      where c.playerid = ${playerid} and p.verified and p.state = 'active' and c.other_id = any(${wanted}::text[])
      order by p.playerid collate "C"`.execute(db)
    if (receivers.rows.length < wanted.length) {
      throw new ApiProblem(403, 'NOT_CONNECTED', 'Releases can be shared with verified connections only.')
    }
    const sharer = `${player.firstname} ${player.lastname}`.trim()
    await transact(db, async (within) => {
      const key = repeatKey(request)
      // Whoever has it already under this key is not written to again.
      const kept = await within
        .insertInto('shares')
        .values(
          receivers.rows.flatMap(({ playerid: receiver }) =>
            [release, ...others].map(({ releaseid }) => ({
              id: messageId(key, 'share', playerid, releaseid, receiver, message),
              releaseid,
              playerid,
              receiver,
              message,
              at: new Date(context.now()),
            })),
          ),
        )
        .onConflict((known) => known.column('id').doNothing())
        .returning('receiver')
        .execute()
      if (kept.length === 0) return
      const fresh = new Set(kept.map(({ receiver }) => receiver))
      await limits.spend('shares', playerid, request.ip, { weight: fresh.size, within })
      for (const { playerid: receiver, language, email } of receivers.rows) {
        if (!fresh.has(receiver)) continue
        await context.mail.send('release_shared', email, { sharer, message, release, also: others }, language, {
          within,
          // An answer is for whoever shared it, at the address their connections know.
          ...(player.email === '' ? {} : { replyTo: player.email }),
        })
      }
    })
    return reply.code(201).send({ data: { shared: 1 + also.length } } satisfies ShareAnswer)
  })
}
