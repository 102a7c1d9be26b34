// What notifications say, in the words people read.
import { expect, test } from 'vitest'
import type { Notice } from '#core/model/entities.ts'
import { i18next } from '../i18n/index.ts'
import { noticeWords } from './noticeWords.ts'

const t = i18next.getFixedT('en', 'notices')

test('SHELL-038: an error ends with "please refresh"', () => {
  const { subject } = noticeWords({ category: 'hasError', subject: '', detail: 'report' }, t)
  expect(subject.toLowerCase()).toBe('please refresh')
})

test.each(['quota', 'refused'])('a log that cannot be stored (%s) is exported, not refreshed away', (reason) => {
  const { message, subject } = noticeWords({ category: 'hasError', subject: '', detail: `logLost.${reason}` }, t)
  expect(message).toContain('memory only')
  expect(subject).toContain('Export')
  expect(`${message} ${subject}`).not.toMatch(/refresh/i)
})

test.each([
  ['logLost.quota', 'Export it before you close the page'],
  ['logLost.refused', 'Export it before you close the page'],
  ['mails', 'It waits in the settings, where it can be saved again'],
  ['downloads.journal', 'Let the downloads finish before you close the page'],
  ['downloads.folderUnkept', 'It holds until you close the page'],
  ['downloads.quota', 'The other downloads wait until you retry'],
  ['invitation.expired', 'Ask whoever sent it for another one'],
  ['undo.1', 'Tides'],
])('H-403: where to refresh helps nothing, or loses something, an error says what does (%s)', (detail, what) => {
  const { message, subject } = noticeWords({ category: 'hasError', subject: 'Tides', detail }, t)
  expect(subject.replace(/[\u2068\u2069]/g, '')).toBe(what)
  expect(message).not.toMatch(/refresh/i)
})

test.each(['downloads', 'session', 'log'])(
  'H-489: a part that was begun anew (%s) is not refreshed away, and one that is lost says once to reload',
  (worker) => {
    const words = (detail: string) => noticeWords({ category: 'hasError', subject: '', detail }, t)
    expect(words(`workerRestarted.${worker}`).subject).toBe('')
    expect(words(`workerRestarted.${worker}`).message).not.toMatch(/refresh|reload|went wrong/)
    expect(words(`workerLost.${worker}`)).toEqual({ message: expect.stringMatching(/reload the page/), subject: '' })
  },
)

test('what was taken out of the queue is named, the song as the item', () => {
  const words = (detail: string) => noticeWords({ category: 'removedFromQueue', subject: 'Lantern Street', detail }, t)
  expect(words('').subject).toBe('Lantern Street')
  expect(words('song')).toMatchObject({ subject: 'Lantern Street' })
  expect(words('song').message).not.toBe(words('').message)
})

test('H-619: selected releases that could not be read are counted', () => {
  const words = (detail: string) => noticeWords({ category: 'hasError', subject: '', detail }, t)
  expect(words('selection.1').message).toBe('1 selected release could not be read and was left out')
  expect(words('selection.1200')).toEqual({
    message: '1,200 selected releases could not be read and were left out',
    subject: '',
  })
})

test('releases that could not be queued are counted; a single one is named where its title is known', () => {
  const words = (subject: string, detail: string) => noticeWords({ category: 'hasError', subject, detail }, t)
  expect(words('Lantern Street', 'queue.1')).toEqual({
    message: 'Could not be added to the queue',
    subject: 'Lantern Street. Please refresh',
  })
  expect(words('', 'queue.1').subject).toBe('Please refresh')
  expect(words('Lantern Street', 'queue.12')).toEqual({
    message: '12 could not be added to the queue',
    subject: 'Please refresh',
  })
})

test.each([
  ['flag', '2000', 'Lantern Street and 1,999 more'],
  ['hasError', 'undo.2000', 'Lantern Street and 1,999 more'],
  ['addedToPlaylist', '1500.1200', '1,500 songs in Lantern Street, without 1,200 that are not available'],
] as const)('thousands are said as they are everywhere (%s, %s)', (category, detail, subject) => {
  expect(noticeWords({ category, subject: 'Lantern Street', detail }, t).subject.replace(/[\u2068\u2069]/g, '')).toBe(
    subject,
  )
})

test('thousands that could not be queued are said as they are everywhere', () => {
  const { message } = noticeWords({ category: 'hasError', subject: '', detail: 'queue.2000' }, t)
  expect(message).toBe('2,000 could not be added to the queue')
})

test('SHELL-033, PROFILE-021: a saved setting is said, and of a profile as well', () => {
  const words = (category: 'settingSaved' | 'profileUpdated') => noticeWords({ category, subject: '', detail: '' }, t)
  expect(words('settingSaved').message).toBe('Settings have been saved')
  expect(words('profileUpdated')).toEqual({ message: 'Profile updated', subject: 'Settings have been saved' })
})

test.each([
  ['SHELL-029: what was flagged', 'flag', 'Flagged'],
  ['SHELL-030: a flag that was taken off', 'unFlag', 'Flag removed'],
  ['SHELL-031: what was archived', 'archive', 'Archived'],
  ['SHELL-032: what was restored', 'unArchive', 'Restored from the archive'],
  ['SHELL-041: who was connected is told with whom', 'connectionAccepted', 'You are now connected with Pat Moss'],
  [
    'SHELL-042: an invitation that was accepted before says so',
    'invitationAlreadyAccepted',
    'Invitation already accepted',
  ],
  ['SHELL-039: a release that was shared is said to be', 'releaseShared', 'Release shared'],
  ['one that somebody shared is told with who it was', 'sharedWithYou', 'Pat Moss shared a release with you'],
  ['SHELL-040, CONTACT-017: a message that was sent is said to be', 'contactRequestSent', 'Contact request sent'],
  ['SHELL-043: one for somebody else says so', 'invitationNotForUser', 'Invitation not for this user'],
] as const)('%s', (_, category, message) => {
  expect(noticeWords({ category, subject: '', detail: '', person: 'Pat Moss' }, t)).toEqual({ message, subject: '' })
})

test.each([
  ['releaseShared', '3 releases shared'],
  ['sharedWithYou', 'Pat Moss shared 3 releases with you'],
] as const)('several releases at once are counted (%s)', (category, message) => {
  const words = noticeWords({ category, subject: 'Tides', detail: '3', person: 'Pat Moss' }, t)
  expect(words).toEqual({ message, subject: 'Tides and 2 more' })
})

test('H-371: a name turns no sentence around', () => {
  const person = '\u202EPat\u2067 Moss'
  expect(noticeWords({ category: 'sharedWithYou', subject: '\u202ETides', detail: '', person }, t)).toEqual({
    message: 'Pat Moss shared a release with you',
    subject: 'Tides',
  })
})

test.each(['expired', 'unreadable'])('an invitation that is %s asks for another one', (why) => {
  const { message, subject } = noticeWords({ category: 'hasError', subject: '', detail: `invitation.${why}` }, t)
  expect(message).toMatch(/^This invitation /)
  expect(subject).toBe('Ask whoever sent it for another one')
})

const ofEmail = (category: Notice['category']) =>
  noticeWords({ category, subject: '', detail: '', person: 'nora@demo.test' }, t).message

test('SHELL-044: an address that was linked stands in front', () => {
  expect(ofEmail('emailSuccessfullyLinked')).toBe('nora@demo.test has been successfully linked')
})

test('SHELL-045: an address that was unlinked stands in front', () => {
  expect(ofEmail('emailSuccessfullyUnlinked')).toBe('nora@demo.test has been successfully unlinked')
})

test('SHELL-046: linking that failed is said', () => {
  expect(ofEmail('emailLinkingFailed')).toBe('Email linking failed')
})

test('SHELL-047: unlinking that failed is said', () => {
  expect(ofEmail('emailUnlinkingFailed')).toBe('Email unlinking failed')
})

test.each([
  ['1', 'Added to playlist', 'Late night'],
  ['4', 'Added to playlist', '4 songs in Late night'],
  ['4.1', 'Added to playlist', '4 songs in Late night, without 1 that is not available'],
  ['1.2', 'Added to playlist', 'Late night, without 2 that are not available'],
  ['0', 'Already in the playlist', 'Late night'],
  ['0.1', 'Already in the playlist', 'Late night, without 1 that is not available'],
])(
  'what was added to a playlist is counted, and so are releases that were left out (%s)',
  (detail, message, subject) => {
    const words = noticeWords({ category: 'addedToPlaylist', subject: 'Late night', detail }, t)
    expect(words).toEqual({ message, subject })
  },
)

test('songs beyond what a playlist takes are said, beside releases that were left out', () => {
  const said = (detail: string) =>
    noticeWords({ category: 'addedToPlaylist', subject: 'Late night', detail }, t).subject
  expect(said('5000.0.1200')).toBe('5,000 songs in Late night, without 1,200 songs: a playlist takes 5,000 at most')
  expect(said('5000.2.1')).toBe(
    '5,000 songs in Late night, without 2 that are not available, without 1 song: a playlist takes 5,000 at most',
  )
})

test.each(['downloadEmpty', 'report', 'attachment'])(
  'DOWNLOAD-021, D-058: an error names what it is about (%s)',
  (detail) => {
    const words = (subject: string) => noticeWords({ category: 'hasError', subject, detail }, t).subject
    expect(words('Lantern Street')).toBe('Lantern Street. Please refresh')
    expect(words('Where to now?')).toBe('Where to now? Please refresh')
    expect(words('')).toBe('Please refresh')
  },
)

test('SHELL-038: what the server said of a playlist stands before the request to refresh', () => {
  const words = (subject: string) => noticeWords({ category: 'hasError', subject, detail: 'playlistOrder' }, t).subject
  expect(words('The order changed meanwhile.')).toBe('The order changed meanwhile. Please refresh')
  expect(words('')).toBe('Please refresh')
})

test.each(['אור ראשון', 'مرحبا'])(
  'H-465: a name from the right, %s, is kept apart from the sentence it stands in',
  (name) => {
    const apart = `\u2068${name}\u2069`
    const words = (notice: Pick<Notice, 'category' | 'detail'>) => noticeWords({ ...notice, subject: name, person: name }, t) // biome-ignore format: one line
    expect(words({ category: 'playlistUpdated', detail: 'removed' }).subject).toBe(`${apart} was removed`)
    expect(words({ category: 'flag', detail: '3' }).subject).toBe(`${apart} and 2 more`)
    expect(words({ category: 'addedToPlaylist', detail: '1.2' }).subject).toContain(`${apart}, without 2`)
    expect(words({ category: 'connectionAccepted', detail: '' }).message).toBe(`You are now connected with ${apart}`)
    expect(words({ category: 'flag', detail: '' }).subject).toBe(name)
    const asked = noticeWords({ category: 'hasError', subject: `${name}!`, detail: 'queue.1' }, t)
    expect(asked.subject).toBe(`\u2068${name}!\u2069 Please refresh`)
  },
)

test('H-465: any other name stands in its sentence as it is', () => {
  const words = noticeWords({ category: 'flag', subject: 'Été – 夜 🎵', detail: '2' }, t)
  expect(words.subject).toBe('Été – 夜 🎵 and 1 more')
})
