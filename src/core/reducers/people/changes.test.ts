// What others did: marked where it is held, and told once.
import { describe, expect, it } from 'vitest'
import '../late.ts'
import { noticeDismissed, noticesRead } from '#core/events/notices.ts'
import { changeNoticed } from '#core/events/people/changes.ts'
import {
  connectionAccepted,
  connectionDeleted,
  connectionDeleteRequested,
  connectionListed,
} from '#core/events/people/connections.ts'
import { releaseDetailReceived, releaseListOpened, releaseOpened, releasePageReceived } from '#core/events/releases.ts'
import { encodeEvents } from '#core/log/codec.ts'
import { hashState } from '#core/log/hash.ts'
import { createMasking } from '#core/log/masking/masking.ts'
import type { ReceivedShare } from '#core/model/changes.ts'
import { aCard, aRelease, Story } from '#tests/support/story.ts'

const share = (n: number, fields: Partial<ReceivedShare> = {}): ReceivedShare => ({
  shareid: `s${n}`,
  releaseid: 'r1',
  title: 'Low Tide',
  by: 'Pat Moss',
  message: 'Hear this',
  date: `2026-11-24T10:0${n}:00.000Z`,
  ...fields,
})
const noticed = (shares: ReceivedShare[], more: { told?: boolean } = {}) =>
  changeNoticed({ domains: ['shares'], shares, connected: [], told: false, ...more })
const gallery = () =>
  new Story().happens(
    releaseListOpened({ queryId: 'q' }),
    releasePageReceived({ queryId: 'q', round: 1, page: 1, total: 2, releases: [aCard('r1'), aCard('r2')] }),
  )
const withDetail = () =>
  gallery().happens(releaseOpened({ releaseid: 'r1' }), releaseDetailReceived({ release: aRelease('r1', 1) }))

describe('a release that somebody shares', () => {
  it('is marked in the gallery, and no other', () => {
    const { state } = gallery().happens(noticed([share(1)]))
    expect([state.get('release', 'r1')?.shared, state.get('release', 'r2')?.shared]).toEqual([share(1).date, undefined])
  })

  it('says on its open page who it was, newest first, each once', () => {
    const { state } = withDetail().happens(noticed([share(2), share(1)]), noticed([share(2)]))
    const { release } = state.get('detail', 'r1') ?? {}
    expect([release?.shared, release?.shares?.map(({ shareid }) => shareid)]).toEqual([share(2).date, ['s2', 's1']])
  })

  it('that this page does not hold is told all the same', () => {
    const story = new Story().happens(noticed([share(1)]))
    expect([story.state.get('release', 'r1'), story.notices.length]).toEqual([undefined, 1])
  })

  it('is told with who it was and its title', () => {
    expect(gallery().happens(noticed([share(1)])).notices).toMatchObject([
      { category: 'sharedWithYou', notificationType: 'info', subject: 'Low Tide', detail: '', person: 'Pat Moss' },
    ])
  })

  it('with others is told once for each who shared, and how many releases', () => {
    const many = [share(3, { releaseid: 'r3' }), share(2, { by: 'Ole' }), share(1, { releaseid: 'r2' })]
    expect(gallery().happens(noticed(many)).notices).toMatchObject([
      { person: 'Pat Moss', detail: '2' },
      { person: 'Ole', detail: '' },
    ])
  })

  it('and was told by another page stands in the list of the last ones alone', () => {
    const { state, notices } = gallery().happens(noticed([share(1)], { told: true }))
    expect([notices, state.single('noticeHistory').entries.length]).toEqual([[], 1])
  })

  it('is read with the others', () => {
    const { state } = gallery().happens(noticed([share(1)]), noticesRead({}))
    expect(state.single('noticeHistory').entries).toMatchObject([{ read: true }])
  })

  it('names nobody in a log that leaves the device, whose state is the same', () => {
    const story = withDetail().happens(noticed([share(1)]))
    const masked = createMasking().event
    const text = encodeEvents(story.events).map(masked).join()
    expect(text).not.toMatch(/Pat Moss|Hear this/)
    const other = withDetail().happens(noticed([share(1, { by: 'masked-1', message: 'masked-2' })]))
    expect(hashState(other.state as never)).toBe(hashState(story.state as never))
  })
})

describe('somebody who took an invitation', () => {
  const PAT = { player_id: 'p2', full_name: 'Pat Moss', first_name: 'Pat', last_name: 'Moss', email: 'p@demo.test', verified: true } // biome-ignore format: one row
  const connected = changeNoticed({
    domains: ['connections'],
    shares: [],
    connected: [{ player_id: 'p2', full_name: 'Pat Moss' }],
    told: false,
  })

  it('is told to who invited them', () => {
    expect(new Story().happens(connected).notices).toMatchObject([
      { category: 'connectionAccepted', notificationType: 'success', person: 'Pat Moss' },
    ])
  })

  it.each([
    ['who has read of it', connectionAccepted({ link: 'link:1', inviter: 'Pat Moss' })],
    ['who has read of it with an id', connectionAccepted({ link: 'link:1', inviter: 'Pat Moss', id: 'p2' })],
    ['who was told already', connected],
    ['whose list has them', connectionListed({ connections: [PAT] })],
  ])('is not told again to somebody %s', (_, before) => {
    const story = new Story().happens(before)
    const told = story.notices.length
    expect(story.happens(connected).notices).toHaveLength(told)
  })

  const asked = connectionDeleteRequested({ requestId: 'd1', id: 'p2' })
  it.each([
    ['was deleted', [asked, connectionDeleted({ requestId: 'd1', id: 'p2' })]],
    ['deleted this person elsewhere', [connectionListed({ connections: [] })]],
  ])('H-058: who %s is told of once when they connect again', (_, leaves) => {
    const accepted = connectionAccepted({ link: 'link:1', inviter: 'Pat Moss', id: 'p2' })
    const story = new Story().happens(accepted, connectionListed({ connections: [PAT] }), ...leaves)
    story.happens(noticeDismissed({ id: 'connected.p2' }), connected)
    expect(story.notices.map(({ id }) => id)).toEqual(['connected.p2'])
    story.happens(noticeDismissed({ id: 'connected.p2' }), connected)
    expect(story.notices).toEqual([])
    expect(story.state.get('network', 'self')?.left).toBeUndefined()
  })

  it('H-058: of whom somebody took another invitation, after they were deleted, is told once', () => {
    const deleted = connectionDeleted({ requestId: 'd1', id: 'p2' })
    const story = new Story().happens(connectionListed({ connections: [PAT] }), asked, deleted)
    story.happens(connectionAccepted({ link: 'link:2', inviter: 'Pat Moss', id: 'p2' }))
    story.happens(noticeDismissed({ id: 'connected.p2' }), connected)
    expect(story.notices).toEqual([])
  })

  it.each([
    ['took an invitation before', connectionAccepted({ link: 'link:1', inviter: 'Pat Moss', id: 'p9' })],
    ['shared something', noticed([share(1)])],
    [
      'was connected before',
      { ...connected, payload: { ...connected.payload, connected: [{ player_id: 'p9', full_name: 'Pat Moss' }] } },
    ],
  ])('is told beside somebody of the same name who %s', (_, before) => {
    const story = new Story().happens(before, connected)
    expect(story.notices.map(({ id }) => id)).toContain('connected.p2')
    expect(story.notices).toHaveLength(2)
  })
})
