// Stories of the gallery's filters and of what its menus offer.
import { describe, expect, test } from 'vitest'
import { sessionEnded, sessionStarted } from '#core/events/people/session.ts'
import * as rel from '#core/events/releases.ts'
import { EMPTY_QUERY } from '#core/model/catalogue/releaseQuery.ts'
import { Story, someClaims } from '#tests/support/story.ts'

const began = sessionStarted({ claims: someClaims(), accessToken: 'a', refreshToken: 'r', restored: false })
const ended = sessionEnded({ reason: 'signedOut' })
const lists = {
  genres: [{ id: 'soul', name: 'Soul' }],
  packages: [{ id: 'adds', name: 'Radio adds' }],
  markets: [{ id: 'ca', name: 'Canada', icon: '/images/markets/ca.png' }],
  versions: [{ id: 'clean', name: 'Clean' }],
  releaseTypes: [{ id: 'ep', name: 'EP' }],
}
const received = rel.releaseOptionsReceived({ download: true, ...lists })
const failed = rel.releaseOptionsFailed({ code: 'TIMEOUT' })
const options = (story: Story) => story.state.single('options')
const filter = (story: Story) => story.state.single('releaseFilter')

describe('what the filter menus offer', () => {
  test('H-488, FILTER-017: genres, markets, versions, packages and release types are lists of their own', () => {
    expect(options(new Story().happens(began, received))).toEqual({ status: 'done', ...lists })
  })
  test('FILTER-018: a market has an id, a name and an icon', () => {
    const [market] = options(new Story().happens(began, received)).markets
    expect(market).toEqual({ id: 'ca', name: 'Canada', icon: '/images/markets/ca.png' })
  })
  test('is loading from the beginning of a session, and again when it is wanted after a failure', () => {
    const story = new Story().happens(began)
    expect(options(story).status).toBe('loading')
    expect(options(story.happens(failed)).status).toBe('error')
    expect(options(story.happens(rel.releaseOptionsWanted({}))).status).toBe('loading')
    expect(options(story.happens(received)).status).toBe('done')
  })
  test('what is known stays, whatever fails later', () => {
    expect(options(new Story().happens(began, received, failed, rel.releaseOptionsWanted({})))).toMatchObject({
      status: 'done',
      genres: lists.genres,
    })
  })
  test('goes with the session', () => {
    expect(options(new Story().happens(began, received, ended))).toMatchObject({ status: 'idle', genres: [] })
  })
})

describe('the filters of the gallery', () => {
  const query = { ...EMPTY_QUERY, genres: ['soul'], explicit: true, packages: [], markets: [], versions: [] }
  const changed = rel.releaseFilterChanged({ query: { ...query, releaseTypes: [] } })
  test('are what was chosen last, and none with a new session', () => {
    const story = new Story().happens(began, changed)
    expect(filter(story)).toEqual(query)
    expect(filter(story.happens(ended))).toEqual(EMPTY_QUERY)
  })
})
