/**
 * What the filters of the gallery offer. Types and versions are lists of the product; markets and packages are those a
 * catalogue came with; genres are those it came with and what open releases call theirs, for an import has no list.
 * Spellings of one name are one choice (H-463).
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Choice, Options } from '#core/model/catalogue/release.ts'
import { keyOf, RELEASE_TYPES, VERSION_CHOICES, versionIn } from '../../catalogue/lists.ts'
import { readMeta, writeMeta } from '../meta.ts'
import type { OptionsTable, Schema } from '../schema.ts'

/** How open releases spell what is chosen, by the id of the choice. */
type Spellings = ReadonlyMap<string, readonly string[]>
interface Choices {
  genres: readonly Choice[]
  spelled: { readonly genres: Spellings; readonly versions: Spellings }
}

/** What was read last of a database, and at which of its turns. */
const kept = new WeakMap<Kysely<Schema>, { turn: string; choices: Promise<Choices> }>()

/**
 * Says that releases are not what they were. First in its transaction: whoever else writes releases waits there, and
 * holds nothing yet.
 */
export const turnCatalogue = (trx: Kysely<Schema>): Promise<void> => writeMeta(trx, 'catalogue_turn', randomUUID())

export async function readOptions(db: Kysely<Schema>): Promise<Omit<Options, 'capabilities'>> {
  const rows = await db.selectFrom('options').orderBy('place').orderBy('id').selectAll().execute()
  const listed = (kind: OptionsTable['kind']) => rows.filter((row) => row.kind === kind)
  return {
    genres: [...(await choicesOf(db)).genres],
    markets: listed('markets').map(({ id, name, icon }) => ({ id, name, icon: icon ?? '' })),
    packages: listed('packages').map(({ id, name }) => ({ id, name })),
    release_types: [...RELEASE_TYPES],
    versions: [...VERSION_CHOICES],
  }
}

/**
 * Releases carry names or ids, whichever their source had, and an import as its tags spell them; a choice stands for all.
 * @param wanted ids or names
 * @returns what a release may have in that column
 */
export async function withNames(
  db: Kysely<Schema>,
  kind: 'genres' | 'markets' | 'packages' | 'versions',
  wanted: readonly string[],
): Promise<string[]> {
  if (kind === 'markets' || kind === 'packages')
    return [...new Set([...wanted, ...(await namesListed(db, kind, wanted))])]
  const { genres, spelled } = await choicesOf(db)
  const choices = kind === 'genres' ? genres : VERSION_CHOICES
  const found = wanted.flatMap((entry) => {
    const key = keyOf(entry)
    const choice = choices.find(({ id, name }) => id === entry || keyOf(id) === key || keyOf(name) === key)
    if (choice) return spelled[kind].get(choice.id) ?? []
    // A version that is none of the list is asked for by its own name.
    return [...spelled[kind].values()].flat().filter((spelling) => keyOf(spelling) === key)
  })
  return [...new Set([...wanted, ...found])]
}

async function namesListed(db: Kysely<Schema>, kind: string, wanted: readonly string[]): Promise<string[]> {
  const lower = wanted.map((entry) => entry.toLowerCase())
  const known = await sql<{ id: string; name: string }>`
    select id, name from options where kind = ${kind}
    and (lower(id) = any(${lower}::text[]) or lower(name) = any(${lower}::text[]))`.execute(db)
  return known.rows.flatMap(({ id, name }) => [id, name])
}

/** Read anew when releases were written since, by whichever server or import. */
async function choicesOf(db: Kysely<Schema>): Promise<Choices> {
  const turn = (await readMeta(db, 'catalogue_turn')) ?? ''
  const last = kept.get(db)
  if (last?.turn === turn) return last.choices
  const choices = readChoices(db)
  kept.set(db, { turn, choices })
  choices.catch(() => kept.delete(db))
  return choices
}

async function readChoices(db: Kysely<Schema>): Promise<Choices> {
  const listed = await db.selectFrom('options').where('kind', '=', 'genres').select(['id', 'name']).execute()
  const choices = new Map<string, Choice>()
  for (const { id, name } of listed) for (const key of [keyOf(id), keyOf(name)]) choices.set(key, { id, name })
  const genres = new Map<string, string[]>()
  for (const spelling of await spellings(db, 'genres')) {
    const key = keyOf(spelling)
    // The commonest comes first, and names it.
    const choice = choices.get(key) ?? { id: key, name: spelling }
    choices.set(key, choice)
    if (choice.id !== '') add(genres, choice.id, spelling)
  }
  const versions = new Map<string, string[]>()
  for (const spelling of await spellings(db, 'versions')) add(versions, versionIn(spelling), spelling)
  const byId = new Map([...choices.values()].filter(({ id }) => id !== '').map((choice) => [choice.id, choice]))
  return {
    genres: [...byId.values()].sort((a, b) => a.name.localeCompare(b.name, 'en')),
    spelled: { genres, versions },
  }
}

function add(to: Map<string, string[]>, id: string, spelling: string): void {
  const all = to.get(id)
  if (all) all.push(spelling)
  else to.set(id, [spelling])
}

/** What open releases have in a column, the commonest first. */
async function spellings(db: Kysely<Schema>, column: 'genres' | 'versions'): Promise<string[]> {
  const found = await sql<{ spelling: string }>`
    select spelling from releases, unnest(${sql.ref(column)}) as spelling where access = 'open'
    group by spelling order by count(*) desc, spelling collate "C"`.execute(db)
  return found.rows.map(({ spelling }) => spelling)
}
