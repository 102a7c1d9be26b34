/**
 * The promotional e-mails as they may be shown: made harmless once, when a release is stored, and kept beside what
 * came in. Serving one reads it and does no more.
 */
import { type Kysely, sql } from 'kysely'
import { cleanHtml } from '../../promo/cleanHtml.ts'
import type { Schema } from '../schema.ts'

/** Mails of stored releases that are cleaned in one go. */
const BATCH = 200

export interface PromoMail {
  /** Without pictures. */
  plain: string
  /** With pictures that load from elsewhere; the same as `plain` when there are none. */
  pictured: string
  /** How many. */
  images: number
}

/** Keeps the mails of releases; those without one are passed over. Replaces what was kept. */
export async function storePromoMails(
  trx: Kysely<Schema>,
  releases: readonly { releaseid: string; promoinfo: string }[],
): Promise<void> {
  const rows = releases.flatMap(({ releaseid, promoinfo }) => (promoinfo === '' ? [] : [rowOf(releaseid, promoinfo)]))
  if (rows.length === 0) return
  await sql`insert into promo_mails (releaseid, plain, pictured, images)
    select releaseid, plain, pictured, images
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as given(releaseid text, plain text, pictured text, images integer)
    on conflict (releaseid) do update set plain = excluded.plain, pictured = excluded.pictured,
      images = excluded.images`.execute(trx)
}

/** The mail of a release; null when it has none. */
export async function readPromoMail(db: Kysely<Schema>, releaseid: string): Promise<PromoMail | null> {
  const row = await db
    .selectFrom('promo_mails')
    .where('releaseid', '=', releaseid)
    .select(['plain', 'pictured', 'images'])
    .executeTakeFirst()
  return row ? { ...row, pictured: row.pictured ?? row.plain } : null
}

/** Cleans the mails of all releases that are there: of a database from before they were kept. */
export async function fillPromoMails(db: Kysely<Schema>): Promise<void> {
  for (let after = ''; ; ) {
    const found = await sql<{ releaseid: string; promoinfo: string }>`select releaseid, promoinfo from releases
      where releaseid > ${after} and promoinfo <> '' order by releaseid limit ${BATCH}`.execute(db)
    const last = found.rows.at(-1)
    if (!last) return
    await storePromoMails(db, found.rows)
    after = last.releaseid
  }
}

function rowOf(releaseid: string, promoinfo: string) {
  // PostgreSQL's text holds every character but this one.
  const source = promoinfo.replaceAll('\0', '')
  const { html: plain, images } = cleanHtml(source, false)
  return { releaseid, plain, pictured: images > 0 ? cleanHtml(source, true).html : null, images }
}
