import { describe, expect, test } from 'vitest'
import './late.ts'
import { EventError, parseDraft } from '#core/events/index.ts'
import { profileReceived, profileRefused, profileSaved, profileSaveRequested } from '#core/events/people/profile.ts'
import { sessionEnded } from '#core/events/people/session.ts'
import {
  settingAutoPlayChosen,
  settingColumnResized,
  settingFormatChosen,
  settingListViewChosen,
} from '#core/events/settings.ts'
import { COLUMN_MIN_PX } from '#core/model/constants.ts'
import { aProfile, Story } from '#tests/support/story.ts'

const settings = (story: Story) => story.state.single('setting')

describe('the view of the galleries', () => {
  test('H-485, SHELL-056: the side settings hold listView and isSidebarOpen, and no languages', () => {
    expect(settings(new Story())).toMatchObject({ listView: false, isSidebarOpen: true })
    expect(Object.keys(settings(new Story())).filter((name) => /lang/i.test(name))).toEqual([])
    expect(settings(new Story().happens(settingListViewChosen({ list: true })))).toMatchObject({ listView: true })
  })
})

describe('the widths of columns', () => {
  test('TABLE-004: are kept per table', () => {
    const story = new Story().happens(
      settingColumnResized({ table: 'releases', column: 'title', width: 320 }),
      settingColumnResized({ table: 'artists', column: 'title', width: 200 }),
      settingColumnResized({ table: 'releases', column: 'artist', width: 150 }),
    )
    expect(settings(story).columnWidths).toEqual({
      artists: { title: 200 },
      labels: {},
      releases: { title: 320, artist: 150 },
      songs: {},
    })
  })
  test('are never below the least', () => {
    const narrow = settingColumnResized({ table: 'songs', column: 'title', width: COLUMN_MIN_PX - 1 })
    expect(() => parseDraft(narrow)).toThrow(EventError)
  })
})

test('the preferred format is that of the account once it was read', () => {
  const story = new Story().happens(settingFormatChosen({ format: 'mp3' }))
  story.happens(profileReceived({ profile: aProfile({ format: 'wav' }), version: null }))
  expect(settings(story).preferredFormat).toBe('wav')
})

describe('H-051: a format that is not saved yet', () => {
  const wav = profileSaveRequested({ requestId: 'n1', edits: { format: 'wav' } })
  const read = profileReceived({ profile: aProfile({ format: 'mp3' }), version: null })
  const refused = profileRefused({ requestId: 'n1', code: 'NETWORK', message: '' })
  const chosen = () => new Story().happens(read, settingFormatChosen({ format: 'wav' }), wav)

  test('stays as chosen, whatever is read or saved meanwhile', () => {
    const other = profileSaved({ requestId: 'n2', profile: aProfile({ format: 'mp3' }), version: null })
    for (const meanwhile of [read, other]) {
      expect(settings(chosen().happens(meanwhile)).preferredFormat).toBe('wav')
      const story = chosen().happens(refused, meanwhile)
      expect(settings(story).preferredFormat).toBe('wav')
      expect(story.state.get('profile', 'self')?.unsavedFormat).toMatchObject({ format: 'wav', isRefused: true })
    }
  })
  test('H-037: is saved where the account is read with it, though its answer was lost', () => {
    const held = profileReceived({ profile: aProfile({ format: 'wav' }), version: null })
    const story = chosen().happens(refused, held)
    expect(story.state.get('profile', 'self')).not.toHaveProperty('unsavedFormat')
    expect(settings(story).preferredFormat).toBe('wav')
  })
  test('is saved by its own answer, and the account decides again', () => {
    const saved = profileSaved({ requestId: 'n1', profile: aProfile({ format: 'wav' }), version: null })
    const story = chosen().happens(saved)
    expect(story.state.get('profile', 'self')).not.toHaveProperty('unsavedFormat')
    expect(settings(story).preferredFormat).toBe('wav')
    expect(settings(story.happens(read)).preferredFormat).toBe('mp3')
  })
})

test('PROFILE-002: the format of whoever signed out is not that of the next person', () => {
  const story = new Story().happens(
    profileReceived({ profile: aProfile({ format: 'wav' }), version: null }),
    settingColumnResized({ table: 'releases', column: 'title', width: 320 }),
  )
  const before = settings(story)
  story.happens(sessionEnded({ reason: 'signedOut' }))
  expect(settings(story)).toEqual({ ...before, preferredFormat: 'mp3' })
})

test('autoplay is chosen without a song too', () => {
  const story = new Story()
  const { autoPlay } = story.state.single('player')
  story.happens(settingAutoPlayChosen({ on: !autoPlay }))
  expect([story.state.single('player').autoPlay, settings(story).autoPlay]).toEqual([!autoPlay, !autoPlay])
})
