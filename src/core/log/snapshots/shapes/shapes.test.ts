// What a log may say of a state: all that histories come to, and nothing else.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { history } from '#tests/support/histories.ts'
import { finished } from '#tests/support/recordedLog.ts'
import { Story } from '#tests/support/story.ts'
import { playerVolumeChanged } from '../../../events/player.ts'
import { type Entities, KINDS, type Kind } from '../../../model/entities.ts'
import { checkLog } from '../../check.ts'
import { encodeEvents } from '../../codec.ts'
import { exportLines } from '../../export.ts'
import { Order } from '../../order.ts'
import { readLog } from '../../read.ts'
import { headerOf } from '../../upcast.ts'
import { snapshotLines } from '../snapshot.ts'
import { parseEntity, SHAPES, shapesOf } from './index.ts'

type Fields = Record<string, unknown>
type Held = readonly [kind: Kind, id: string, entity: Fields]

/** Entities that histories lead to, of each table some. */
const SOME = 15
const held = new Map<Kind, Held[]>()

test('every entity that histories lead to comes through as it is', () => {
  fc.assert(
    fc.property(history(300), (drafts) => {
      for (const line of snapshotLines(new Story().happens(...drafts).order.store)) {
        const [kind, id, entity] = JSON.parse(line) as Held
        expect(parseEntity(kind, id, entity)).toEqual(entity)
        const some = held.get(kind) ?? []
        if (some.length < SOME) held.set(kind, [...some, [kind, id, entity]])
      }
    }),
    { numRuns: 300 },
  )
  expect(KINDS.filter((kind) => !held.has(kind))).toEqual([])
})

/** Of no field and of no entry of a list. */
const WRONG = [[{}]]

/** Every place in a value, from the outside. */
function* placesIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    yield [...path, key]
    yield* placesIn(inner, [...path, key])
  }
}

function spoilt(value: unknown, [key = '', ...rest]: readonly string[]): unknown {
  const copy: Fields = (Array.isArray(value) ? [...value] : { ...(value as Fields) }) as Fields
  copy[key] = rest.length === 0 ? WRONG : spoilt(copy[key], rest)
  return copy
}

/** What came later than logs, or is left out where there is none of it: all of it that is optional or has a default. */
const MAY_LACK: { readonly [K in Kind]?: readonly (keyof Entities[K] & string)[] } = {
  setting: ['autoPlay', 'columnWidths', 'downloads', 'hook', 'isSidebarOpen', 'levelled', 'listView', 'parallelDownloads', 'preferredFormat', 'previousVolume', 'shortcuts', 'theme', 'volume'],
  app: ['downloadsLost'],
  session: ['retryAfterMs'],
  access: ['addresses', 'hasCode', 'passkeys'],
  network: ['failure', 'left', 'removals', 'status'],
  sharing: ['count'],
  profile: ['earlier', 'unsavedFormat', 'unsavedMails'],
  releaseFilter: ['artist', 'label', 'shared'],
  decision: ['returns'],
  list: ['counted', 'newcomers', 'retryAfterMs'],
  page: ['short'],
  release: ['allow_sharing', 'colour', 'commenting_enabled', 'flaggedtrackcount', 'formats', 'shared', 'videocount'],
  queueItem: ['heard', 'playlistid'],
  job: ['crc32', 'foreseen', 'found', 'gather', 'leftOut', 'lists', 'missing', 'place', 'resumedAt', 'retryAt', 'sure', 'tags', 'taggedSha256'],
  marking: ['fell', 'lost', 'missed'],
  markRequest: ['kept', 'takesBack'],
  track: ['mp3Only'],
  playlistList: ['retryAfterMs'],
  playlistDetail: ['retryAfterMs'],
  playlistRequest: ['fields', 'retryAfterMs'],
  notice: ['decision', 'person', 'undo', 'undoPlaylist', 'undoQueue'],
} // biome-ignore format: one line for each

describe.each(KINDS)('what a log says is a row of %s', (kind) => {
  const all = () => held.get(kind) ?? []

  test('has no field that is of another kind, however deep', () => {
    let tried = 0
    for (const [, id, entity] of all())
      for (const path of placesIn(entity)) {
        tried++
        const [field = ''] = path
        expect(() => parseEntity(kind, id, spoilt(entity, path)), path.join('.')).toThrow(`${kind} "${id}": ${field}`)
      }
    expect(tried).toBeGreaterThan(0)
  })

  test('lacks no field it always had', () => {
    const lacked = new Set<string>()
    for (const [, id, entity] of all())
      for (const field of Object.keys(entity)) {
        const { [field]: _, ...rest } = entity
        if (z.safeParse(SHAPES[kind], rest).success) lacked.add(field)
        else expect(() => parseEntity(kind, id, rest)).toThrow(`${kind} "${id}": ${field}: `)
      }
    const may: readonly string[] = MAY_LACK[kind] ?? []
    expect([...lacked].filter((field) => !may.includes(field))).toEqual([])
  })

  test('brings nothing that is not named', () => {
    for (const [, id, entity] of all().slice(0, 3))
      expect(parseEntity(kind, id, { ...entity, another: 1 })).toEqual(entity)
  })
})

test('a fault is told at a length that can be read', () => {
  const id = 'x'.repeat(1000)
  const settings = { columnWidths: { artists: { [id]: 'wide' } } }
  const told = (kind: Kind, entity: unknown) => {
    try {
      parseEntity(kind, id, entity)
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}` : ''
    }
  }
  expect(told('playStand', [])).toBe(`EventError: playStand "${'x'.repeat(80)}": entity: Invalid input`)
  expect(told('setting', settings)).toBe(
    `EventError: setting "${'x'.repeat(80)}": ${`columnWidths.artists.${id}`.slice(0, 80)}: Invalid input`,
  )
})

test('a setting of an earlier build has what it lacks', () => {
  const read = parseEntity('setting', 'self', { downloads: { notify: true } })
  expect(read).toMatchObject({ downloads: { notify: true, zipLists: false }, theme: 'system' })
})

test('a table without a shape, and a shape of another table or without a field, do not compile', () => {
  const { app: _, ...others } = SHAPES
  // @ts-expect-error there is none for `app`
  shapesOf(others)
  // @ts-expect-error a queue is no application
  shapesOf({ ...SHAPES, app: SHAPES.queue })
  // @ts-expect-error `short` is missing, which may be left out
  shapesOf({ ...SHAPES, page: z.object({ ids: z.array(z.string()) }) })
  expect(new Set(Object.keys(SHAPES))).toEqual(new Set(KINDS))
})

describe('a log that begins with a snapshot', () => {
  const order = new Order()
  const place = { source: 'person', t: 0, cause: null } as const
  for (const volume of [40, 55]) order.append(playerVolumeChanged({ volume }), place)
  const whole = snapshotLines(order.store)
  const at = whole.findIndex((line) => line.startsWith('["player"'))
  const event = order.append(playerVolumeChanged({ volume: 70 }), place)

  /** In a chain that is right: a log can be written by anybody. */
  function logOf(lines: readonly string[], build?: string): string {
    const before = new Order()
    for (const volume of [40, 55]) before.append(playerVolumeChanged({ volume }), place)
    const base = { first: 3, count: lines.length, lines: '', before: '', state: before.hash(), snapshot: 0 }
    const more = { first: 3, count: 1, lines: '', before: '', state: order.hash() }
    const header = { ...headerOf('l', 'b', 0), ...(build && { schemas: build }) }
    return [...exportLines(header, [{ head: base, lines }, { head: more, lines: encodeEvents([event]) }], true)].join('\n') // biome-ignore format: one line
  }

  test.each([undefined, 'of another build'])('is read where its entities are what they should be: %s', (build) => {
    const log = readLog(logOf(whole, build))
    expect(log).toMatchObject({ cut: null, start: 2, events: { length: 1 } })
    expect(finished(checkLog(log))).toMatchObject({ difference: null, unequal: [], threw: null })
  })

  test.each([undefined, 'of another build'])('is cut at the entity that is another, whoever wrote it: %s', (build) => {
    const spoilt = whole.map((line, nth) => (nth === at ? line.replace('"isMuted":false', '"isMuted":"no"') : line))
    const log = readLog(logOf(spoilt, build))
    // The header and the head of the snapshot stand before it.
    expect(log.cut).toEqual({ line: at + 3, reason: 'player "self": isMuted: Invalid input' })
    expect(log).toMatchObject({ base: null, start: 0, events: { length: 0 }, checkpoints: [] })
  })

  test('is cut at a table nobody knows', () => {
    const log = readLog(logOf([...whole, '["ghost","self",{}]']))
    expect(log.cut).toEqual({ line: whole.length + 3, reason: 'a line of a snapshot is [table, id, entity]' })
  })
})
