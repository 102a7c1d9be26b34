// H-570: marks that wait are there again in the next visit of the same player, and in nobody else's.
import { beforeEach, describe, expect, it } from 'vitest'
import { decisionTakenBack } from '#core/events/decisions.ts'
import { type AppDraft, type AppEvent, definitionOf } from '#core/events/index.ts'
import { libraryMarkAnswered, libraryMarkFailed, libraryMarksRequested } from '#core/events/library.ts'
import { sessionEnded, sessionStarted } from '#core/events/people/session.ts'
import type { Mark, MarkChange } from '#core/model/library/library.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { aRelease, Story, someClaims } from '#tests/support/story.ts'
import { createDecisionsEngine } from '../decisions/engine.ts'
import type { Engine } from '../engine.ts'
import { createKeptMarksEngine } from './kept.ts'

/** One browser: what lies on its disk, and which locks its pages hold. */
let records: Map<string, unknown>
let locks: Set<string>
/** Who waits for which of them. */
let awaited: (() => void)[]
let clock: FakeClock
let minted: number
/** How many characters each write had. */
let written: number[]

beforeEach(() => {
  records = new Map()
  locks = new Set()
  awaited = []
  clock = new FakeClock()
  minted = 0
  written = []
})

interface Circumstances {
  readonly refuses?: boolean
  readonly hasLocks?: boolean
  readonly keeps?: boolean
}

function free(names: Iterable<string>): void {
  for (const name of names) locks.delete(name)
  for (const look of awaited.splice(0)) look()
}

/** A page: the engines that carry out and keep marks, and no server. */
function open({ refuses = false, hasLocks = true, keeps = true }: Circumstances = {}) {
  let story = new Story()
  /** Wishes the engine made. */
  const wished: MarkChange[][] = []
  const own = new Set<string>()
  let isDead = false
  const mint = () => `minted${++minted}`
  const queue: (readonly [AppDraft, 'library' | 'decisions' | 'person' | 'platform'])[] = []
  let isApplying = false
  function enter(draft: AppDraft, source: (typeof queue)[number][1]): void {
    if (isDead) return
    queue.push([draft, source])
    if (isApplying) return
    isApplying = true
    for (let next = queue.shift(); next; next = queue.shift()) apply(...next)
    isApplying = false
  }
  function apply(draft: AppDraft, source: (typeof queue)[number][1]): void {
    if (draft.type === 'library.marksRequested' && source === 'library') wished.push(draft.payload.changes)
    for (const engine of engines)
      engine.before?.({ seq: 0, t: 0, cause: null, source, ...draft } as AppEvent, story.state)
    const event = story.order.append(draft, { source, t: 0, cause: null })
    story.events.push(event)
    for (const engine of engines) engine.accept(event, story.state)
    // The state worker begins another log.
    if (draft.type === 'session.ended') story = new Story()
  }
  const engines: Engine[] = [
    createDecisionsEngine({ report: (draft) => enter(draft, 'decisions') }),
    createKeptMarksEngine({
      clock,
      mint,
      report: (draft) => enter(draft, 'library'),
      mayKeep: () => keeps,
      take: async (name, signal) => {
        if (!hasLocks || (locks.has(name) && !signal)) return null
        while (locks.has(name)) await new Promise<void>((look) => awaited.push(look))
        if (signal?.aborted || isDead) return null
        locks.add(name)
        own.add(name)
        return async () => free([name])
      },
      store: {
        entries: async () => [...records],
        keys: async () => [...records.keys()],
        async write(all) {
          if (isDead) return
          if (refuses) throw new Error('refused')
          written.push(JSON.stringify([...all]).length)
          for (const [key, value] of all)
            if (value === undefined) records.delete(key)
            else records.set(key, structuredClone(value))
        },
      },
    }),
  ]
  return {
    wished,
    get story() {
      return story
    },
    async happens(...drafts: AppDraft[]): Promise<void> {
      for (const draft of drafts) enter(draft, definitionOf(draft).kind === 'wish' ? 'person' : 'platform')
      await settle()
    },
    /** The tab is killed, or loaded anew. */
    die(): void {
      isDead = true
      free(own)
    },
    /** What waits, as the page shows it. */
    get busy() {
      return [...story.state.ids('marking')].filter((id) => (story.state.get('marking', id)?.marks.length ?? 0) > 0)
    },
    isKept: (requestId: string) => story.state.get('markRequest', requestId)?.kept === true,
  }
}

const signIn = (playerid = 'p1') =>
  sessionStarted({ claims: someClaims(playerid), accessToken: 'a', refreshToken: 'r', restored: true })
const change = (releaseid: string, ...marks: Mark[]): MarkChange => ({ releaseid, trackid: null, marks })
const wish = (requestId: string, ...changes: MarkChange[]) => libraryMarksRequested({ requestId, changes })
const answered = (requestId: string, releaseid: string, mark: Mark, trackid: string | null = null) =>
  libraryMarkAnswered({ requestId, releaseid, trackid, mark })

/** A visit that is over, in which r1 was to be flagged and r2 archived. */
async function left(): Promise<void> {
  const page = open()
  await page.happens(signIn(), wish('w1', change('r1', 'flagged')), wish('w2', change('r2', 'archived')))
  page.die()
}

describe('H-570: marks that wait', () => {
  it('are wished for again by the next page of the same player, as one wish in their order, and are busy there', async () => {
    await left()
    const page = open()
    await page.happens(signIn())
    expect(page.wished).toEqual([[change('r1', 'flagged'), change('r2', 'archived')]])
    expect(page.busy).toEqual(['r1', 'r2'])
  })

  it('wait on through one page after the other, and are gone once they are answered or refused', async () => {
    await left()
    open().die()
    const second = open()
    await second.happens(signIn())
    second.die()
    const third = open()
    await third.happens(signIn())
    const requestId = third.story.state.get('marking', 'r1')?.requestId ?? ''
    await third.happens(
      answered(requestId, 'r1', 'flagged'),
      libraryMarkFailed({ requestId, releaseid: 'r2', trackid: null, mark: 'archived', code: 'CONFLICT' }),
    )
    await clock.advance(1000)
    expect(records.size).toBe(0)
    third.die()
    const fourth = open()
    await fourth.happens(signIn())
    expect(fourth.wished).toEqual([])
  })

  it('are what is left of a wish where that and what was answered of it are more than one change may name', async () => {
    const first = open()
    // What is archived loses its flags as well, by a mark of its own.
    await first.happens(signIn(), wish('w1', change('r1', 'archived', 'restored', 'flagged', 'unflagged')))
    await first.happens(answered('w1', 'r1', 'archived'))
    await clock.advance(1000)
    first.die()
    const page = open()
    await page.happens(signIn())
    expect(page.wished).toEqual([[change('r1', 'unflagged', 'restored', 'flagged', 'unflagged')]])
  })

  it('are those of one player: nobody else has them sent, and who comes back does', async () => {
    await left()
    const others = open()
    await others.happens(signIn('p2'))
    expect(others.wished).toEqual([])
    await others.happens(sessionEnded({ reason: 'signedOut' }), signIn('p1'))
    expect(others.wished).toEqual([[change('r1', 'flagged'), change('r2', 'archived')]])
  })

  it('outlast a session that expired, and go out when the same player signs in again, here or in another tab', async () => {
    const page = open()
    await page.happens(signIn(), wish('w1', change('r1', 'flagged')))
    await page.happens(sessionEnded({ reason: 'expired' }), signIn('p2'))
    expect(page.wished).toEqual([])
    const another = open()
    await another.happens(signIn())
    expect(another.wished).toEqual([[change('r1', 'flagged')]])
    await another.happens(sessionEnded({ reason: 'expired' }), signIn())
    expect(another.wished).toHaveLength(2)
  })

  it.each(['signedOut', 'elsewhere'] as const)('are gone with a goodbye: %s', async (reason) => {
    await left()
    const page = open()
    await page.happens(signIn())
    await page.happens(wish('w3', change('r3', 'flagged')))
    expect(records.size).toBe(3)
    await page.happens(sessionEnded({ reason }))
    expect(records.size).toBe(0)
    await page.happens(signIn())
    expect(page.wished).toHaveLength(1)
  })

  it('of a tab that lives are its own: another one leaves them alone until it is gone', async () => {
    const page = open()
    await page.happens(signIn(), wish('w1', change('r1', 'flagged')))
    const another = open()
    await another.happens(signIn())
    expect(another.wished).toEqual([])
    another.die()
    const third = open()
    await third.happens(signIn())
    expect(third.wished).toEqual([])
    page.die()
    await settle()
    expect(third.wished).toEqual([[change('r1', 'flagged')]])
    expect(third.busy).toEqual(['r1'])
  })

  it.each(['app.wentOnline', 'app.shown'] as const)(
    'of a tab that began later and is gone are found at %s',
    async (type) => {
      const another = open()
      await another.happens(signIn())
      const page = open()
      await page.happens(signIn(), wish('w1', change('r1', 'flagged')))
      page.die()
      await another.happens({ type, v: 1, payload: {} })
      expect(another.wished).toEqual([[change('r1', 'flagged')]])
      await another.happens({ type, v: 1, payload: {} })
      expect(another.wished).toHaveLength(1)
    },
  )

  it('of a tab that lives are nobody else’s once that one has no session any more', async () => {
    const page = open()
    await page.happens(signIn(), wish('w1', change('r1', 'flagged')))
    const another = open()
    await another.happens(signIn(), sessionEnded({ reason: 'expired' }))
    page.die()
    await settle()
    expect(another.wished).toEqual([])
    await another.happens(signIn())
    expect(another.wished).toEqual([[change('r1', 'flagged')]])
  })

  it('that no visit took up for a month are dropped', async () => {
    await left()
    clock.stand(31 * 86_400_000)
    const page = open()
    await page.happens(signIn())
    expect([page.wished, records.size]).toEqual([[], 0])
  })

  it('are not made again when the last is answered and the page goes at once, or some are and it is hidden', async () => {
    const page = open()
    await page.happens(signIn(), wish('w1', change('r1', 'flagged'), change('r2', 'flagged')))
    await page.happens(answered('w1', 'r1', 'flagged'), { type: 'app.hidden', v: 1, payload: {} })
    expect(records.size).toBe(1)
    await page.happens(answered('w1', 'r2', 'flagged'))
    expect(records.size).toBe(0)
  })

  it('to take back what waits are said to be kept once they are wished for', async () => {
    const page = open()
    await page.happens(signIn(), wish('w1', change('r1', 'flagged'), change('r2', 'flagged')))
    await page.happens(decisionTakenBack({ id: 'w1', requestId: 'b1' }), answered('w1', 'r1', 'flagged'))
    await clock.advance(1000)
    await page.happens(answered('w1', 'r2', 'flagged'))
    await clock.advance(1000)
    expect(page.isKept('b1')).toBe(true)
  })

  it('are said to be kept once they are, and never where the storage or the locks refuse, or nothing may be kept', async () => {
    const page = open()
    await page.happens(signIn())
    expect(page.isKept('w1')).toBe(false)
    await page.happens(wish('w1', change('r1', 'flagged')))
    expect(page.isKept('w1')).toBe(true)
    for (const circumstances of [{ refuses: true }, { hasLocks: false }, { keeps: false }]) {
      const other = open(circumstances)
      await other.happens(signIn(), wish('w1', change('r9', 'flagged')))
      expect([other.busy, other.isKept('w1')], JSON.stringify(circumstances)).toEqual([['r9'], false])
    }
    expect([...records.keys()].filter((key) => key.endsWith('r9'))).toEqual([])
  })

  it('of one release go out one after the other, the newest last', async () => {
    const first = open()
    await first.happens(signIn(), wish('w1', change('r1', 'flagged')))
    await clock.advance(1000)
    const second = open()
    await second.happens(signIn(), wish('w2', change('r1', 'unflagged')))
    first.die()
    second.die()
    const page = open()
    await page.happens(signIn())
    expect(page.wished).toEqual([[change('r1', 'flagged')]])
    await page.happens(answered(page.story.state.get('marking', 'r1')?.requestId ?? '', 'r1', 'flagged'))
    expect(page.wished.slice(1)).toEqual([[change('r1', 'unflagged')]])
    expect(page.busy).toEqual(['r1'])
  })

  it('that were taken back before they were answered are taken back in the next visit', async () => {
    const page = open()
    await page.happens(signIn(), wish('w1', change('r1', 'flagged')), wish('w2', change('r2', 'flagged')))
    await page.happens(decisionTakenBack({ id: 'w2', requestId: 'b2' }))
    page.die()
    const again = open()
    await again.happens(signIn())
    expect(again.wished).toEqual([[change('r1', 'flagged')], [change('r2', 'flagged')]])
    const requestId = again.story.state.get('marking', 'r2')?.requestId ?? ''
    await again.happens(answered(requestId, 'r2', 'flagged'))
    expect(again.story.state.get('marking', 'r2')?.marks).toEqual(['unflagged'])
    again.die()
    const third = open()
    await third.happens(signIn())
    expect(third.wished.flat()).toContainEqual(change('r2', 'unflagged'))
  })

  it('go out whatever is known of the release: a part of them may be done', async () => {
    const page = open()
    await page.happens(signIn(), wish('w1', change('r1', 'archived')), answered('w1', 'r1', 'archived'))
    await clock.advance(1000)
    page.die()
    const again = open()
    again.story.knows({ ...aRelease('r1'), archived: true, flagged: true })
    await again.happens(signIn())
    expect(again.wished).toEqual([[change('r1', 'archived', 'unflagged')]])
    expect(again.story.state.get('marking', 'r1')?.marks).toEqual(['archived', 'unflagged'])
  })

  it('of a wish that is being taken back: what was answered of it is taken back as well', async () => {
    const page = open()
    await page.happens(signIn(), wish('w1', change('r1', 'flagged'), change('r2', 'flagged')))
    await page.happens(answered('w1', 'r1', 'flagged'), decisionTakenBack({ id: 'w1', requestId: 'b1' }))
    page.die()
    const again = open()
    await again.happens(signIn())
    expect(again.wished).toEqual([[change('r1', 'unflagged')], [change('r2', 'flagged')]])
  })

  it('and the way back of an older wish of the same release, which waits for them, goes out behind them', async () => {
    const page = open()
    page.story.knows(aRelease('r1'))
    await page.happens(signIn(), wish('w1', change('r1', 'flagged')), answered('w1', 'r1', 'flagged'))
    await page.happens(wish('w2', change('r1', 'archived')), decisionTakenBack({ id: 'w1', requestId: 'b1' }))
    page.die()
    const again = open()
    await again.happens(signIn())
    expect(again.wished).toEqual([[change('r1', 'archived')]])
    const requestId = again.story.state.get('marking', 'r1')?.requestId ?? ''
    await again.happens(answered(requestId, 'r1', 'archived'), answered(requestId, 'r1', 'unflagged'))
    expect(again.wished.slice(1)).toEqual([[change('r1', 'unflagged')]])
  })

  it('that no build of ours wrote are passed over, and removed', async () => {
    await left()
    const [key = ''] = records.keys()
    const beside = key.replace(/[^/]+$/, 'odd')
    records.set(beside, '{"at":1,"change":{"releaseid":"r7","trackid":null,"marks":["eaten"]}}')
    records.set(`${beside}er`, 7)
    const page = open()
    await page.happens(signIn())
    expect(page.wished).toEqual([[change('r1', 'flagged'), change('r2', 'archived')]])
    expect([...records.keys()].filter((one) => one.includes('odd'))).toEqual([])
  })

  it('cost a press one small record, and what is answered one write a second', async () => {
    const page = open()
    await page.happens(signIn())
    await page.happens(wish('w0', ...Array.from({ length: 300 }, (_, n) => change(`x${n}`, 'archived'))))
    await page.happens(wish('w1', change('r1', 'flagged')))
    expect(written.at(-1)).toBeLessThan(300)
    const before = written.length
    for (let n = 0; n < 100; n++) await page.happens(answered('w0', `x${n}`, 'archived'))
    for (let n = 0; n < 100; n++) await page.happens(answered('w0', `x${n}`, 'unflagged'))
    expect(written).toHaveLength(before)
    await clock.advance(1000)
    expect([written.length - before, records.size]).toEqual([1, 201])
  })

  it('that were answered a moment before the session expired are not sent again', async () => {
    const page = open()
    await page.happens(signIn(), wish('w1', change('r1', 'flagged')), wish('w2', change('r2', 'flagged')))
    await page.happens(answered('w1', 'r1', 'flagged'), sessionEnded({ reason: 'expired' }), signIn())
    expect(page.wished).toEqual([[change('r2', 'flagged')]])
  })
})
