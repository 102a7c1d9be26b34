// Stories of flags and the archive; a naive model is the oracle of any history of them.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decisionTakenBack } from '#core/events/decisions.ts'
import type { AppDraft } from '#core/events/index.ts'
import { libraryMarkAnswered, libraryMarkFailed, libraryMarksRequested } from '#core/events/library.ts'
import { releaseDetailReceived, releaseListOpened, releasePageReceived } from '#core/events/releases.ts'
import { hashState } from '#core/log/hash.ts'
import { type Mark, type MarkChange, targetId } from '#core/model/library/library.ts'
import { aCard, aRelease, Story } from '#tests/support/story.ts'
import { pageId } from '../catalogue/pages.ts'

const q = 'sort=-date'
const wished = (requestId: string, ...changes: MarkChange[]) => libraryMarksRequested({ requestId, changes })
const on = (releaseid: string, ...marks: Mark[]): MarkChange => ({ releaseid, trackid: null, marks })
const onSong = (trackid: string, ...marks: Mark[]): MarkChange => ({ releaseid: 'r1', trackid, marks })
const answered = (requestId: string, mark: Mark, trackid: string | null = null, releaseid = 'r1') =>
  libraryMarkAnswered({ requestId, releaseid, trackid, mark })
const failed = (requestId: string, mark: Mark, trackid: string | null = null, releaseid = 'r1') =>
  libraryMarkFailed({ requestId, releaseid, trackid, mark, code: 'INTERNAL' })

/** A list with r1, r2, r3, and the detail of r1 with songs r1.a and r1.b. */
const known = (fields = {}) =>
  new Story().happens(
    releaseListOpened({ queryId: q }),
    releasePageReceived({
      queryId: q,
      round: 1,
      edition: 0,
      page: 1,
      total: 3,
      releases: [aCard('r1', fields), aCard('r2'), aCard('r3')],
    }),
    releaseDetailReceived({ release: { ...aRelease('r1'), ...fields } }),
  )
const card = (story: Story, id = 'r1') => story.state.get('release', id)
const detail = (story: Story) => story.state.get('detail', 'r1')?.release
const songs = (story: Story) => detail(story)?.songs.map((song) => song.flagged)
const isBusy = (story: Story, trackid: string | null = null) =>
  (story.state.get('marking', targetId({ releaseid: 'r1', trackid }))?.marks.length ?? 0) > 0
const said = (story: Story) => story.notices.map((notice) => notice.category)
/** The answers of an archive: its own, and that of the unflag that follows it (H-504). */
const archivedOf = (requestId: string, releaseid = 'r1') => [
  answered(requestId, 'archived', null, releaseid),
  answered(requestId, 'unflagged', null, releaseid),
]
const flagIt = [wished('w1', on('r1', 'flagged')), answered('w1', 'flagged')]

describe('a mark whose answer never came', () => {
  const lost = (mark: Mark, code: string) =>
    libraryMarkFailed({ requestId: 'w1', releaseid: 'r1', trackid: null, mark, code })
  const held = (story: Story, queryId = q) => story.state.get('page', pageId(queryId, 1))

  test.each(['TIMEOUT', 'NETWORK', 'HTTP_502', 'HTTP_504'])(
    'H-326: after %s it was archived perhaps: that is said, and lists are read anew behind what they show',
    (code) => {
      const story = known().happens(wished('w1', on('r1', 'archived')), lost('archived', code))
      expect(story.notices).toMatchObject([{ id: 'lost.w1', category: 'hasError', subject: '', detail: 'perhaps' }])
      expect(held(story)).toEqual({ ids: ['r1', 'r2', 'r3'], short: true })
      expect([story.state.get('list', q), isBusy(story)]).toMatchObject([{ edition: 1, total: 3, page: 0 }, false])
    },
  )
  test('H-326: what came back into sight is as the server says, also where it stands elsewhere now', () => {
    const page = (edition: number, ...ids: string[]) =>
      releasePageReceived({ queryId: q, round: 1, edition, page: 1, total: ids.length, releases: ids.map((id) => aCard(id)) }) // biome-ignore format: one line
    const story = known().happens(wished('w1', on('r1', 'archived')), lost('archived', 'TIMEOUT'))
    story.happens(page(0, 'r1', 'r2', 'r3'))
    expect(held(story)?.short).toBe(true)
    story.happens(page(1, 'r2', 'r3'))
    expect(held(story)).toEqual({ ids: ['r2', 'r3'] })
    expect(story.state.get('list', q)).toMatchObject({ total: 2, page: 1 })
  })
  test('H-326: a flag is there perhaps: its card is read again where it stands, and nothing else moves', () => {
    const story = known().happens(wished('w1', on('r1', 'flagged')), lost('flagged', 'TIMEOUT'))
    expect(said(story)).toEqual(['hasError'])
    expect([held(story)?.short, held(story)?.ids, card(story)?.flagged]).toEqual([true, ['r1', 'r2', 'r3'], false])
  })
  test('H-326: of many it is said once', () => {
    const others = libraryMarkFailed({
      requestId: 'w1',
      releaseid: 'r2',
      trackid: null,
      mark: 'flagged',
      code: 'TIMEOUT',
    })
    const story = known().happens(wished('w1', on('r1', 'flagged'), on('r2', 'flagged')), lost('flagged', 'TIMEOUT'))
    expect(said(story.happens(others))).toEqual(['hasError'])
  })
  test('FLAG-010: one that was refused says nothing and reads nothing', () => {
    const story = known().happens(wished('w1', on('r1', 'flagged')), lost('flagged', 'INTERNAL'))
    expect([story.notices, held(story)?.short]).toEqual([[], undefined])
  })
})

describe('the flag of a song that is not known here', () => {
  const page = (queryId: string, ...releases: ReturnType<typeof aCard>[]) =>
    releasePageReceived({ queryId, round: 1, edition: 0, page: 1, total: releases.length, releases })
  const listed = () =>
    new Story().happens(
      releaseListOpened({ queryId: q }),
      page(q, aCard('r1'), aCard('r2')),
      wished('w1', onSong('r1.a', 'flagged')),
    )
  const held = (story: Story) => story.state.get('page', pageId(q, 1))

  test('FLAG-009: is counted once, by the server: the page that may hold it already is read again', () => {
    const story = listed().happens(page(q, aCard('r1', { flaggedtrackcount: 1 }), aCard('r2')))
    story.happens(answered('w1', 'flagged', 'r1.a'))
    expect([card(story)?.flaggedtrackcount, held(story)?.short]).toEqual([1, true])
    expect(card(story.happens(page(q, aCard('r1', { flaggedtrackcount: 1 }), aCard('r2'))))?.flaggedtrackcount).toBe(1)
    expect(held(story)?.short).toBeUndefined()
  })
  test('stands among the flagged at once, and leaves with the last of them', () => {
    const flagged = 'flagged?'
    const total = (story: Story) => story.state.get('list', flagged)?.total
    const story = listed().happens(releaseListOpened({ queryId: flagged }), page(flagged))
    expect(total(story.happens(answered('w1', 'flagged', 'r1.a')))).toBe(1)
    story.happens(wished('w2', onSong('r1.a', 'unflagged')), answered('w2', 'unflagged', 'r1.a'))
    expect(total(story)).toBe(0)
  })
})

describe('the flag of a release', () => {
  test('FLAG-001: a release is flagged once the server has answered, and busy until then', () => {
    const story = known().happens(wished('w1', on('r1', 'flagged')))
    expect([card(story)?.flagged, isBusy(story)]).toEqual([false, true])
    story.happens(answered('w1', 'flagged'))
    expect([card(story)?.flagged, detail(story)?.flagged, isBusy(story)]).toEqual([true, true, false])
  })
  test('FLAG-002: flagging a release marks all its songs, in the detail and in the count of the card', () => {
    const story = known().happens(...flagIt)
    expect(songs(story)).toEqual([true, true])
    expect([card(story)?.flaggedtrackcount, detail(story)?.flaggedtrackcount]).toEqual([2, 2])
  })
  test('FLAG-003: SHELL-029: a message of category flag names the release', () => {
    expect(known().happens(...flagIt).notices).toMatchObject([
      { category: 'flag', notificationType: 'success', subject: 'Release r1', detail: '' },
    ])
  })
  test('FLAG-004: SHELL-030: unflagging a release clears the mark of its songs and says so', () => {
    const story = known().happens(...flagIt, wished('w2', on('r1', 'unflagged')), answered('w2', 'unflagged'))
    expect(songs(story)).toEqual([false, false])
    expect(card(story)).toMatchObject({ flagged: false, flaggedtrackcount: 0 })
    expect(said(story)).toEqual(['flag', 'unFlag'])
  })
  test('FLAG-008: an archived release takes no flag, nor does a song of it', () => {
    const story = known({ archived: true })
    story.happens(wished('w1', on('r1', 'flagged')), wished('w2', onSong('r1.a', 'flagged')))
    expect([...story.state.ids('marking')]).toEqual([])
    story.happens(answered('w1', 'flagged'), answered('w2', 'flagged', 'r1.a'))
    expect([card(story)?.flagged, songs(story)]).toEqual([false, [false, false]])
  })
})

describe('the flag of a song', () => {
  const flagSong = [wished('s1', onSong('r1.a', 'flagged')), answered('s1', 'flagged', 'r1.a')]
  const unflagSong = [wished('s2', onSong('r1.a', 'unflagged')), answered('s2', 'unflagged', 'r1.a')]

  test('FLAG-005: flagging a song toggles its flag alone, and marks it busy meanwhile', () => {
    const story = known().happens(...flagSong.slice(0, 1))
    expect([songs(story), isBusy(story, 'r1.a'), isBusy(story, 'r1.b'), isBusy(story)]).toEqual(
      [[false, false], true, false, false], // biome-ignore format: one state
    )
    story.happens(...flagSong.slice(1))
    expect(songs(story)).toEqual([true, false])
    expect(songs(story.happens(...unflagSong))).toEqual([false, false])
  })
  test("FLAG-006: it counts in the release's flagged tracks, on the card and in the detail", () => {
    const story = known().happens(...flagSong)
    expect([card(story)?.flaggedtrackcount, detail(story)?.flaggedtrackcount]).toEqual([1, 1])
    expect(card(story.happens(...unflagSong))?.flaggedtrackcount).toBe(0)
  })
  test('FLAG-006: it brings the release into the flagged list, and its last flag takes it out', () => {
    const queryId = 'flagged?sort=-date'
    const story = known().happens(releaseListOpened({ queryId }))
    const page = (releases: string[]) => {
      const list = story.state.get('list', queryId)
      return releasePageReceived({
        queryId,
        round: 1,
        edition: list?.edition ?? 0,
        page: 1,
        total: releases.length,
        releases: releases.map((id) => ({ ...aCard(id, card(story, id)) })),
      })
    }
    story.happens(page([]), ...flagSong)
    expect(story.state.get('page', `${queryId}#1`)?.ids).toEqual(['r1'])
    story.happens(page(['r1']), ...unflagSong)
    expect(story.state.get('page', `${queryId}#1`)?.ids).toEqual([])
    expect(story.state.get('list', queryId)?.total).toBe(0)
  })
  test('FLAG-007: a flag and an unflag notification name the song', () => {
    expect(known().happens(...flagSong, ...unflagSong).notices).toMatchObject([
      { category: 'flag', subject: 'Song r1.a' },
      { category: 'unFlag', subject: 'Song r1.a' },
    ])
  })
})

describe('FLAG-009: on and off', () => {
  test('FLAG-009: a release is flagged and archived on and off', () => {
    const story = known()
    const seen = (['flagged', 'unflagged', 'archived', 'restored', 'flagged'] as const).map((mark, n) => {
      const answers = mark === 'archived' ? archivedOf(`w${n}`) : [answered(`w${n}`, mark)]
      story.happens(wished(`w${n}`, on('r1', mark)), ...answers)
      return [card(story)?.flagged, card(story)?.archived]
    })
    expect(seen).toEqual([[true, false], [false, false], [false, true], [false, false], [true, false]]) // biome-ignore format: one row a state
  })
  test('what stands so already is no wish', () => {
    const story = known().happens(wished('w1', on('r1', 'unflagged')), wished('w2', on('r1', 'restored')))
    expect([...story.state.ids('markRequest')]).toEqual([])
  })
  test('a target that is busy takes no second wish, and an answer nobody waits for changes nothing', () => {
    const story = known().happens(wished('w1', on('r1', 'flagged')), wished('w2', on('r1', 'archived')))
    story.happens(answered('w2', 'archived'), answered('w1', 'archived'), answered('w9', 'flagged'))
    expect(card(story)).toMatchObject({ flagged: false, archived: false })
    expect(isBusy(story)).toBe(true)
  })
})

describe('failures', () => {
  test.each<[string, Mark]>([
    ['FLAG-010: a flag that failed leaves no state and no message', 'flagged'],
    ['ARCHIVE-005: an archive that failed leaves no state and no message', 'archived'],
  ])('%s', (_name, mark) => {
    const story = known()
    const before = hashState(story.order.store)
    story.happens(wished('w1', on('r1', mark)))
    expect(hashState(story.order.store)).not.toBe(before)
    story.happens(failed('w1', mark))
    expect(hashState(story.order.store)).toBe(before)
    expect(said(story)).toEqual([])
  })
  test('FLAG-010: a song whose flag failed is as it was', () => {
    const story = known().happens(wished('s', onSong('r1.a', 'flagged')), failed('s', 'flagged', 'r1.a'))
    expect([songs(story), said(story), isBusy(story, 'r1.a')]).toEqual([[false, false], [], false])
  })
  test('P7: what was refused after the connection had fallen is said once for a wish, and nothing is changed', () => {
    const lost = (releaseid: string) =>
      libraryMarkFailed({ requestId: 'w1', releaseid, trackid: null, mark: 'flagged', code: 'X', fell: true })
    const story = known().happens(wished('w1', on('r1', 'flagged'), on('r2', 'flagged')), lost('r1'), lost('r2'))
    expect(card(story)?.flagged).toBe(false)
    expect(story.notices).toMatchObject([
      { id: 'fell.w1', category: 'hasError', notificationType: 'error', subject: 'Release r1', detail: 'fell.2' },
    ])
  })
  test('the flags of a release whose archive was taken and whose unflag failed stay', () => {
    const story = known().happens(...flagIt, wished('w2', on('r1', 'archived')), answered('w2', 'archived'))
    story.happens(failed('w2', 'unflagged'))
    expect(card(story)).toMatchObject({ archived: true, flagged: true })
    expect(said(story)).toEqual(['flag', 'archive'])
  })
})

describe('the archive', () => {
  test('ARCHIVE-001: a release is archived once the server has answered', () => {
    const story = known().happens(wished('w1', on('r1', 'archived')))
    expect(card(story)?.archived).toBe(false)
    story.happens(answered('w1', 'archived'))
    expect([card(story)?.archived, detail(story)?.archived]).toEqual([true, true])
  })
  test('ARCHIVE-002: SHELL-031: it leaves the active list and a message of category archive says so', () => {
    const story = known().happens(wished('w1', on('r1', 'archived')), ...archivedOf('w1'))
    expect(story.state.get('page', `${q}#1`)?.ids).toEqual(['r2', 'r3'])
    expect(story.notices).toMatchObject([{ category: 'archive', subject: 'Release r1' }])
  })
  test('ARCHIVE-003: archiving a flagged release asks for the unflag as well, stays busy for it, and says both', () => {
    const story = known().happens(...flagIt, wished('w2', on('r1', 'archived')), answered('w2', 'archived'))
    expect(story.state.get('marking', 'r1')?.marks).toEqual(['unflagged'])
    expect(said(story)).toEqual(['flag'])
    story.happens(answered('w2', 'unflagged'))
    expect(card(story)).toMatchObject({ archived: true, flagged: false, flaggedtrackcount: 0 })
    expect(songs(story)).toEqual([false, false])
    expect(said(story)).toEqual(['flag', 'archive', 'unFlag'])
  })
  test('ARCHIVE-003: a release without flags is archived without a word about them', () => {
    const story = known().happens(wished('w1', on('r1', 'archived')), ...archivedOf('w1'))
    expect([said(story), isBusy(story)]).toEqual([['archive'], false])
  })
  test('H-504: also where the card here shows no flags the unflag follows, and no list of flagged ones is read for it', () => {
    const queryId = 'flagged?sort=-date'
    const releases = Array.from({ length: 40 }, (_, n) => aCard(`f${n}`, { flagged: true }))
    const story = known().happens(
      releaseListOpened({ queryId }),
      releasePageReceived({ queryId, round: 1, edition: 0, page: 1, total: 90, releases }),
    )
    story.happens(wished('w1', on('r1', 'archived')), answered('w1', 'archived'))
    expect(story.state.get('marking', 'r1')?.marks).toEqual(['unflagged'])
    story.happens(answered('w1', 'unflagged'))
    expect(story.state.get('decision', 'w1')?.undo).toEqual([on('r1', 'restored')])
    expect(story.state.get('page', pageId(queryId, 1))?.ids).toHaveLength(40)
  })
  test('FLAG-006: unflagged, it leaves the flagged also where its card came without the flag before the answer', () => {
    const queryId = 'flagged?sort=-date'
    const pages = (flagged: boolean) =>
      releasePageReceived({ queryId, round: 1, edition: 0, page: 1, total: 2, releases: [aCard('r1', { flagged }), aCard('r2', { flagged: true })] }) // biome-ignore format: one line
    const story = known({ flagged: true }).happens(releaseListOpened({ queryId }), pages(true))
    story.happens(wished('w1', on('r1', 'unflagged')), releaseDetailReceived({ release: aRelease('r1') }))
    story.happens(answered('w1', 'unflagged'))
    expect(story.state.get('page', pageId(queryId, 1))?.ids).toEqual(['r2'])
  })
  test('a release nobody knows has its flags taken too, without claiming there were any', () => {
    const story = new Story().happens(wished('w1', on('r9', 'archived')), answered('w1', 'archived', null, 'r9'))
    expect(story.state.get('marking', 'r9')?.marks).toEqual(['unflagged'])
    expect(said(story.happens(answered('w1', 'unflagged', null, 'r9')))).toEqual(['archive'])
  })
  test('ARCHIVE-004: SHELL-032: restoring brings it back unflagged and says so (D-120)', () => {
    const story = known().happens(...flagIt, wished('w2', on('r1', 'archived')), answered('w2', 'archived'))
    story.happens(answered('w2', 'unflagged'), wished('w3', on('r1', 'restored')), answered('w3', 'restored'))
    expect(story.state.get('page', `${q}#1`)?.ids).toEqual(['r1', 'r2', 'r3'])
    expect(card(story)).toMatchObject({ archived: false, flagged: false })
    expect(said(story).at(-1)).toBe('unArchive')
  })
})

describe('what takes it back (D-149)', () => {
  /** Does what the newest notification of a category offers, every call taken. */
  const undo = (story: Story, category: string) => {
    const changes = story.notices.findLast((notice) => notice.category === category)?.undo
    if (!changes) throw new Error('nothing takes it back')
    story.happens(wished('undo', ...changes))
    answerAll(story, 'undo')
  }
  const answerAll = (story: Story, requestId: string) => {
    for (let calls = 0; calls < 50; calls++) {
      const next = [...story.state.ids('marking')].map((id) => story.state.get('marking', id)).find((m) => m?.marks[0])
      if (!next) return
      const mark = next.marks[0] as Mark
      story.happens(libraryMarkAnswered({ requestId, releaseid: next.releaseid, trackid: next.trackid, mark }))
    }
  }
  const shown = (story: Story) => ({
    card: card(story),
    songs: songs(story),
    ids: story.state.get('page', `${q}#1`)?.ids,
  })

  test('the archive of a flagged release: it stands where it stood, flagged', () => {
    const story = known().happens(...flagIt)
    const before = shown(story)
    story.happens(wished('w2', on('r1', 'archived')), answered('w2', 'archived'), answered('w2', 'unflagged'))
    expect(story.notices.find((notice) => notice.category === 'unFlag')?.undo).toBeUndefined()
    undo(story, 'archive')
    expect(shown(story)).toEqual(before)
  })
  test('the flag of a release: songs that were flagged before stay flagged', () => {
    const story = known().happens(wished('s', onSong('r1.b', 'flagged')), answered('s', 'flagged', 'r1.b'))
    const before = shown(story)
    story.happens(...flagIt)
    undo(story, 'flag')
    expect(shown(story)).toEqual(before)
  })
  test('the unflag of a release of which one song was flagged', () => {
    const story = known().happens(wished('s', onSong('r1.b', 'flagged')), answered('s', 'flagged', 'r1.b'))
    const before = shown(story)
    story.happens(wished('w', on('r1', 'unflagged')), answered('w', 'unflagged'))
    undo(story, 'unFlag')
    expect(shown(story)).toEqual(before)
  })
  test.each([
    ['unflag', [wished('w', on('r1', 'unflagged')), answered('w', 'unflagged')], 'unFlag'],
    ['archive', [wished('w', on('r1', 'archived')), answered('w', 'archived'), answered('w', 'unflagged')], 'archive'],
  ] as const)('H-626: the %s of a flagged release of which one song was not: nor is it then', (_, done, category) => {
    const story = known().happens(
      ...flagIt,
      wished('s', onSong('r1.b', 'unflagged')),
      answered('s', 'unflagged', 'r1.b'),
    )
    const before = shown(story)
    story.happens(...done)
    const saidBefore = said(story).length
    undo(story, category)
    expect(shown(story)).toEqual(before)
    // The song was put back with its release, and is not said by itself.
    expect(said(story).slice(saidBefore)).not.toContain('unFlag')
  })
  test('H-626: nor where its flag was refused, the song was answered, and both are asked for again', () => {
    const story = known().happens(...flagIt, wished('s', onSong('r1.b', 'unflagged')))
    story.happens(answered('s', 'unflagged', 'r1.b'))
    const before = shown(story)
    story.happens(wished('w', on('r1', 'unflagged')), answered('w', 'unflagged'))
    story.happens(decisionTakenBack({ id: 'w', requestId: 'back', returns: true }))
    const changes = story.state.get('decision', 'w')?.undo ?? []
    story.happens(libraryMarksRequested({ requestId: 'back', changes: [...changes], takesBack: 'w' }))
    story.happens(failed('back', 'flagged'), answered('back', 'unflagged', 'r1.b'))
    expect(story.notices.at(-1)).toMatchObject({ category: 'hasError', detail: 'undo.1' })
    undo(story, 'hasError')
    expect(shown(story)).toEqual(before)
  })
  test('several releases: one notification with their number and one way back', () => {
    const story = known().happens(wished('w', on('r1', 'archived'), on('r2', 'archived'), on('r3', 'archived')))
    const before = shown(known())
    story.happens(...archivedOf('w', 'r2'), failed('w', 'archived', null, 'r3'))
    expect(said(story)).toEqual([])
    story.happens(...archivedOf('w'))
    expect(story.notices).toMatchObject([{ category: 'archive', subject: 'Release r1', detail: '2' }])
    undo(story, 'archive')
    expect(shown(story)).toEqual(before)
  })
  test('nothing stays behind of a wish that is over, nor of a session that ended', () => {
    const story = known().happens(...flagIt, wished('w2', on('r2', 'flagged')))
    expect([[...story.state.ids('marking')], [...story.state.ids('markRequest')]]).toEqual([['r2'], ['w2']])
    story.happens({ type: 'session.ended', v: 1, payload: { reason: 'signedOut' } })
    expect([[...story.state.ids('marking')], [...story.state.ids('markRequest')]]).toEqual([[], []])
  })
})

describe('any history of marks', () => {
  /** A server's tables, and calls that reach it one by one. */
  class Model {
    readonly flags = new Map([['r1', new Set<string>()], ['r2', new Set<string>()]]) // biome-ignore format: short
    readonly archived = new Set<string>()

    take({ releaseid, trackid, mark }: { releaseid: string; trackid: string | null; mark: Mark }): boolean {
      const flags = this.flags.get(releaseid) as Set<string>
      if (mark === 'flagged') {
        if (this.archived.has(releaseid)) return false
        for (const id of trackid === null ? ['', `${releaseid}.a`, `${releaseid}.b`] : [trackid]) flags.add(id)
      } else if (mark === 'unflagged') trackid === null ? flags.clear() : flags.delete(trackid)
      else if (mark === 'archived') this.archived.add(releaseid)
      else this.archived.delete(releaseid)
      return true
    }
  }
  const releaseid = fc.constantFrom('r1', 'r2')
  const change = fc.oneof(
    fc.record({
      releaseid,
      trackid: fc.constant(null),
      marks: fc.array(fc.constantFrom<Mark>('flagged', 'unflagged', 'archived', 'restored'), { minLength: 1, maxLength: 2 }),
    }), // biome-ignore format: one change
    fc.tuple(releaseid, fc.constantFrom('a', 'b'), fc.constantFrom<Mark>('flagged', 'unflagged')).map(
      ([id, letter, mark]) => ({ releaseid: id, trackid: `${id}.${letter}`, marks: [mark] }), // biome-ignore format: one change
    ),
  )
  const step = fc.oneof(
    { weight: 2, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }) },
    { weight: 5, arbitrary: fc.record({ pick: fc.nat(), lost: fc.nat({ max: 5 }) }) },
  )

  test('FLAG-009: leaves what the server holds, whatever fails and in whatever order wishes come', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
        const model = new Model()
        const story = new Story().knows(aRelease('r1'), aRelease('r2'))
        let wishes = 0
        const next = (pick: number, lost: boolean) => {
          const waiting = [...story.state.ids('marking')]
            .map((id) => story.state.get('marking', id))
            .filter((marking) => (marking?.marks.length ?? 0) > 0)
          const marking = waiting[pick % Math.max(1, waiting.length)]
          if (!marking) return false
          const { requestId, trackid } = marking
          const call = { requestId, releaseid: marking.releaseid, trackid, mark: marking.marks[0] as Mark }
          const event: AppDraft =
            !lost && model.take(call) ? libraryMarkAnswered(call) : libraryMarkFailed({ ...call, code: 'X' })
          story.happens(event)
          return true
        }
        for (const one of steps) {
          if (Array.isArray(one)) story.happens(wished(`w${++wishes}`, ...one))
          else next(one.pick, one.lost === 0)
        }
        while (next(0, false));
        for (const id of ['r1', 'r2']) {
          const held = story.state.get('detail', id)?.release
          const flags = model.flags.get(id) as Set<string>
          expect(held?.songs.map((song) => song.flagged)).toEqual([flags.has(`${id}.a`), flags.has(`${id}.b`)])
          expect(held?.flagged).toBe(flags.has(''))
          expect(held?.flaggedtrackcount).toBe([...flags].filter((flag) => flag !== '').length)
          expect(held?.archived).toBe(model.archived.has(id))
        }
        expect([...story.state.ids('marking'), ...story.state.ids('markRequest')]).toEqual([])
      }),
      { numRuns: 400 },
    )
  })
})
