import { expect, it } from 'vitest'
import { keepNothing } from '../../storage.ts'
import { keptSinks } from './keptSinks.ts'
import type { Sinks } from './sink.ts'

/** Sinks that note what they were asked. */
function noted(kind: 'opfs' | 'blob', asked: string[]): Sinks {
  const note =
    (what: string) =>
    async (id: string | number = '') =>
      void asked.push(`${kind} ${what} ${id}`.trim())
  return { kind, keepMs: kind === 'opfs' ? 1 : 2, open: note('open'), fits: note('fits'), reserve: note('reserve'), file: note('file'), saved: note('saved'), remove: note('remove'), list: note('list') } as unknown as Sinks // biome-ignore format: one line
}
async function ask(sinks: Sinks) {
  await sinks.open('a')
  await sinks.fits(1)
  await sinks.reserve('a', 1)
  await sinks.file('a')
  sinks.saved('a')
  await sinks.remove('a')
  await sinks.list()
}
const all = (kind: string) => ['open a', 'fits 1', 'reserve a', 'file a', 'saved a', 'remove a', 'list'].map((what) => `${kind} ${what}`) // biome-ignore format: one line

it('D-006: parts lie on the disk, and in memory where there is none, or once nothing may be kept', async () => {
  const asked: string[] = []
  const [disk, memory] = [noted('opfs', asked), noted('blob', asked)]
  const [sinks, without] = [keptSinks(disk, memory), keptSinks(null, memory)]
  expect([sinks.kind, sinks.keepMs, without.kind, without.keepMs]).toEqual(['opfs', 1, 'blob', 2])
  await ask(sinks)
  await ask(without)
  expect(asked.splice(0)).toEqual([...all('opfs'), ...all('blob')])
  keepNothing()
  expect([sinks.kind, sinks.keepMs]).toEqual(['blob', 2])
  await ask(sinks)
  expect(asked).toEqual(all('blob'))
})
