// A removed job leaves nothing behind, at whatever moment of its life it is removed.
// @module-tag long
import { describe, expect, it } from 'vitest'
import { Run, slowIn, World } from '#tests/support/downloadHarness.ts'
import { MemoryFolder, wav, wished } from '#tests/support/downloadParts.ts'
import { OFFER_AFTER_MS } from './transfer/helpers.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

interface Way {
  readonly split?: boolean
  readonly folder?: boolean
  readonly broken?: boolean
  readonly restarted?: boolean
}

const WAYS: Record<string, Way> = {
  'in one connection': {},
  'in two connections': { split: true },
  'into the picked folder': { folder: true },
  'broken off and taken up again': { broken: true },
  'of an earlier visit, restarted': { broken: true, restarted: true },
}

/** What is left after a job was removed so many turns of the event loop after it was asked for, and how far it was. */
async function removedAfter(turns: number, way: Way) {
  const world = new World()
  const folder = new MemoryFolder('Promo')
  if (way.split) world.pieceMin = 1000
  let run = new Run(world)
  await run.signIn()
  if (way.folder) await run.engine.keepFolder(folder)
  world.song('s', { bytes: wav(20_000), etag: '"1"' })
  if (way.broken) world.files.faults.push((seen, file) => world.files.answer(seen, file, { breakAt: 9000 }))
  if (way.restarted) {
    world.away = true
    world.files.faults.unshift((seen, file) => world.files.answer(seen, file, { breakAt: 5000 }))
    await run.request(wished('s'))
    await run.advance(1000)
    run.die()
    world.away = false
    run = new Run(world, 'after')
    await run.signIn()
    await run.advance(4000)
    void run.restart('job-s')
  } else void run.request(wished('s'))
  for (let n = 0; n < turns; n++) {
    await turn()
    if (n % 4 === 3) void world.clock.advance(20)
  }
  const was = run.shown.get('job', 'job-s')?.status
  await run.remove('job-s')
  // A file the browser may still be copying stays for ten minutes.
  await run.advance(700_000)
  return {
    was,
    parts: [...world.sinks.parts.keys()],
    folder: [...folder.files.keys()],
    open: [...folder.open],
    journal: (world.journal.records.get('p1') ?? []).length,
    rows: run.rows,
  }
}

describe.each(Object.entries(WAYS))('a job %s', (_name, way) => {
  it('leaves no part, no file, no record, whenever it is removed', { timeout: 60_000 }, async () => {
    const seen = new Set<string | undefined>()
    for (let turns = 0; turns < 60; turns += 1) {
      const { was, ...left } = await removedAfter(turns, way)
      seen.add(was)
      // What was finished lies in the folder and is the person's.
      const file = was === 'finished' && way.folder ? left.folder : []
      expect({ turns, ...left }).toEqual({ turns, parts: [], folder: file, open: [], journal: 0, rows: [] })
    }
    expect(seen.size).toBeGreaterThan(1)
  })
})

/** Connections of a slow line before a job is removed, in the moment it is, and what comes after. */
async function onTheLine(ms: number, turns: number, way: Way) {
  const world = new World()
  if (way.split) world.pieceMin = 1000
  const run = new Run(world)
  await run.signIn()
  if (way.folder) await run.engine.keepFolder(new MemoryFolder('Promo'))
  world.song('s', { bytes: wav(60_000), etag: '"1"' })
  const slow = slowIn(() => world)(20)
  world.files.faults.push(slow, slow)
  void run.request(wished('s'))
  await run.advance(ms)
  // Not at rest, as it is after `advance`: in the middle of what a timer set off.
  void world.clock.advance(OFFER_AFTER_MS)
  for (let n = 0; n < turns; n++) await turn()
  const before = world.files.open
  const removing = run.remove('job-s')
  const inThatMoment = world.files.open
  const asked = world.files.seen.length
  await removing
  await run.advance(30_000)
  return { before, inThatMoment, asked: world.files.seen.length - asked, open: world.files.open }
}

it.each([
  ['one connection', {}, 1],
  ['two connections', { split: true }, 2],
  ['two connections into the picked folder', { split: true, folder: true }, 2],
])('a job in %s ends them in the moment it is removed, and asks for none after', async (_name, way, connections) => {
  let most = 0
  for (const ms of [0, OFFER_AFTER_MS - 5, 2 * OFFER_AFTER_MS])
    for (let turns = 0; turns < 30; turns += 1) {
      const { before, ...after } = await onTheLine(ms, turns, way)
      most = Math.max(most, before)
      expect({ ms, turns, ...after }).toEqual({ ms, turns, inThatMoment: 0, asked: 0, open: 0 })
    }
  expect(most).toBe(connections)
})

it('nor when the page is gone before its bytes are', async () => {
  const world = new World()
  const run = new Run(world)
  await run.signIn()
  world.song('s', { bytes: wav(20_000), etag: '"1"' })
  world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 9000 }))
  await run.request(wished('s'))
  await run.advance(1000)
  const held = world.sinks.remove
  world.sinks.remove = () => new Promise(() => {})
  await run.remove('job-s')
  await run.advance(1000)
  run.die()
  world.sinks.remove = held
  expect([...world.sinks.parts.keys()]).toEqual(['job-s'])
  const after = new Run(world, 'after')
  await after.signIn()
  await after.advance(5000)
  expect([...world.sinks.parts.keys()]).toEqual([])
  expect(after.rows).toEqual([])
  await after.request(wished('t'))
  await after.advance(1000)
  expect((world.journal.records.get('p1') ?? []).map(({ job }) => job.downloadID)).toEqual(['job-t'])
})
