import { signal } from '@preact/signals-react'
import { beforeEach, expect, it } from 'vitest'
import type { AppDraft } from '#core/events/index.ts'
import { sessionAbsent, sessionStarted } from '#core/events/people/session.ts'
import { playerReleaseChosen, playerToggled } from '#core/events/player.ts'
import { attach } from '#projections/entity.ts'
import { aRelease, aSong, Story, someClaims } from '#tests/support/story.ts'
import { documentTitle, nameOfPage, type PageAddress } from './documentTitle.ts'
import { pageTitle } from './screens/pageTitle.state.ts'

let story: Story
let isPublic: boolean
const place = signal<PageAddress>({ pathname: '/', search: '' })
const title = documentTitle({ place, isPublic: () => isPublic })
const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://player.test')
  place.value = { pathname, search }
  return title.value
}
const happens = (...drafts: AppDraft[]) => {
  story.happens(...drafts)
  attach(story.state)
}
const began = () => sessionStarted({ claims: someClaims('p1'), accessToken: 'a', refreshToken: 'r', restored: false })

beforeEach(() => {
  story = new Story()
  isPublic = false
  place.value = { pathname: '/', search: '' }
  happens()
})

it('WCAG 2.4.2: every page says what it is', () => {
  expect(title.value).toBe('Player')
  happens(sessionAbsent({}))
  expect(at('/')).toBe('Sign in – Player')
  happens(began())
  story.knows(aRelease('r1', 2, { title: 'Night Bus' }))
  happens()
  expect(at('/releases')).toBe('Releases – Player')
  expect(at('/Flagged/')).toBe('Flagged – Player')
  expect(at('/archived')).toBe('Archived – Player')
  expect(at('/recently_played')).toBe('History – Player')
  expect(at('/playlists')).toBe('Playlists – Player')
  expect(at('/account')).toBe('Account – Player')
  expect(at('/nowhere')).toBe('Page not found – Player')
  expect(at('/settings/foo')).toBe('Page not found – Player')
  expect(at('/profilexyz')).toBe('Page not found – Player')
  pageTitle.value = 'E-mail settings'
  expect(at('/settings/email')).toBe('E-mail settings – Player')
  pageTitle.value = ''
  expect(at('/search/artists?q=slow%20bus')).toBe('slow bus – Search – Player')
  expect(at('/search')).toBe('Search – Player')
  expect(at('/search/songs?q=slow')).toBe('Page not found – Player')
  expect(at('/releases/releaseInfo/r1')).toBe('Night Bus – Ana Lumen – Player')
  // A release that lies over a list.
  expect(at('/flagged?release=r1')).toBe('Night Bus – Ana Lumen – Player')
  expect(at('/releases/releaseInfo/%E0%A4%A')).toBe('Player')
})

it('a release is named as soon as it is known', () => {
  happens(began())
  expect(at('/releases/releaseInfo/r2')).toBe('Player')
  story.knows(aRelease('r2', 2, { title: 'Slow Harbour' }))
  happens()
  expect(title.value).toBe('Slow Harbour – Ana Lumen – Player')
})

it('H-384: a release that is not there is called what its page says, also where a list knew it', () => {
  happens(began())
  story.knows(aRelease('r1', 1, { title: 'Night Bus' }))
  happens()
  const name = nameOfPage(place)
  pageTitle.value = 'No access to release'
  for (const releaseid of ['r1', 'none']) {
    expect(at(`/releases/releaseInfo/${releaseid}`)).toBe('No access to release – Player')
    expect(name.value).toBe('No access to release')
  }
  pageTitle.value = ''
  expect(at('/releases/releaseInfo/r1')).toBe('Night Bus – Ana Lumen – Player')
})

it('what plays stands in the title, and on pause the page again', () => {
  happens(began())
  const songs = [aSong('r1.a', 1, { title: 'Red Clay', artist: 'Josie Marrow', version: 'Live' })]
  story.knows(aRelease('r1', 1, { songs }))
  happens(playerReleaseChosen({ releaseid: 'r1', trackid: null, itemId: 'i', requestId: 'q' }))
  expect(at('/releases')).toBe('▶ Red Clay (Live) – Josie Marrow')
  happens(playerToggled({}))
  expect(title.value).toBe('Releases – Player')
})

it('H-384: the page is named whatever plays and whatever lies over it', () => {
  happens(began())
  const name = nameOfPage(place)
  story.knows(aRelease('r1', 1, { title: 'Night Bus' }))
  happens(playerReleaseChosen({ releaseid: 'r1', trackid: null, itemId: 'i', requestId: 'q' }))
  expect([at('/flagged?release=r1').startsWith('▶'), name.value]).toEqual([true, 'Flagged'])
  at('/releases/releaseInfo/r1')
  expect(name.value).toBe('Night Bus – Ana Lumen')
  at('/search?q=slow')
  expect(name.value).toBe('Search')
})

it('D-006: on a public computer nothing of what is seen or heard stands in the title', () => {
  isPublic = true
  happens(began())
  story.knows(aRelease('r1', 1))
  happens(playerReleaseChosen({ releaseid: 'r1', trackid: null, itemId: 'i', requestId: 'q' }))
  expect(at('/releases/releaseInfo/r1')).toBe('Player')
  expect(at('/search?q=secret')).toBe('Player')
})

it('a page outside the shell says what it is called', () => {
  happens(sessionAbsent({}))
  pageTitle.value = 'Sign up'
  expect(at('/signup')).toBe('Sign up – Player')
  pageTitle.value = ''
  expect(at('/')).toBe('Sign in – Player')
})
