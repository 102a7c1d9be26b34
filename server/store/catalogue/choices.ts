/**
 * What the filters of the gallery offer. Types and versions are lists of the product; markets and packages are those a
 * catalogue came with; genres are those it came with and what open releases call theirs, for an import has no list.
 * Spellings of one name are one choice (H-463). Beside them the labels, which are read of all releases as well.
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Choice, Options } from '#core/model/catalogue/release.ts'
import { keyOf, RELEASE_TYPES, VERSION_CHOICES, versionIn } from '../../catalogue/lists.ts'
import { readMeta, writeMeta } from '../meta.ts'
import type { OptionsTable, Schema } from '../schema.ts'

/**
 * How open releases spell what is asked for, by all it may be asked by: the id of a choice as it stands, and the key
 * (`keyOf`) of its id, its name or a spelling. One look for each that is asked for, however many choices there are.
 */
type Spellings = ReadonlyMap<string, readonly string[]>
interface Choices {
  genres: readonly Choice[]
  spelled: { readonly genres: Spellings; readonly versions: Spellings }
}

/** A label of open releases; a logo of null for none of its own. */
interface Label {
  name: string
  logo: string | null
}

/** What was read last of a database, and at which of its turns. */
type Kept<T> = WeakMap<Kysely<Schema>, { turn: string; read: Promise<T> }>
const keptChoices: Kept<Choices> = new WeakMap()
const keptLabels: Kept<readonly Label[]> = new WeakMap()

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
  const spelled = (await choicesOf(db)).spelled[kind]
  const found = wanted.flatMap((entry) => spelled.get(entry) ?? spelled.get(keyOf(entry)) ?? [])
  return [...new Set([...wanted, ...found])]
}

async function namesListed(db: Kysely<Schema>, kind: string, wanted: readonly string[]): Promise<string[]> {
  const lower = wanted.map((entry) => entry.toLowerCase())
  const known = await sql<{ id: string; name: string }>`
    select id, name from options where kind = ${kind}
    and (lower(id) = any(${lower}::text[]) or lower(name) = any(${lower}::text[]))`.execute(db)
  return known.rows.flatMap(({ id, name }) => [id, name])
}

const choicesOf = (db: Kysely<Schema>): Promise<Choices> => ofThisTurn(db, keptChoices, readChoices)

/** The labels of open releases, by name: every spelling is one. */
export const labelsOf = (db: Kysely<Schema>): Promise<readonly Label[]> => ofThisTurn(db, keptLabels, readLabels)

/** Read anew when releases were written since, by whichever server or import. */
async function ofThisTurn<T>(
  db: Kysely<Schema>,
  kept: Kept<T>,
  readAll: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  const turn = (await readMeta(db, 'catalogue_turn')) ?? ''
  const last = kept.get(db)
  if (last?.turn === turn) return last.read
  const read = readAll(db)
  kept.set(db, { turn, read })
  read.catch(() => kept.delete(db))
  return read
}

async function readChoices(db: Kysely<Schema>): Promise<Choices> {
  const listed = await db.selectFrom('options').where('kind', '=', 'genres').select(['id', 'name']).execute()
  const choices = new Map<string, Choice>()
  for (const { id, name } of listed) for (const key of [keyOf(id), keyOf(name)]) choices.set(key, { id, name })
  const ofGenres = new Map<string, string[]>()
  for (const spelling of await spellings(db, 'genres')) {
    const key = keyOf(spelling)
    // The commonest comes first, and names it.
    const choice = choices.get(key) ?? { id: key, name: spelling }
    choices.set(key, choice)
    if (choice.id !== '') add(ofGenres, choice.id, spelling)
  }
  const ofVersions = new Map<string, string[]>()
  for (const spelling of await spellings(db, 'versions')) add(ofVersions, versionIn(spelling), spelling)
  const byId = new Map([...choices.values()].filter(({ id }) => id !== '').map((choice) => [choice.id, choice]))
  const genres = [...byId.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return { genres, spelled: { genres: askedBy(genres, ofGenres), versions: askedBy(VERSION_CHOICES, ofVersions) } }
}

/** @param spelled the spellings of each choice, by its id */
function askedBy(choices: readonly Choice[], spelled: ReadonlyMap<string, readonly string[]>): Spellings {
  const asked = new Map<string, readonly string[]>()
  const keys = new Set<string>()
  for (const { id, name } of choices) {
    const all = spelled.get(id) ?? []
    for (const key of [keyOf(id), keyOf(name)]) {
      keys.add(key)
      if (!asked.has(key)) asked.set(key, all)
    }
  }
  for (const { id } of choices) asked.set(id, spelled.get(id) ?? [])
  // A version that is none of the list is asked for by its own name.
  const others = new Map<string, string[]>()
  for (const spelling of [...spelled.values()].flat()) {
    const key = keyOf(spelling)
    if (!keys.has(key)) add(others, key, spelling)
  }
  return new Map([...others, ...asked])
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

async function readLabels(db: Kysely<Schema>): Promise<Label[]> {
  const found = await sql<Label>`
    select label->>'name' as name, max(label->>'logo') as logo
    from releases, jsonb_array_elements(labels) as label where access = 'open'
    group by 1 order by lower(label->>'name') collate "C", (label->>'name') collate "C"`.execute(db)
  return found.rows
}
