// The rows of a tree, of states that are made here row by row.
import { describe, expect, it } from 'vitest'
import type { TreeRow } from '#core/contracts/replay.ts'
import { changesOf } from '#core/log/changes.ts'
import { parsePath, valueAt } from '#core/log/path.ts'
import type { Entities, Kind } from '#core/model/entities.ts'
import { Store } from '#core/reducers/store.ts'
import { treeRows } from './tree.ts'

type Rows = Readonly<Record<string, object>>

/** A state whose tables hold these rows beside what every state holds. */
function stateOf(tables: { readonly [K in Kind]?: Rows }): Store {
  const store = new Store()
  for (const [kind, rows] of Object.entries(tables))
    for (const [id, row] of Object.entries(rows)) store.set(kind as Kind, id, row as Entities[Kind])
  return store
}

function rowsOf(
  before: Store,
  after: Store,
  asked: { onlyChanges?: boolean; opened?: string[]; closed?: string[] } = {},
) {
  return treeRows(before, after, changesOf(before, after), { onlyChanges: true, opened: [], closed: [], ...asked })
}
const brief = (rows: readonly TreeRow[]) => rows.map(({ depth, path, mark, value }) => `${'  '.repeat(depth)}${path} ${mark}${value && ` ${value}`}`) // biome-ignore format: one line
const empty = new Store()
const many = (count: number, row: (n: number) => object = (n) => ({ n })): Rows =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`j${n}`, row(n)]))

describe('changes alone', () => {
  it('show of a table what is new, what is gone, and what of a row is another', () => {
    const before = stateOf({ job: { a: { title: 'A', at: { x: 1 } }, b: { title: 'B' }, c: { title: 'C' } } })
    const after = stateOf({ job: { a: { title: 'AA', at: { x: 1 } }, b: { title: 'B' }, d: { title: 'D' } } })
    const { rows, changed, isCapped } = rowsOf(before, after)
    expect(brief(rows)).toEqual([
      'job holds changes',
      '  job.a holds changes',
      '    job.a.title - removed "A"',
      '    job.a.title added "AA"',
      '  job.d added',
      '  job.c removed',
    ])
    expect([changed, isCapped]).toEqual([3, false])
    expect(rows[0]).toMatchObject({ name: 'job', open: true, changed: 3, size: 3, sizeBefore: 3 })
    expect(rows[1]).toMatchObject({ name: 'a', open: true, changed: 1, size: 2, sizeBefore: 2, value: '' })
    expect(rows[3]).toMatchObject({ name: 'title', open: null, changed: 0, size: null, sizeBefore: null })
    expect(rows[4]).toMatchObject({ open: false, changed: 0, size: 1, sizeBefore: 1 })
  })

  it('show of a row that always exists what is another, and nothing where nothing is', () => {
    const after = stateOf({ player: { self: { ...empty.single('player'), volume: 7 } } })
    expect(brief(rowsOf(empty, after).rows)).toEqual([
      'player holds changes',
      '  player.volume - removed 50',
      '  player.volume added 7',
    ])
    expect(rowsOf(after, after)).toEqual({ rows: [], changed: 0, isCapped: false })
  })

  it('of an object that became a list are the one and the other', () => {
    const [before, after] = [stateOf({ job: { a: { x: {} } } }), stateOf({ job: { a: { x: [] } } })]
    expect(brief(rowsOf(before, after).rows).slice(2)).toEqual(['    job.a.x - removed {}', '    job.a.x added []'])
  })

  it('are closed where somebody closed them', () => {
    const after = stateOf({ job: { a: { title: 'A' } } })
    expect(brief(rowsOf(empty, after, { closed: ['job'] }).rows)).toEqual(['job holds changes'])
    expect(brief(rowsOf(empty, after, { opened: ['job.a'] }).rows)).toEqual(['job holds changes', '  job.a added', '    job.a.title added "A"']) // biome-ignore format: one line
  })
})

describe('the whole', () => {
  it('names every table in the order of the alphabet, closed, with what it holds', () => {
    const state = stateOf({ job: many(2) })
    const { rows } = rowsOf(state, state, { onlyChanges: false })
    const names = rows.map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    expect(new Set(rows.map(({ mark }) => mark))).toEqual(new Set(['same']))
    expect(rows.find(({ name }) => name === 'job')).toMatchObject({ open: false, size: 2, sizeBefore: 2, changed: 0 })
    expect(rows.find(({ name }) => name === 'release')).toMatchObject({ open: null, size: 0 })
  })

  it('writes a name no path could bear in brackets, and cuts a long value', () => {
    const state = stateOf({ page: { 'q#1': { ids: ['x'.repeat(300)] } } })
    const { rows } = rowsOf(state, state, { onlyChanges: false, opened: ['page', 'page["q#1"]', 'page["q#1"].ids'] })
    const last = rows.find(({ path }) => path === 'page["q#1"].ids.0')
    expect(last?.value).toBe(`"${'x'.repeat(159)}…`)
  })

  it('gives each row a path that leads back to it, whatever signs its id is of', () => {
    const ids = ['a"b', 'a\\b', 'a\nb', '\u0001', "a'b", 'a]b', 'a.b', 'ü', '\ud800', '\\u0041', '__proto__']
    const state = stateOf({ page: Object.fromEntries(ids.map((id) => [id, { ids: [id] }])) })
    const { rows } = rowsOf(state, state, { onlyChanges: false, opened: ['page'] })
    const paths = rows.filter(({ depth }) => depth === 1).map(({ path }) => path)
    const found = paths.map((path) => valueAt(state, parsePath(path)))
    expect(found).toEqual([...state.ids('page')].map((id) => state.get('page', id)))
    expect(found.length).toBeGreaterThan(9)
  })
})

describe('equal neighbours', () => {
  const job = (rows: readonly TreeRow[]) => rows.filter(({ path }) => /^job(\W|$)/.test(path)).map(({ path }) => path)

  it('are rows of their own in a short list without changes', () => {
    const state = stateOf({ job: many(100) })
    expect(job(rowsOf(state, state, { onlyChanges: false, opened: ['job'] }).rows)).toHaveLength(101)
  })

  it('are one row for each hundred in a long one, and four at least', () => {
    const state = stateOf({ job: many(203) })
    expect(job(rowsOf(state, state, { onlyChanges: false, opened: ['job'] }).rows)).toEqual([
      'job',
      'job[j0 … j99]',
      'job[j100 … j199]',
      'job.j200',
      'job.j201',
      'job.j202',
    ])
    const four = stateOf({ job: many(204) })
    const { rows } = rowsOf(four, four, { onlyChanges: false, opened: ['job', 'job[j200 … j203]'] })
    expect(job(rows).slice(3)).toEqual(['job[j200 … j203]', 'job.j200', 'job.j201', 'job.j202', 'job.j203'])
    expect(rows.find(({ name }) => name === 'j200 … j203')).toMatchObject({
      open: true,
      size: 4,
      sizeBefore: 4,
      depth: 1,
    })
    expect(rows.find(({ name }) => name === 'j203')).toMatchObject({ depth: 2, mark: 'same' })
  })

  it('around a change are one row too, and new ones from twenty on', () => {
    const before = stateOf({ job: many(10) })
    const after = stateOf({ job: { ...many(10, (n) => (n === 5 ? { n: 0 } : { n })) } })
    expect(job(rowsOf(before, after, { onlyChanges: false, opened: ['job'] }).rows)).toEqual([
      'job',
      'job[j0 … j4]',
      'job.j5',
      'job.j5.n -',
      'job.j5.n',
      'job[j6 … j9]',
    ])
    expect(job(rowsOf(empty, stateOf({ job: many(19) })).rows)).toHaveLength(20)
    expect(job(rowsOf(empty, stateOf({ job: many(20) })).rows)).toEqual(['job', 'job[j0 … j19]'])
  })
})

describe('of very much', () => {
  it('twenty thousand rows are shown, and it is said that there are more', () => {
    const state = stateOf({
      job: many(1, () => Object.fromEntries(Array.from({ length: 20_100 }, (_, n) => [`f${n}`, n]))),
    })
    const { rows, isCapped } = rowsOf(state, state, { onlyChanges: false, opened: ['job', 'job.j0'] })
    expect(rows).toHaveLength(20_000)
    expect(isCapped).toBe(true)
  })

  it('the fields of two thousand changed rows are counted', () => {
    expect(rowsOf(empty, stateOf({ job: many(2000) }))).toMatchObject({ changed: 2000, isCapped: false })
    expect(rowsOf(empty, stateOf({ job: many(2001) }))).toMatchObject({ changed: 2000, isCapped: true })
  })
})
