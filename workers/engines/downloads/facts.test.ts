import { expect, it } from 'vitest'
import type { Reported } from '#core/contracts/engine.ts'
import { downloadSaved } from '#core/events/downloads.ts'
import { Facts } from './facts.ts'
import type { JobTable } from './schedule/jobTable.ts'

const saved = (downloadID: string, cause: number | null = null) => ({ draft: downloadSaved({ downloadID }), cause })

it('a fact is true here at once, waits until somebody listens, and is then sent out with all others in one message', () => {
  const happened: string[] = []
  const table = { happened: ({ type }: { type: string }) => void happened.push(type) } as unknown as JobTable
  const facts = new Facts({ table, happened: () => {} })
  facts.send([saved('a', 7)])
  facts.send([saved('b')])
  expect(happened).toHaveLength(2)
  const sent: (readonly Reported[])[] = []
  facts.connect((some) => void sent.push(some))
  expect(sent.map((some) => some.map(({ cause }) => cause))).toEqual([[7, null]])
  facts.send([saved('c', 9)])
  expect(sent.map((some) => some.map(({ cause }) => cause))).toEqual([[7, null], [9]])
})
