// Stories of decisions that are taken back: what the person presses, what the server answers, what the engine carries out.
import { describe, expect, test, vi } from 'vitest'
import { decisionTakenBack } from '#core/events/decisions.ts'
import {
  downloadBundlePlanned,
  downloadMirrored,
  downloadRemoved,
  downloadRequested,
  downloadSaved,
  downloadSongsFound,
  downloadStarted,
} from '#core/events/downloads.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { libraryMarkAnswered, libraryMarkFailed, libraryMarksRequested } from '#core/events/library.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import type { DownloadJob, DownloadRequest } from '#core/model/downloads/download.ts'
import { DECISIONS_KEPT } from '#core/model/library/decision.ts'
import type { Mark } from '#core/model/library/library.ts'
import type { Store } from '#core/reducers/store.ts'
import { aRelease, aRequest, Story } from '#tests/support/story.ts'
import { planDecisions } from '#workers/engines/decisions/engine.ts'

const wished = (requestId: string, releaseid: string, mark: Mark) =>
  libraryMarksRequested({ requestId, changes: [{ releaseid, trackid: null, marks: [mark] }] })
const answered = (requestId: string, releaseid: string, mark: Mark) =>
  libraryMarkAnswered({ requestId, releaseid, trackid: null, mark })
const back = (id: string) => decisionTakenBack({ id, requestId: `back.${id}`, returns: true })
const order = (story: Story) => story.state.single('decisionOrder')
const release = (story: Story, id = 'r1') => story.state.get('detail', id)?.release

/** Events happen and the engine answers them, as in the state worker. */
function lives(story: Story, ...drafts: AppDraft[]): Story {
  for (const draft of drafts) {
    story.happens(draft)
    lives(story, ...planDecisions(story.state, story.events.at(-1) as AppEvent))
  }
  return story
}
const known = () => new Story().knows(aRelease('r1'), aRelease('r2'))
const flagged = () => lives(known(), wished('w1', 'r1', 'flagged'), answered('w1', 'r1', 'flagged'))

describe('a selection that is fetched as files', () => {
  const wish = downloadRequested({
    requests: [aRequest('z', { type: 'bundle', mediaID: 'z', title: '2 releases', releaseid: null, gather: { as: 'files', sources: [{ type: 'release', id: 'r1', duration: 3 }] } })],
  }) // biome-ignore format: one request
  const song = (n: number) => aRequest(`z.t${n}`, { mediaID: `t${n}`, title: `T${n}` })
  const found = downloadSongsFound({ downloadID: 'z', songs: [song(1)] })
  const planned = downloadBundlePlanned({ downloadID: 'z', songs: [song(2), song(3)], leftOut: 0 })
  const left = (story: Story) => [...story.state.ids('job')]

  test('takes its songs along when it is taken back, found before and found last', () => {
    expect(left(lives(known(), wish, found, back('z')))).toEqual([])
    const story = lives(known(), wish, found, planned)
    expect(left(story)).toEqual(['z.t1', 'z.t2', 'z.t3'])
    lives(
      story,
      downloadStarted({ downloadID: 'z.t2', totalBytes: 5, resumedAt: 0 }),
      downloadSaved({ downloadID: 'z.t2' }),
    )
    lives(story, back('z'))
    expect(left(story)).toEqual(['z.t2'])
    expect(story.notices.at(-1)).toMatchObject({ category: 'downloadRemoved', subject: 'T1', detail: '2' })
  })

  test('and those that another tab found', () => {
    const runs = lives(known(), wish, found, planned)
    const jobs = left(runs).map((id) => runs.job(id) as DownloadJob)
    const story = lives(known(), wish, downloadMirrored({ jobs, order: left(runs) }), back('z'))
    expect(left(story)).toEqual([])
  })

  test('songs of a zip stay with it', () => {
    const zip = downloadBundlePlanned({
      downloadID: 'z',
      songs: [{ ...song(1), place: { bundle: 'z', folder: '' } }],
      leftOut: 0,
    })
    const asZip = {
      ...wish.payload.requests[0],
      gather: { as: 'zip', sources: [{ type: 'release', id: 'r1', duration: 3 }] },
    } as DownloadRequest
    const story = lives(known(), downloadRequested({ requests: [asZip] }), zip)
    expect(story.state.get('decision', 'z')?.jobs).toEqual(['z'])
  })
})

describe('what can be taken back', () => {
  test('a way back over what is being changed just now is not lost (D-149)', () => {
    const story = lives(flagged(), wished('w2', 'r1', 'archived'))
    const changes = story.state.get('decision', 'w1')?.undo ?? []
    lives(story, libraryMarksRequested({ requestId: 'u', changes: [...changes], takesBack: 'w1' }))
    expect(order(story).ids).toEqual(['w1', 'w2'])
  })
  test('a wish is a decision from the press on; its way back is known when it is answered', () => {
    const story = lives(known(), wished('w1', 'r1', 'flagged'))
    expect(order(story)).toEqual({ ids: ['w1'], leaving: [] })
    expect(story.state.get('decision', 'w1')).toMatchObject({ releaseid: 'r1', undo: null })
    lives(story, answered('w1', 'r1', 'flagged'))
    expect(story.state.get('decision', 'w1')?.undo).toEqual([{ releaseid: 'r1', trackid: null, marks: ['unflagged'] }])
  })
  test('what is so already, or fails, is none', () => {
    const story = lives(flagged(), wished('w2', 'r1', 'flagged'), wished('w3', 'r2', 'archived'))
    lives(story, libraryMarkFailed({ requestId: 'w3', releaseid: 'r2', trackid: null, mark: 'archived', code: 'X' }))
    expect(order(story).ids).toEqual(['w1'])
  })
  test('downloads that were added are one; of another tab, and those under way, none', () => {
    const story = lives(known(), downloadRequested({ requests: [aRequest('a'), aRequest('b')] }))
    lives(story, downloadRequested({ requests: [aRequest('c', { mediaID: 'track-a' })] }))
    expect(order(story).ids).toEqual(['a'])
    expect(story.state.get('decision', 'a')).toMatchObject({ jobs: ['a', 'b'], releaseid: 'r1' })
    lives(story, downloadRemoved({ downloadID: 'a' }), downloadRemoved({ downloadID: 'b' }))
    expect(order(story).ids).toEqual([])
  })
  test('the oldest are forgotten, and all of them when the session ends', () => {
    const story = known()
    for (let n = 0; n <= DECISIONS_KEPT; n++) lives(story, downloadRequested({ requests: [aRequest(`j${n}`)] }))
    expect(order(story).ids).toHaveLength(DECISIONS_KEPT)
    expect(order(story).ids[0]).toBe('j1')
    lives(story, sessionEnded({ reason: 'signedOut' }))
    expect(order(story)).toEqual({ ids: [], leaving: [] })
    expect([...story.state.ids('decision')]).toEqual([])
  })
})

describe('taking back', () => {
  test('many downloads writes the decision no more than for one, and removes all of them', () => {
    const requests = Array.from({ length: 50 }, (_, n) => aRequest(`j${n}`, { mediaID: `t${n}` }))
    const story = lives(known(), downloadRequested({ requests }))
    const wrote = vi.spyOn(story.state as Store, 'set')
    lives(story, back('j0'))
    const written = wrote.mock.calls.filter(([kind]) => kind === 'decision').length
    wrote.mockRestore()
    expect(written).toBe(1)
    expect([...story.state.ids('job')]).toEqual([])
    expect([...story.state.ids('decision')]).toEqual([])
    expect(order(story)).toEqual({ ids: [], leaving: [] })
  })
  test('leads back step by step, and is no decision itself', () => {
    const story = lives(flagged(), wished('w2', 'r1', 'archived'), answered('w2', 'r1', 'archived'))
    lives(story, answered('w2', 'r1', 'unflagged'), back('w2'))
    expect(story.events.at(-1)).toMatchObject({
      type: 'library.marksRequested',
      payload: { requestId: 'back.w2', takesBack: 'w2', changes: [{ marks: ['restored', 'flagged'] }] },
    })
    lives(story, answered('back.w2', 'r1', 'restored'), answered('back.w2', 'r1', 'flagged'))
    expect(release(story)).toMatchObject({ archived: false, flagged: true })
    expect(order(story)).toEqual({ ids: ['w1'], leaving: [] })
    lives(story, back('w1'), answered('back.w1', 'r1', 'unflagged'))
    expect(release(story)).toMatchObject({ archived: false, flagged: false })
    expect(order(story)).toEqual({ ids: [], leaving: [] })
    expect([...story.state.ids('decision')]).toEqual([])
  })
  test('waits for the answer to what it takes back (D-117)', () => {
    const story = lives(known(), wished('w1', 'r1', 'archived'), back('w1'))
    expect(order(story)).toEqual({ ids: [], leaving: ['w1'] })
    lives(story, answered('w1', 'r1', 'archived'), answered('w1', 'r1', 'unflagged'))
    expect(order(story).leaving).toEqual([])
    lives(story, answered('back.w1', 'r1', 'restored'))
    expect(release(story)?.archived).toBe(false)
    expect(order(story).ids).toEqual([])
  })
  test('of two about one release the second waits for the first', () => {
    const story = lives(flagged(), wished('w2', 'r1', 'archived'), answered('w2', 'r1', 'archived'))
    lives(story, answered('w2', 'r1', 'unflagged'), back('w2'), back('w1'))
    expect(order(story)).toEqual({ ids: [], leaving: ['w1'] })
    lives(story, answered('back.w2', 'r1', 'restored'), answered('back.w2', 'r1', 'flagged'))
    lives(story, answered('back.w1', 'r1', 'unflagged'))
    expect(release(story)).toMatchObject({ archived: false, flagged: false })
    expect(order(story)).toEqual({ ids: [], leaving: [] })
  })
  test('of what failed does nothing', () => {
    const story = lives(known(), wished('w1', 'r1', 'flagged'), back('w1'))
    lives(story, libraryMarkFailed({ requestId: 'w1', releaseid: 'r1', trackid: null, mark: 'flagged', code: 'X' }))
    expect(story.events.filter(({ type }) => type === 'library.marksRequested')).toHaveLength(1)
    expect(order(story)).toEqual({ ids: [], leaving: [] })
  })
  test('twice does it once', () => {
    const story = lives(flagged(), back('w1'), back('w1'))
    expect(story.events.filter(({ type }) => type === 'library.marksRequested')).toHaveLength(2)
  })
  test('removes the downloads that are not finished, says so, and keeps the others', () => {
    const story = lives(known(), downloadRequested({ requests: [aRequest('a'), aRequest('b')] }))
    lives(story, downloadStarted({ downloadID: 'a', totalBytes: 1, resumedAt: 0 }), downloadSaved({ downloadID: 'a' }))
    lives(story, back('a'))
    expect(story.state.single('jobOrder').ids).toEqual(['a'])
    expect(story.notices.at(-1)).toMatchObject({ category: 'downloadRemoved' })
    expect(order(story)).toEqual({ ids: [], leaving: [] })
  })
  test('a download that is there is kept, and that is said', () => {
    const story = lives(known(), downloadRequested({ requests: [aRequest('a')] }))
    lives(story, downloadStarted({ downloadID: 'a', totalBytes: 1, resumedAt: 0 }), downloadSaved({ downloadID: 'a' }))
    lives(story, back('a'))
    expect(story.job('a')?.status).toBe('finished')
    expect(story.notices.at(-1)).toMatchObject({ category: 'downloadKept', subject: 'Song a' })
    expect(order(story).ids).toEqual([])
  })
  test('by its notification ends the decision as well; pressing that once more is a new one', () => {
    const undo = { changes: [{ releaseid: 'r1', trackid: null, marks: ['unflagged' as const] }], takesBack: 'w1' }
    const story = lives(flagged(), libraryMarksRequested({ requestId: 'u1', ...undo }))
    expect(order(story).ids).toEqual([])
    lives(story, answered('u1', 'r1', 'unflagged'))
    const again = { changes: [{ releaseid: 'r1', trackid: null, marks: ['flagged' as const] }], takesBack: 'u1' }
    lives(story, libraryMarksRequested({ requestId: 'u2', ...again }))
    expect(order(story).ids).toEqual(['u2'])
  })
})

describe('H-561: a way back the server refuses', () => {
  const refused = (requestId: string, mark: Mark, code = 'FORBIDDEN') =>
    libraryMarkFailed({ requestId, releaseid: 'r1', trackid: null, mark, code })
  const archived = () =>
    lives(known(), wished('w1', 'r1', 'archived'), answered('w1', 'r1', 'archived'), answered('w1', 'r1', 'unflagged'))

  test('can be gone again, by key and by the notification that says so', () => {
    const story = lives(flagged(), back('w1'), refused('back.w1', 'unflagged'))
    expect(order(story)).toEqual({ ids: ['w1'], leaving: [] })
    const undo = [{ releaseid: 'r1', trackid: null, marks: ['unflagged'] }]
    expect(story.state.get('decision', 'w1')).toMatchObject({ releaseid: 'r1', undo, jobs: [], takenBackBy: null })
    expect(story.notices.at(-1)).toMatchObject({ category: 'hasError', detail: 'undo.1', undo, decision: 'w1' })
    lives(story, decisionTakenBack({ id: 'w1', requestId: 'again' }), answered('again', 'r1', 'unflagged'))
    expect(release(story)?.flagged).toBe(false)
    expect(order(story)).toEqual({ ids: [], leaving: [] })
  })
  test('stays gone in a log of an earlier build, whose wish does not say so', () => {
    const story = lives(flagged(), decisionTakenBack({ id: 'w1', requestId: 'u' }), refused('u', 'unflagged'))
    expect(order(story)).toEqual({ ids: [], leaving: [] })
    expect(story.notices.some(({ detail }) => detail.startsWith('undo.'))).toBe(false)
  })
  test('is as long as what is left of it', () => {
    const story = lives(flagged(), wished('w2', 'r1', 'archived'), answered('w2', 'r1', 'archived'))
    lives(story, answered('w2', 'r1', 'unflagged'), back('w2'), answered('back.w2', 'r1', 'restored'))
    lives(story, refused('back.w2', 'flagged'))
    expect(order(story).ids).toEqual(['w1', 'w2'])
    expect(story.state.get('decision', 'w2')?.undo).toEqual([{ releaseid: 'r1', trackid: null, marks: ['flagged'] }])
  })
  test('and one that got no answer can be gone again too; that it may be done is said', () => {
    const story = lives(archived(), back('w1'), refused('back.w1', 'restored', 'TIMEOUT'))
    expect(order(story).ids).toEqual(['w1'])
    expect(story.notices.at(-1)).toMatchObject({ detail: 'perhaps' })
    expect(story.notices.some(({ detail }) => detail.startsWith('undo.'))).toBe(false)
  })
  test('waits in its wish for the others: many are said at once', () => {
    const changes = ['r1', 'r2'].map((releaseid) => ({ releaseid, trackid: null, marks: ['flagged' as const] }))
    const story = lives(known(), libraryMarksRequested({ requestId: 'w1', changes }))
    lives(story, answered('w1', 'r1', 'flagged'), answered('w1', 'r2', 'flagged'), back('w1'))
    lives(story, refused('back.w1', 'unflagged'))
    expect(order(story).ids).toEqual([])
    lives(
      story,
      libraryMarkFailed({ requestId: 'back.w1', releaseid: 'r2', trackid: null, mark: 'unflagged', code: 'FORBIDDEN' }),
    )
    expect(story.notices.at(-1)).toMatchObject({ detail: 'undo.2' })
    expect(story.state.get('decision', 'w1')?.undo).toHaveLength(2)
  })
})
