// A figure against a peer that does something else says nothing: both end on the same tables.
import { expect, test } from 'vitest'
import { runOurs, runToolkit } from './contenders.ts'
import { downloadMix } from './downloadMix.ts'
import { TABLES } from './toolkit.ts'

const events = downloadMix(6000)
const [ours, theirs] = [runOurs(events), runToolkit(events)]

test.each(TABLES)('both twins of the events benchmark end on the same %s', (kind) => {
  expect(theirs.tables[kind]).toEqual(ours.tables[kind])
  expect(Object.keys(ours.tables[kind] ?? {}).length).toBeGreaterThan(0)
})
test('both tell the screen of something', () => {
  expect(ours.told).toBeGreaterThan(500)
  expect(theirs.told).toBeGreaterThan(500)
})
