import { beforeEach, describe, expect, test } from 'vitest'
import { type Claim, type ClaimChannel, createPlayingTab } from './playingTab.ts'

/** Pages of one browser; what one says is held until `deliver`. */
let pages: { channel: ClaimChannel; gaveWay: number }[] = []
let held: { from: ClaimChannel; claim: Claim }[] = []
let now = 0

function open(page: string) {
  const entry = {
    gaveWay: 0,
    channel: { onmessage: null, postMessage: () => undefined, close: () => undefined } as ClaimChannel,
  }
  entry.channel.postMessage = (claim) => void held.push({ from: entry.channel, claim: structuredClone(claim) })
  const tab = createPlayingTab({
    channel: entry.channel,
    page,
    now: () => now,
    giveWay: () => {
      entry.gaveWay++
    },
  })
  pages.push(entry)
  return { claim: () => tab.claim(), entry }
}
function deliver(): void {
  for (const { from, claim } of held.splice(0))
    for (const { channel } of pages) if (channel !== from) channel.onmessage?.({ data: claim } as MessageEvent<unknown>)
}

beforeEach(() => {
  pages = []
  held = []
  now = 100
})

describe('pages of one browser', () => {
  test('who begins silences the others', () => {
    const [one, two, three] = [open('a'), open('b'), open('c')]
    one.claim()
    deliver()
    expect([one, two, three].map(({ entry }) => entry.gaveWay)).toEqual([0, 1, 1])
  })
  test('two that begin at once settle it: one goes on', () => {
    const [one, two] = [open('a'), open('b')]
    one.claim()
    two.claim()
    deliver()
    expect(one.entry.gaveWay + two.entry.gaveWay).toBe(1)
  })
  test('the later of two that cross goes on', () => {
    const [one, two] = [open('b'), open('a')]
    one.claim()
    now = 101
    two.claim()
    deliver()
    expect([one.entry.gaveWay, two.entry.gaveWay]).toEqual([1, 0])
  })
  test.each([
    [1500, [1, 0]],
    [10_000, [1, 0]],
    [10_001, [1, 1]],
  ])('of two that cross %d ms apart, as one was busy, the later goes on, up to ten seconds', (apart, gaveWay) => {
    const [one, two] = [open('b'), open('a')]
    one.claim()
    now += apart
    two.claim()
    deliver()
    expect([one.entry.gaveWay, two.entry.gaveWay]).toEqual(gaveWay)
  })
  test('who begins after the clock was put back silences the others all the same', () => {
    now = 3_600_000
    const [one, two] = [open('a'), open('b')]
    one.claim()
    deliver()
    now = 100
    two.claim()
    deliver()
    expect([one.entry.gaveWay, two.entry.gaveWay]).toEqual([1, 1])
  })
  test('what is no claim is not listened to', () => {
    const one = open('a')
    for (const data of [null, 7, 'x', { at: 'soon', page: 'b' }, { at: 1 }, { at: Number.NaN, page: 'b' }])
      one.entry.channel.onmessage?.({ data } as MessageEvent<unknown>)
    expect(one.entry.gaveWay).toBe(0)
  })
})
