// What the journal writes, and finds again. IndexedDB itself is tried in the browser (tests/e2e/downloads.e2e.ts).
import { beforeEach, describe, expect, it } from 'vitest'
import { newJob } from '#core/reducers/downloads/downloadJobs.ts'
import { wished } from '#tests/support/downloadParts.ts'
import { MemoryLocks } from '#tests/support/journals.ts'
import type { Store } from '../../storage.ts'
import type { JournalEntry } from './journal.ts'
import { openJournal } from './journalStore.ts'

const held = new Map<string, unknown>()
const wrote: string[] = []
let isFull = false
/** A key that cannot be read now. */
let broken = ''
/** Called when the keys were read. */
let afterKeys = () => {}

const store: Store = {
  async get(key) {
    if (key === broken) throw new DOMException('broken', 'UnknownError')
    return structuredClone(held.get(key))
  },
  set: async (key, value) => void held.set(key, structuredClone(value)),
  del: async (key) => void held.delete(key),
  async write(all) {
    if (isFull) throw new DOMException('full', 'QuotaExceededError')
    for (const [key, value] of all) {
      wrote.push(key)
      if (value === undefined) held.delete(key)
      else held.set(key, structuredClone(value))
    }
  },
  update: async (key, change) => void held.set(key, change(held.get(key))),
  entries: async () => [...held],
  async keys() {
    if (broken === 'keys') throw new DOMException('broken', 'UnknownError')
    const keys = [...held.keys()]
    afterKeys()
    return keys
  },
}

const entry = (n: number): JournalEntry => ({ job: newJob(wished(String(n)), 'batch'), known: null })
const entries = (count: number) => Array.from({ length: count }, (_, n) => entry(n))
const ids = (found: readonly JournalEntry[]) => found.map(({ job }) => job.downloadID)
const journalOf = (tab: string) => openJournal(tab, null, store)

beforeEach(() => {
  held.clear()
  wrote.length = 0
  isFull = false
  broken = ''
  afterKeys = () => {}
})

describe('the journal of ten thousand jobs', () => {
  it('writes the block of a job that changed, and no other', async () => {
    const journal = journalOf('tab')
    const all = entries(10_000)
    await journal.write('owner', all)
    expect(wrote).toHaveLength(200)
    wrote.length = 0
    all[3000] = entry(3000)
    await journal.write('owner', [...all])
    expect(wrote).toEqual(['owner\ntab\n60'])
    expect((held.get('owner\ntab\n60') as { entries: unknown[] }).entries).toHaveLength(50)
    wrote.length = 0
    await journal.write('owner', [...all])
    expect(wrote).toEqual([])
  })

  it('is found again in order, and left in one place', async () => {
    await journalOf('before').write('owner', entries(2600))
    const found = await journalOf('now').adopt('owner')
    expect(ids(found)).toEqual(ids(entries(2600)))
    expect([...held.keys()].filter((key) => key.includes('before'))).toEqual([])
    expect(ids(await journalOf('later').adopt('owner'))).toEqual(ids(entries(2600)))
  })

  it('has no blocks left of jobs that are gone', async () => {
    const journal = journalOf('tab')
    await journal.write('owner', entries(1000))
    await journal.write('owner', entries(3))
    expect([...held.keys()]).toEqual(['owner\ntab\n0'])
    await journal.write('owner', [])
    expect(held.size).toBe(0)
  })
})

it('P2: a record of an earlier version is taken over whole', async () => {
  held.set('owner\nold', { owner: 'owner', tab: 'old', entries: entries(700) })
  const found = await journalOf('now').adopt('owner')
  expect(ids(found)).toEqual(ids(entries(700)))
  expect(held.has('owner\nold')).toBe(false)
})

it('what the storage refused is written with the next change', async () => {
  const journal = journalOf('tab')
  isFull = true
  await journal.write('owner', entries(600))
  isFull = false
  await journal.write('owner', entries(601))
  expect(ids(await journalOf('later').adopt('owner'))).toEqual(ids(entries(601)))
})

it('writes that meet leave what the last of them says', async () => {
  const journal = journalOf('tab')
  const all = entries(600)
  await Promise.all([
    journal.write('owner', all),
    journal.write('owner', [...all].reverse()),
    journal.write('owner', all),
  ])
  expect(ids(await journalOf('later').adopt('owner'))).toEqual(ids(all))
})

it('P2: what is written while another tab’s record is looked for stays as it was written', async () => {
  const journal = journalOf('now')
  await journalOf('gone').write('owner', entries(3))
  await journal.write('owner', [entry(8)])
  let isWritten: Promise<boolean> | null = null
  afterKeys = () => {
    isWritten ??= journal.write('owner', [entry(9)])
  }
  await journal.adopt('owner')
  await isWritten
  afterKeys = () => {}
  expect(ids(await journalOf('later').adopt('owner'))).toEqual(['job-9', ...ids(entries(3))])
})

describe('H-137: a record that is retired while its tab lives', () => {
  const locks = new MemoryLocks()
  const living = (tab: string) => openJournal(tab, locks.of({ tab }), store)

  it('is adopted by whichever tab comes first, and by one of them', async () => {
    const [one, two] = [living('one'), living('two')]
    await one.write('owner', entries(600))
    expect(await two.adopt('owner')).toEqual([])
    await one.retire('owner')
    expect(ids(await two.adopt('owner'))).toEqual(ids(entries(600)))
    expect(await one.adopt('owner')).toEqual([])
    await two.retire('owner')
    await two.retire('owner')
    expect(ids(await one.adopt('owner'))).toEqual(ids(entries(600)))
    expect([...held.keys()].every((key) => key.startsWith('owner\none\n'))).toBe(true)
  })

  it('leaves nothing behind where something is being adopted in the same moment', async () => {
    const [four, five] = [living('four'), living('five')]
    await journalOf('gone').write('owner', entries(3))
    await four.write('owner', [entry(9)])
    let isRetired: Promise<void> | null = null
    afterKeys = () => {
      isRetired ??= four.retire('owner')
    }
    await four.adopt('owner')
    await isRetired
    afterKeys = () => {}
    expect([...held.keys()].filter((key) => key.startsWith('owner\nfour\n'))).toEqual([])
    expect(new Set(ids(await five.adopt('owner')))).toEqual(new Set([...ids(entries(3)), 'job-9']))
  })

  it('stays where it is when the storage refuses', async () => {
    const three = living('three')
    await three.write('owner', entries(2))
    isFull = true
    await three.retire('owner')
    isFull = false
    expect(ids(await three.adopt('owner'))).toEqual(ids(entries(2)))
  })
})

it('D-036: forgets every block of one player, in every tab, and names the jobs', async () => {
  await journalOf('one').write('owner', entries(600))
  await journalOf('two').write('owner', [entry(9000)])
  await journalOf('two').write('other', [entry(9001)])
  const gone = await journalOf('three').clear('owner')
  expect(gone.length).toBe(601)
  expect(await journalOf('four').known()).toEqual(new Set(['job-9001']))
})

describe('which jobs there are', () => {
  beforeEach(async () => {
    await journalOf('one').write('owner', entries(600))
    held.set('not ours', 'x')
  })

  it('is known with every record, whatever else lies there', async () => {
    expect((await journalOf('two').known())?.size).toBe(600)
  })

  it.each(['keys', 'owner\none\n1'])('is not known while %j cannot be read', async (key) => {
    broken = key
    expect(await journalOf('two').known()).toBeNull()
  })

  it('is not known when a record says nothing, or was taken over meanwhile', async () => {
    afterKeys = () => void held.delete('owner\none\n1')
    expect(await journalOf('two').known()).toBeNull()
    afterKeys = () => {}
    held.set('owner\none\n1', { owner: 'owner' })
    expect(await journalOf('two').known()).toBeNull()
  })
})

describe('an entry that cannot be read', () => {
  const strange = { job: { downloadID: 'job-of-tomorrow', type: 'hologram' }, known: null }
  const spoil = (...ones: unknown[]) =>
    held.set('owner\none\n1', { owner: 'owner', tab: 'one', entries: [...ones, ...entries(600).slice(50, 100)] })

  beforeEach(async () => {
    await journalOf('one').write('owner', entries(600))
  })

  it('P2: costs none of the others, and stays for a version that can', async () => {
    spoil(strange)
    expect(ids(await journalOf('two').adopt('owner'))).toEqual(ids(entries(600)))
    expect(held.get('owner\none\n1')).toEqual({ owner: 'owner', tab: 'one', entries: [strange] })
    expect([...held.keys()].filter((key) => key.includes('\none\n'))).toEqual(['owner\none\n1'])
    expect((await journalOf('two').known())?.has('job-of-tomorrow')).toBe(true)
    const wroteBefore = wrote.length
    expect(ids(await journalOf('three').adopt('owner'))).toEqual(ids(entries(600)))
    expect(wrote.slice(wroteBefore)).not.toContain('owner\none\n1')
  })

  it('is gone where nobody could ever say what it is of', async () => {
    spoil('torn', { job: null })
    expect(ids(await journalOf('two').adopt('owner'))).toEqual(ids(entries(600)))
    expect(held.has('owner\none\n1')).toBe(false)
  })

  it('D-036: is forgotten with the others, and named', async () => {
    spoil(strange)
    expect(await journalOf('two').clear('owner')).toContain('job-of-tomorrow')
    expect(held.size).toBe(0)
  })
})

it('says whether it could be written', async () => {
  const journal = journalOf('tab')
  isFull = true
  expect(await journal.write('owner', entries(1))).toBe(false)
  isFull = false
  expect(await journal.write('owner', entries(1))).toBe(true)
})

it('a record that cannot be read now is left for the next visit', async () => {
  await journalOf('one').write('owner', entries(600))
  broken = 'owner\none\n1'
  expect(await journalOf('two').adopt('owner')).toEqual([])
  broken = ''
  expect(ids(await journalOf('three').adopt('owner'))).toEqual(ids(entries(600)))
})
