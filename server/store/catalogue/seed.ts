// Fills an empty store with a catalogue that is made for it (the demo's), once.
import type { Kysely } from 'kysely'
import { CATALOGUE_RELEASES, type CatalogueMaker, CatalogueSize } from '../../catalogue/contract.ts'
import { shortened } from '../../catalogue/shortened.ts'
import type { CoverStudio } from '../../media/contract.ts'
import { readMeta, writeMeta } from '../meta.ts'
import type { Schema } from '../schema.ts'
import { marketIconAddress } from './addresses.ts'
import { turnCatalogue } from './choices.ts'
import { insertReleases } from './writeCatalogue.ts'

export interface Seeding {
  /** The catalogue that is there now; null for none (production without --catalogue). */
  catalogue: CatalogueSize | null
  /** Another catalogue than the one asked for was there already and stays. */
  kept: boolean
}

/**
 * Seeds the demo catalogue when the store has none. A seeding that was interrupted goes on.
 * @param wanted the size asked for; null keeps what is there and seeds nothing
 * @param explicit whether a person asked for this size
 * @param open gives who makes the catalogue; called only when there is something to seed
 * @param tell takes one line of progress
 * @param songPercent length of the songs, percent of their own (1 to 100)
 */
export async function seedCatalogue(
  db: Kysely<Schema>,
  wanted: CatalogueSize | null,
  explicit: boolean,
  open: () => Promise<CatalogueMaker>,
  tell: (line: string) => void,
  songPercent: number,
): Promise<Seeding> {
  const there = await readSize(db, 'catalogue')
  if (there !== null) return { catalogue: there, kept: explicit && there !== wanted }
  const begun = await readSize(db, 'catalogue_seeding')
  const size = begun ?? wanted
  if (size === null) return { catalogue: null, kept: false }

  await writeMeta(db, 'catalogue_seeding', size)
  const maker = await open()
  await seedOptions(db, maker.demoOptions())
  const total = CATALOGUE_RELEASES[size]
  let told = 0
  await insertReleases(
    db,
    shortened(maker.demoCatalogue(size), songPercent),
    (done) => {
      if (Math.floor((done / total) * 4) === told) return
      told = Math.floor((done / total) * 4)
      tell(`seeding the ${size} catalogue: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} releases`)
    },
    'demo',
  )
  await writeMeta(db, 'catalogue', size)
  return { catalogue: size, kept: explicit && size !== wanted }
}

/** @throws Error for a size that a later build knows, perhaps */
async function readSize(db: Kysely<Schema>, name: 'catalogue' | 'catalogue_seeding'): Promise<CatalogueSize | null> {
  const kept = await readMeta(db, name)
  if (kept === null) return null
  const size = CatalogueSize.safeParse(kept)
  if (!size.success) throw new Error(`the store holds a catalogue of a size that is none: ${kept}`)
  return size.data
}

/** Covers of the first screens, drawn before the server answers. */
const FIRST_COVERS = 48

/**
 * Draws the 300 px covers of the newest demo releases, unless that was done before: the first ones at once, and the
 * rest behind the running server, one at a time.
 * @param most so many in all are drawn ahead, but for those of the first screens; any other when somebody looks at it
 * @returns draws the rest; `turn` settles when the next one may be drawn, and is rejected to end it
 */
export async function prepareCovers(
  db: Kysely<Schema>,
  covers: CoverStudio,
  most: number,
): Promise<(turn: () => Promise<void>) => Promise<void>> {
  if ((await readMeta(db, 'covers_prepared')) !== null) return async () => {}
  const rows = await db
    .selectFrom('releases')
    .where('origin', '=', 'demo')
    .select(['releaseid', 'cover'])
    .orderBy('available_at', 'desc')
    .limit(Math.max(FIRST_COVERS, most))
    .execute()
  const wanted = rows.flatMap(({ releaseid, cover }) =>
    cover && 'seed' in cover ? [{ releaseid, seed: cover.seed }] : [],
  )
  await covers.prepare(wanted.slice(0, FIRST_COVERS))
  return async (turn) => {
    await covers.prepare(wanted.slice(FIRST_COVERS), turn)
    await writeMeta(db, 'covers_prepared', 'yes')
  }
}

/** The filter lists that are a catalogue's own; written again at each seeding, so a new one replaces the old. */
async function seedOptions(db: Kysely<Schema>, options: ReturnType<CatalogueMaker['demoOptions']>): Promise<void> {
  const kinds = ['genres', 'markets', 'packages'] as const
  await db.transaction().execute(async (trx) => {
    await turnCatalogue(trx)
    await trx.deleteFrom('options').execute()
    for (const kind of kinds) {
      const rows = options[kind].map(({ id, name }, place) => ({
        kind,
        id,
        name,
        icon: kind === 'markets' ? marketIconAddress(id) : null,
        place,
      }))
      if (rows.length > 0) await trx.insertInto('options').values(rows).execute()
    }
  })
}
