// A state as lines: it comes back as it was, and nobody who is named in it leaves this device.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { history } from '#tests/support/histories.ts'
import { parseLog } from '#tests/support/parsedLog.ts'
import { finished } from '#tests/support/recordedLog.ts'
import { replay } from '#tests/support/replayed.ts'
import { aProfile, Story, someClaims } from '#tests/support/story.ts'
import { type AppDraft, type AppEvent, EventError } from '../../events/index.ts'
import { changeNoticed } from '../../events/people/changes.ts'
import * as connections from '../../events/people/connections.ts'
import * as profile from '../../events/people/profile.ts'
import { sessionStarted } from '../../events/people/session.ts'
import { playerVolumeChanged } from '../../events/player.ts'
import { checkLog } from '../check.ts'
import { eachFrame, encodeEvents, encodeFrame, type Frame } from '../codec.ts'
import { exportLines } from '../export.ts'
import { hashState } from '../hash.ts'
import { createMasking } from '../masking/masking.ts'
import { Order } from '../order.ts'
import { readLog } from '../read.ts'
import { eventOfLine } from '../readEvent.ts'
import type { ReadLog } from '../reading/log.ts'
import { headerOf } from '../upcast.ts'
import { rotate } from './rotate.ts'
import { snapshotLines, storeOf } from './snapshot.ts'

describe('a snapshot', () => {
  test('comes back as the state it was made of', () => {
    fc.assert(
      fc.property(history(), (drafts) => {
        const { store } = new Story().happens(...drafts).order
        expect(hashState(storeOf(snapshotLines(store)))).toBe(hashState(store))
      }),
      { numRuns: 60 },
    )
  })
  test('taken anywhere, the rest of the log leads from it to the same state', () => {
    fc.assert(
      fc.property(history(), fc.nat(), (drafts, where) => {
        const whole = new Order()
        const first = new Order()
        const place = (t: number) => ({ source: 'platform', t, cause: null }) as const
        const cut = where % (drafts.length + 1)
        drafts.forEach((draft, t) => void whole.append(draft, place(t)))
        drafts.slice(0, cut).forEach((draft, t) => void first.append(draft, place(t)))
        const second = new Order(storeOf(snapshotLines(first.store)), first.seq, Math.max(0, cut - 1))
        drafts.slice(cut).forEach((draft, t) => void second.append(draft, place(cut + t)))
        expect({ seq: second.seq, state: second.hash() }).toEqual({ seq: whole.seq, state: whole.hash() })
      }),
      { numRuns: 60 },
    )
  })
  test('of an earlier build has the fields that came since', () => {
    const store = storeOf(['["player","self",{"volume":7}]'])
    expect(store.single('player')).toMatchObject({ volume: 7, isPlaying: false })
  })
  test('has the fields of a row that always exists for that row alone', () => {
    const store = storeOf(['["job","self",{"status":"waiting"}]', '["player","other",{"volume":7}]'])
    expect(store.get('job', 'self')).toEqual({ status: 'waiting' })
    expect(store.get('player', 'other')).toEqual({ volume: 7 })
    expect(store.takeTouched()).toEqual([])
  })
  test.each([
    ['{"kind":"job"}', 'a line of a snapshot is [table, id, entity]'],
    ['["ghost","self",{}]', 'a line of a snapshot is [table, id, entity]'],
    ['["__proto__","self",{}]', 'a line of a snapshot is [table, id, entity]'],
    ['["job",7,{}]', 'a line of a snapshot is [table, id, entity]'],
    ['["job","a","text"]', 'a snapshot holds no entity for job'],
  ])('with the line %s is refused', (line, message) => {
    expect(() => storeOf(['["app","self",{}]', line])).toThrow(EventError)
    expect(() => storeOf([line])).toThrow(message)
  })
})

/** What the first frame of a log names. */
const START = '0123456789abcdef'

/** A log of somebody, whose first half stands as a snapshot. */
async function rotated() {
  const order = new Order()
  const claims = someClaims('p1', { username: 'vera', email: 'vera@demo.test', fullname: 'Vera Quill' })
  const handles = { accessToken: 'session:access', refreshToken: 'session:refresh' }
  const drafts = [
    sessionStarted({ claims, ...handles, restored: false }),
    profile.profileReceived({ profile: aProfile({ city: 'Oslo-on-Sea' }), version: null }),
    ...new Story().happens().events,
  ]
  const events = [...drafts, ...drafts].map((draft, t) => order.append(draft, { source: 'session', t, cause: null }))
  const replayed = new Order()
  const frames: Uint8Array[] = []
  let before = START
  for (const held of [events.slice(0, 2), events.slice(2)]) {
    for (const event of held) replayed.replay(event)
    const segment = { first: held[0]?.seq ?? 0, count: held.length, lines: encodeEvents(held), state: replayed.hash() }
    const frame = encodeFrame(segment, before)
    frames.push(frame.bytes)
    before = frame.hash
  }
  const bytes = Uint8Array.from(frames.flatMap((frame) => [...frame]))
  return { bytes, keep: frames[1]?.length ?? 0, lines: snapshotLines(order.store) }
}

describe('making room', () => {
  test('is left alone when a snapshot would be no smaller than what it stands for', async () => {
    const { bytes, keep } = await rotated()
    expect(await rotate(bytes, START, keep, async () => undefined)).toBeNull()
  })
  test('is left alone when the log is of another chain', async () => {
    const { bytes, keep } = await rotated()
    expect(await rotate(bytes, 'f'.repeat(16), keep, async () => undefined)).toBeNull()
  })
})

/** Frames of a log of volumes, so many events each, as this build writes them. */
function volumeLog(counts: readonly number[], spoil: (state: string, nth: number) => string = (state) => state) {
  const order = new Order()
  const frames: Uint8Array[] = []
  let before = START
  counts.forEach((count, nth) => {
    const events = Array.from({ length: count }, () =>
      order.append(playerVolumeChanged({ volume: (order.seq * 7) % 101 }), {
        source: 'person',
        t: order.seq * 10,
        cause: null,
      }),
    )
    const frame = encodeFrame(
      { first: order.seq - count + 1, count, lines: encodeEvents(events), state: spoil(order.hash(), nth) },
      before,
    )
    frames.push(frame.bytes)
    before = frame.hash
  })
  const ends = frames.map((_, at) => frames.slice(0, at + 1).reduce((sum, { length }) => sum + length, 0))
  return { bytes: Uint8Array.from(frames.flatMap((frame) => [...frame])), ends, order }
}

describe('room is made', () => {
  const idle = async () => undefined

  test('of all frames before those that are kept, by a snapshot that leads on from there', async () => {
    const { bytes, ends } = volumeLog([3000, 3000, 40])
    const keep = bytes.length - (ends[1] ?? 0)
    let rests = 0
    const made = await rotate(bytes, START, keep, async () => {
      rests++
    })
    expect(made?.cut).toBe(ends[1])
    expect(rests).toBe(2)
    const [first] = [...eachFrame(made?.frame ?? new Uint8Array(), START)]
    expect(first?.frame.head).toMatchObject({ first: 6001, snapshot: 59_990 })
    const head = first?.frame.head
    const store = storeOf(first?.frame.lines ?? [])
    expect(hashState(store)).toBe(head?.state)
    expect(store.single('player').volume).toBe((5999 * 7) % 101)
    expect(store.takeTouched(), 'what was read was not touched').toEqual([])
  })

  test('of what a snapshot began with too, and its time goes on', async () => {
    const { bytes, ends } = volumeLog([3000, 3000, 40])
    const made = await rotate(bytes, START, bytes.length - (ends[0] ?? 0), idle)
    if (!made) throw new Error('it should have been')
    // The frames behind it name its hash.
    const order = new Order()
    for (const [nth] of [3000, 3000].entries()) {
      const part = [...eachFrame(bytes, START)][nth]?.frame
      for (const [at, line] of (part?.lines ?? []).entries())
        order.replay(eventOfLine(line, 1 + 3000 * nth + at, 0).event)
    }
    const second = [...eachFrame(bytes, START)][1]?.frame
    if (!second) throw new Error('there are three')
    const behind = encodeFrame({ first: 3001, count: 3000, lines: second.lines, state: second.head.state }, made.hash)
    const both = Uint8Array.from([...made.frame, ...behind.bytes])
    const again = await rotate(both, START, 0, idle)
    expect(again?.cut).toBe(both.length)
    const [only] = [...eachFrame(again?.frame ?? new Uint8Array(), START)]
    expect(only?.frame.head).toMatchObject({ first: 6001, snapshot: 59_990, state: order.hash() })
  })

  test('of nothing where one more frame has to stay, or the log leads elsewhere than was recorded', async () => {
    const { bytes } = volumeLog([3000, 40])
    expect(await rotate(bytes, START, bytes.length, idle)).toBeNull()
    const spoilt = volumeLog([3000, 40], (state, nth) => (nth === 0 ? '0123456789abcdef' : state))
    expect(await rotate(spoilt.bytes, START, 1, idle)).toBeNull()
  })
})

/** A log of these, of which those before `cut` made room, as it leaves this device: with a checkpoint after so many. */
function maskedExport(drafts: readonly AppDraft[], cut: number, every: number): { log: ReadLog; text: string } {
  const order = new Order()
  const frames: Frame[] = []
  const add = (lines: readonly string[], snapshot?: number) => {
    const first = snapshot === undefined ? order.seq - lines.length + 1 : order.seq + 1
    const head = { first, count: lines.length, lines: '', before: '', state: order.hash() }
    frames.push({ head: snapshot === undefined ? head : { ...head, snapshot }, lines })
  }
  let held: AppEvent[] = []
  const end = () => {
    if (held.length > 0) add(encodeEvents(held))
    held = []
  }
  drafts.forEach((draft, t) => {
    if (t === cut) add(snapshotLines(order.store), t)
    const event = order.append(draft, { source: 'platform', t, cause: null })
    if (t >= cut && event.seq > 0) held.push(event)
    if (held.length >= every) end()
  })
  end()
  const text = [...exportLines(headerOf('l', 'b', 0), frames)].join('\n')
  return { log: parseLog(text), text }
}

describe('an export that begins with a snapshot', () => {
  const claims = someClaims('p1', { username: 'vera', email: 'vera@demo.test', fullname: 'Vera Quill' })
  const handles = { accessToken: 'session:access', refreshToken: 'session:refresh' }
  const { store } = new Story().happens(sessionStarted({ claims, ...handles, restored: false })).order
  const lines = snapshotLines(store)
  const head = { first: 41, count: lines.length, lines: '', before: '', state: hashState(store), snapshot: 900 }
  const text = (personal: boolean) => [...exportLines(headerOf('l', 'b', 0), [{ head, lines }], personal)].join('\n')

  test('names nobody, and is the same state', () => {
    for (const name of ['vera', 'vera@demo.test', 'Vera Quill']) expect(text(false)).not.toContain(`"${name}"`)
    expect(text(true)).toContain('"Vera Quill"')
    const log = parseLog(text(false))
    expect(log).toMatchObject({ start: 40, events: { length: 0 }, checkpoints: [{ seq: 40 }] })
    expect(replay(log)).toMatchObject({ difference: null, seq: 40, checkpoints: 1 })
    expect(replay(log).store.single('session').claims?.playerid).toBe('p1')
  })
  test('comes to the states that were recorded, whoever is known, whatever was asked for before and behind it', () => {
    const names = {
      full_name: 'Pat Moss',
      first_name: 'Pat',
      last_name: 'Moss',
      email: 'pat@demo.test',
      verified: true,
    }
    const before = [
      sessionStarted({ claims, ...handles, restored: false }),
      connections.connectionListed({ connections: ['p2', 'p3'].map((id) => ({ ...names, player_id: id })) }),
      profile.profileReceived({ profile: aProfile(), version: null }),
      profile.profileMailRequested({ requestId: 'm', way: 'merge', email: 'b@demo.test' }),
      connections.connectionInviteRequested({ requestId: 'i', invitations: [] }),
    ]
    const behind = [
      connections.connectionDeleteRequested({ requestId: 'd', id: 'p2' }),
      connections.connectionDeleteFailed({ requestId: 'd', id: 'p2', code: 'UNKNOWN', message: '' }),
      changeNoticed({
        domains: ['connections'],
        shares: [],
        connected: [{ player_id: 'p3', full_name: 'Pat' }],
        told: false,
      }),
      profile.profileMailRefused({ requestId: 'm', way: 'merge', code: 'EMAIL_IN_USE', message: '' }),
      profile.profileSaved({ requestId: 's', profile: aProfile({ mailpref: 'daily' }), version: null }),
    ]
    const { log } = maskedExport([...before, ...behind], before.length, 1)
    expect(log.base?.get('network', 'self')?.connections).toMatchObject([{ id: 'p2' }, { id: 'p3' }])
    expect(finished(checkLog(log))).toMatchObject({ difference: null, checkpoints: 6, unequal: [], threw: null })
  })

  test('masked after any event of any log, comes to the states that were recorded and names nobody', () => {
    fc.assert(
      fc.property(history(200), fc.nat(), (drafts, where) => {
        const { log, text: masked } = maskedExport(drafts, where % (drafts.length + 1), 10)
        expect(masked).not.toMatch(
          /@demo\.test|"(Pat|Pat Moss|Pat Doe|Pat Roe|Nora|Harbour Radio|Bergen|Oslo|Friday\?)"/,
        )
        expect(replay(log).difference).toBeNull()
      }),
      { numRuns: 100 },
    )
  })

  test('has one stand-in for one name, in the snapshot and behind it', () => {
    const masking = createMasking()
    const session = JSON.parse(masking.entity(lines.find((line) => line.startsWith('["session"')) ?? ''))[2]
    const event = JSON.parse(masking.event(JSON.stringify(['session.started', 0, 'session', 0, { claims }])))[4]
    expect(event.claims.email).toBe(session.claims.email)
    expect(session.claims.email).toMatch(/^masked-\d+$/)
  })
  test.each<[string, (all: string[]) => void, number, string]>([
    [
      'a snapshot of another state',
      (all) => void all.splice(3, 1, (all[3] ?? '').replace('{', '{"x":1,')),
      3,
      'lines 3',
    ],
    ['a snapshot without its checkpoint', (all) => void all.pop(), 3, 'a snapshot that is not whole'],
    ['a second one', (all) => void all.splice(2, 0, all[1] ?? ''), 3, 'not a snapshot, or not at the beginning'],
    ['one that says no time', (all) => void all.splice(1, 1, '{"snapshot":40}'), 2, 'not a snapshot'],
  ])('%s is cut, with nothing kept', (_, edit, line, reason) => {
    const all = text(false).split('\n')
    edit(all)
    const log = readLog(all.join('\n'))
    expect(log.cut?.line).toBe(line)
    expect(log.cut?.reason).toContain(reason)
    expect(log).toMatchObject({ start: 0, base: null, events: { length: 0 } })
  })
})
