/** Names written from the right, in a page that is written from the left. */
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { downloadRequested } from '#core/events/downloads.ts'
import { sessionStarted } from '#core/events/people/session.ts'
import { contactHistoryReceived } from '#core/events/people/sharing.ts'
import { playerFailed, playerReleaseChosen } from '#core/events/player.ts'
import { playlistListOpened, playlistListReceived, playlistReceived } from '#core/events/playlists.ts'
import { queueReleaseAdded } from '#core/events/queue.ts'
import { searchRecentsRestored } from '#core/events/search.ts'
import { STARRED_LIST } from '#core/model/playlists/playlistList.ts'
import { show, signedIn, sounds } from '#tests/components/stage.tsx'
import { aPlaylist, aRelease, aRequest, aSong, aTrack, Story, someClaims } from '#tests/support/story.ts'
import '../i18n/network.ts'
import { About } from '../forms/people/About.tsx'
import { ContactForm } from '../forms/people/ContactForm.tsx'
import { EarlierMessages } from '../forms/people/EarlierMessages.tsx'
import { ShareForm } from '../forms/people/ShareForm.tsx'
import { closePlaylistDialog, playlistDialog } from '../music/playlists/playlists.state.ts'
import { Who } from '../screens/account/Who.tsx'
import { ConnectionRow } from '../screens/network/ConnectionRow.tsx'
import { DeletionFailed } from '../screens/network/DeletionFailed.tsx'
import { PlaylistCard } from '../screens/playlists/PlaylistCard.tsx'
import { PlaylistHead } from '../screens/playlists/PlaylistHead.tsx'
import { Attachments } from '../screens/release/Attachments.tsx'
import { Metadata } from '../screens/release/Metadata.tsx'
import { Headline, LabelLine } from '../screens/release/parts.tsx'
import { OptionList } from '../screens/releases/OptionList.tsx'
import { QuietView } from '../screens/search/QuietView.tsx'
import { PlaylistDialogs } from './dialogs/PlaylistDialogs.tsx'
import { LatePlayBar } from './player/LatePlayBar.tsx'
import { PlayQueue } from './queue/PlayQueue.tsx'
import { StarredPlaylists } from './StarredPlaylists.tsx'
import { Toasts } from './Toasts.tsx'

/** The colon at the end goes to the left of the words in a line from the right, and to their right in any other. */
const NAME = 'شارع الفانوس:'
const PERSON = 'ليلى الحاج!'

/** Elements that hold the words themselves, by the direction in which they are laid out. */
function directions(words: string): string[] {
  const holders = [...document.querySelectorAll<HTMLElement>('#root *, body > div > [aria-live] *')].filter((one) =>
    [...one.childNodes].some((node) => node instanceof Text && node.data.includes(words)),
  )
  return holders.map((one) => getComputedStyle(one).direction)
}

/** In which direction they run that end in an ellipsis and hold the words: they lose what comes last in it. */
function cut(words: string, within: ParentNode = document): string[] {
  const styles = [...within.querySelectorAll('*')].map((one) => [one, getComputedStyle(one)] as const)
  return styles.flatMap(([{ textContent }, { textOverflow, direction }]) =>
    textOverflow === 'ellipsis' && textContent?.includes(words) ? [direction] : [],
  )
}

const release = aRelease('r1', 1, {
  title: NAME,
  artist: PERSON,
  labels: [{ name: PERSON }],
  songs: [aSong('r1.a', 1, { title: NAME, artist: PERSON, version: NAME })],
})
const playlist = aPlaylist('p1', { name: NAME, desc: PERSON, pinned: true, tracks: 1 })
const kept = () =>
  signedIn().happens(
    playlistListOpened({ queryId: STARRED_LIST }),
    playlistReceived({ playlist, songs: [aTrack('r1.a')] }),
    playlistListReceived({ queryId: STARRED_LIST, round: 1, from: 1, pages: 1, total: 1, playlists: [playlist] }),
  )
const playing = () =>
  signedIn()
    .knows(release)
    .happens(playerReleaseChosen({ releaseid: 'r1', trackid: 'r1.a', itemId: 'i1', requestId: 'q1' }))
    .happens(...sounds('q1', 'r1.a', 90))

it.each([
  [
    'of a release',
    <>
      <Headline key="head" card={release} level="h1" />
      <LabelLine key="label" card={release} />
    </>,
    signedIn,
    [NAME, PERSON],
  ],
  ['of its songs', <Metadata key="facts" release={release} />, signedIn, [NAME]],
  ['of what plays', <PlayQueue key="queue" inert={false} />, playing, [PERSON]],
  ['of a playlist', <PlaylistHead key="head" card={playlist} ids={['r1.a']} />, kept, [NAME, PERSON]],
  [
    'of a playlist on its card',
    <PlaylistCard key="card" playlistid="p1" selected={false} onSelect={() => {}} />,
    kept,
    [NAME, PERSON],
  ],
  ['of a playlist with a star', <StarredPlaylists key="stars" collapsed={false} />, kept, [NAME]],
  [
    'of recent searches',
    <QuietView key="quiet" onOperator={() => {}} />,
    () => signedIn().happens(searchRecentsRestored({ terms: [NAME] })),
    [NAME],
  ],
  [
    'of who is signed in',
    <Who key="who" />,
    () =>
      new Story().happens(
        sessionStarted({
          claims: someClaims('p1', { fullname: PERSON }),
          accessToken: 'a',
          refreshToken: 'r',
          restored: true,
        }),
      ),
    [PERSON],
  ],
  [
    'of a message about a release',
    <About key="about" release={release} title={NAME}>
      8 songs
    </About>,
    signedIn,
    [NAME],
  ],
  [
    'of options',
    <OptionList key="options" label="Labels" options={[{ id: 'l', name: NAME }]} chosen={[]} onToggle={() => true} />,
    signedIn,
    [NAME],
  ],
  [
    'in notifications',
    <Toasts key="toasts" />,
    () => signedIn().happens(downloadRequested({ requests: [aRequest('d1', { title: NAME })] })),
    [NAME],
  ],
] as const)('names %s run in the direction they are written in', async (_, view, story, words) => {
  await show(view, { story: story() })
  for (const name of words) {
    await expect.poll(() => directions(name)).not.toEqual([])
    expect(directions(name)).not.toContain('ltr')
  }
})

it.each([
  ['of who is signed in', <Who key="who" />, { fullname: NAME }],
  [
    'of what a message is about',
    <About key="about" release={release} title={NAME}>
      8 songs
    </About>,
    {},
  ],
  [
    'of a file that comes with a release',
    <Attachments key="files" releaseid="r1" attachments={[{ title: NAME, url: 'a', size: 1 }]} />,
    {},
  ],
  [
    'of a connection',
    <ConnectionRow
      key="row"
      connection={{
        player_id: 'p2',
        first_name: NAME,
        last_name: '',
        full_name: NAME,
        email: 'a@demo.test',
        verified: true,
      }}
      place={0}
      top={0}
      sharing={null}
      onDelete={() => {}}
    />,
    {},
  ],
] as const)('names %s keep their beginning where they are cut', async (_, view, claims) => {
  const story = new Story().happens(
    sessionStarted({ claims: someClaims('p1', claims), accessToken: 'a', refreshToken: 'r', restored: true }),
  )
  await show(view, { story })
  await expect.poll(() => cut(NAME)).toEqual(['rtl'])
})

it('versions of a song keep their beginning where they are cut', async () => {
  const versions = [NAME, 'Radio Edit'].map((version, n) => aSong(`r1.${n}`, n + 1, { title: 'Lantern', version }))
  const story = signedIn()
    .knows({ ...release, songs: versions })
    .happens(playerReleaseChosen({ releaseid: 'r1', trackid: 'r1.0', itemId: 'i1', requestId: 'q1' }))
    .happens(...sounds('q1', 'r1.0', 90))
  await show(<LatePlayBar offline={false} />, { story })
  const button = page.getByRole('button', { name: /^Version/ })
  await expect.element(button).toBeVisible()
  expect(cut(NAME, button.element())).toEqual(['rtl'])
  await button.click()
  await expect.poll(() => cut(NAME, page.getByRole('menu').element())).toEqual(['rtl'])
})

it('H-465: a sentence of a notification runs as the page does, also where it begins with a name from the right', async () => {
  const requests = ['d1', 'd2'].map((id) => aRequest(id, { title: NAME }))
  await show(<Toasts />, { story: signedIn().happens(downloadRequested({ requests })) })
  await expect.poll(() => directions('and 1 more')).toEqual(['ltr'])
})

it('H-465: so does the line of what was queued, with the name of its artist', async () => {
  const queued = playing().happens(queueReleaseAdded({ releaseid: 'r1', itemId: 'i2', place: 'bottom' }))
  await show(<PlayQueue inert={false} />, { story: queued })
  await expect.poll(() => directions('1 song')).toContain('ltr')
  expect(directions('1 song')).not.toContain('rtl')
  expect(directions(PERSON)).not.toContain('ltr')
})

it('H-465: so does what is said of a song that could not be played', async () => {
  const stage = await show(<LatePlayBar offline={false} />, { story: playing() })
  stage.happens(playerFailed({ requestId: 'q1', code: 'MEDIA_3' }))
  await expect.poll(() => directions('could not be played')).toContain('ltr')
  expect(directions('could not be played')).not.toContain('rtl')
  expect(document.querySelector('[role="status"]')?.textContent).toContain(`\u2068${NAME}\u2069`)
})

it('H-465: so does the line over what was written to an owner before', async () => {
  const messages = [{ title: 'Tides', contactType: 4, text: 'Hello', at: Date.UTC(2026, 10, 20) }]
  const story = signedIn().happens(contactHistoryReceived({ releaseid: 'r1', messages }))
  await show(<EarlierMessages releaseid="r1" to={PERSON} />, { story })
  await expect.poll(() => document.querySelector('h3')?.textContent).toContain(`\u2068${PERSON}\u2069`)
})

it.each([
  ['a message to its owner', <ContactForm key="contact" release={release} onClose={() => {}} />, [NAME, PERSON]],
  [
    'what is shared',
    <ShareForm
      key="share"
      releases={[release, { ...release, releaseid: 'r2' }]}
      onClose={() => {}}
      onInvite={() => {}}
    />,
    [NAME, NAME],
  ],
  [
    'connections that were not deleted',
    <DeletionFailed key="failed" failure={{ code: 'BAD_REQUEST', message: '', names: [PERSON, NAME] }} />,
    [PERSON, NAME],
  ],
] as const)('H-465: of %s each name stays apart from the next', async (_, view, names) => {
  await show(view, { story: signedIn().knows(release) })
  const apart = new RegExp(names.map((name) => `\u2068${name}\u2069`).join('.+'))
  await expect.poll(() => document.body.textContent).toMatch(apart)
})

it('H-465: in the question before a queue is replaced a name stays apart from the words around it', async () => {
  playlistDialog.value = { kind: 'replace', playlistid: 'p1', name: NAME, trackid: null }
  onTestFinished(closePlaylistDialog)
  await show(<PlaylistDialogs />)
  await expect.element(page.getByRole('alertdialog')).toHaveTextContent(`"\u2068${NAME}\u2069" replaces`)
})

it('the mark of a label without a picture is its first sign as a reader sees it', async () => {
  await show(<LabelLine card={{ ...release, labels: [{ name: '🇨🇦 Northbank' }] }} />)
  const marks = () => [...document.querySelectorAll('[aria-hidden="true"]')].map(({ textContent }) => textContent)
  await expect.poll(marks).toContain('🇨🇦')
})

it('the song that plays begins where its column does, in whichever direction it is written', async () => {
  await show(<PlayQueue inert={false} />, { story: playing() })
  const name = [...document.querySelectorAll('[dir="auto"]')].find((one) => one.textContent?.includes(NAME))
  if (!name) throw new Error('no name')
  const range = document.createRange()
  range.selectNodeContents(name)
  expect(range.getBoundingClientRect().left - name.getBoundingClientRect().left).toBeLessThan(1)
})
