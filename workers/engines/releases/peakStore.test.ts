// Which outlines of songs stay on this device.
import { expect, test } from 'vitest'
import { keepNothing, openStore } from '../storage.ts'
import { createPeakStore, PEAKS_KEPT } from './peakStore.ts'

/** A table in memory, with so many outlines of an earlier build. */
async function aTable(earlier: number) {
  keepNothing()
  const table = openStore('peaks', 'tracks')
  for (let n = 1; n <= earlier; n++) await table.set(`e${n} 3`, new Uint8Array(1))
  return table
}
const tracksIn = async (table: Awaited<ReturnType<typeof aTable>>) => (await table.keys()).filter((key) => key !== '')

test('H-351: as many are kept as have room, and the one that was used longest ago goes first', async () => {
  const table = await aTable(PEAKS_KEPT)
  const peaks = createPeakStore(table)
  await peaks.load('e1')
  await peaks.save('t1', new Uint8Array(1))
  const kept = await tracksIn(table)
  expect(kept).toHaveLength(PEAKS_KEPT)
  expect(['e1 3', 'e2 3', 'e3 3', 't1 3'].map((id) => kept.includes(id))).toEqual([true, false, true, true])
})

test('H-351: in the next visit the order is known still', async () => {
  const table = await aTable(PEAKS_KEPT)
  const before = createPeakStore(table)
  await before.load('e1')
  await before.save('t1', new Uint8Array(1))
  await createPeakStore(table).save('t2', new Uint8Array(1))
  expect(await table.get('e1 3')).toBeDefined()
  expect(await table.get('e3 3')).toBeUndefined()
})

test('H-351: which was used last is known in every visit that follows', async () => {
  const table = await aTable(PEAKS_KEPT)
  for (const one of ['t1', 't2', 't3']) {
    const peaks = createPeakStore(table)
    if (one === 't1') await peaks.load('e1')
    await peaks.save(one, new Uint8Array(1))
    expect(await tracksIn(table)).toHaveLength(PEAKS_KEPT)
  }
  expect(await table.get('e1 3')).toBeDefined()
  expect(await table.get('e4 3')).toBeUndefined()
})

test('H-351: where far too many lie, all that are over go with the next one', async () => {
  const table = await aTable(PEAKS_KEPT + 40)
  await createPeakStore(table).save('t1', new Uint8Array(1))
  expect(await tracksIn(table)).toHaveLength(PEAKS_KEPT)
})

test('what was kept of another version is asked for anew', async () => {
  const table = await aTable(0)
  await table.set('t1', new Uint8Array(1))
  const peaks = createPeakStore(table)
  expect(await peaks.load('t1')).toBeUndefined()
  await peaks.save('t1', new Uint8Array(2))
  expect(await createPeakStore(table).load('t1')).toHaveLength(2)
})
