// What a song has beside it in any list: what each part says and makes happen, in every state of the song.
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { downloadHistoryRestored } from '#core/events/downloads.ts'
import { libraryMarkAnswered, libraryMarkFailed, libraryMarksRequested } from '#core/events/library.ts'
import { playerPaused, playerReleaseChosen, playerStarted } from '#core/events/player.ts'
import { releaseOptionsReceived } from '#core/events/releases.ts'
import type { ReleaseDetail, Song } from '#core/model/catalogue/release.ts'
import { releaseDetail } from '#projections/releases.ts'
import { Renders, show, signedIn } from '#tests/components/stage.tsx'
import { aDetail, OPTIONS } from '#tests/components/wire.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { HaveSong } from './HaveIt.tsx'
import { DownloadSong, NowPlayingMark, PlaySong } from './SongButtons.tsx'
import { SongFlag } from './SongFlag.tsx'
import { SongMenu } from './SongMenu.tsx'

const release = (fields: Partial<ReleaseDetail> = {}) => aDetail('r1', 3, fields)
const song = (fields: Partial<Song> = {}): Song => ({
  ...(release().songs[0] as Song),
  title: 'Night Drive',
  ...fields,
})

/** The first song of a release as the state has it. */
function Live({ render }: { render: (song: Readonly<Song>, archived: boolean) => React.ReactNode }) {
  const held = useSignalValue(releaseDetail('r1'))?.release
  return held?.songs[0] ? render(held.songs[0], held.archived) : null
}

const play = (trackid = 'r1.a') => playerReleaseChosen({ releaseid: 'r1', trackid, itemId: 'i1', requestId: 'q1' })

describe('play', () => {
  const view = <PlaySong song={song({ trackid: 'r1.a' })} className="" />

  it('plays the song with its release as the queue', async () => {
    const stage = await show(view, { story: signedIn().knows(release()) })
    await page.getByRole('button', { name: 'Play Night Drive' }).click()
    expect(stage.of('player.releaseChosen')).toMatchObject([{ releaseid: 'r1', trackid: 'r1.a' }])
  })

  it('of the song that sounds it says Pause, and pauses', async () => {
    const stage = await show(view, { story: signedIn().knows(release()).happens(play()) })
    stage.happens(playerStarted({ requestId: 'q1', duration: 200 }))
    await page.getByRole('button', { name: 'Pause Night Drive' }).click()
    expect(stage.told.map(({ type }) => type)).toEqual(['player.toggled'])
    await expect.element(page.getByRole('button', { name: 'Play Night Drive' })).toBeVisible()
  })

  it('of another song of the release that sounds it says Play', async () => {
    const stage = await show(view, { story: signedIn().knows(release()).happens(play('r1.b')) })
    stage.happens(playerStarted({ requestId: 'q1', duration: 200 }))
    await expect.element(page.getByRole('button', { name: 'Play Night Drive' })).toBeVisible()
  })

  it('the bars of what plays dance, and stand while it is paused', async () => {
    const stage = await show(<NowPlayingMark />, { story: signedIn().knows(release()).happens(play()) })
    stage.happens(playerStarted({ requestId: 'q1', duration: 200 }))
    const dancing = () => stage.host.getAnimations({ subtree: true }).length
    expect(dancing()).toBe(4)
    stage.happens(playerPaused({ position: 3 }))
    expect(dancing()).toBe(0)
  })
})

describe('download', () => {
  const view = (fields: Partial<Song> = {}) => <DownloadSong song={song(fields)} />
  const names = () => page.getByRole('button').elements().map((one) => one.getAttribute('aria-label')) // biome-ignore format: one look

  it.each([
    [['wav', 'mp3'] as const, ['Download Night Drive as WAV', 'Download Night Drive as MP3']],
    [['mp3'] as const, ['Download Night Drive as MP3']],
    [['mp4'] as const, ['Download Night Drive as MP4']],
  ])('a song had as %s has a button for each', async (formats, expected) => {
    await show(view({ formats: [...formats] }))
    expect(names()).toEqual(expected)
  })

  it('asks for the song in that format', async () => {
    const stage = await show(view(), { story: signedIn().knows(release()) })
    await page.getByRole('button', { name: 'Download Night Drive as MP3' }).click()
    expect(stage.of('download.requested')).toMatchObject([{ requests: [{ type: 'song', format: 'mp3' }] }])
  })

  it('of one that is stream only there is no button', async () => {
    await show(view({ candownload: false }))
    expect(names()).toEqual([])
  })

  it('where the server allows none there is no button, and they come when it does', async () => {
    const { capabilities, release_types, ...lists } = OPTIONS
    const told = (download: boolean) =>
      releaseOptionsReceived({ ...lists, releaseTypes: release_types, download: download && capabilities.download })
    const stage = await show(view(), { story: signedIn().happens(told(false)) })
    expect(names()).toEqual([])
    stage.happens(told(true))
    expect(names()).toHaveLength(2)
  })
})

describe('what was downloaded here', () => {
  const had = (key: string) => downloadHistoryRestored({ keys: [key] })

  it.each([
    ['itself, in any format', 'song r1.a mp3', 1],
    ['its release', 'release r1 wav', 1],
    ['another song', 'song r1.b mp3', 0],
  ])('is said of a song when that was %s', async (_, key, marks) => {
    await show(<HaveSong song={song()} />, { story: signedIn().happens(had(key)) })
    expect(page.getByRole('img').elements()).toHaveLength(marks)
  })

  it.each([
    ['itself', 'video r1.a mp4', 1],
    ['its release, whose zip holds no videos', 'release r1 wav', 0],
  ])('is said of a video when that was %s', async (_, key, marks) => {
    await show(<HaveSong song={song({ assettype: 'video' })} />, { story: signedIn().happens(had(key)) })
    expect(page.getByRole('img').elements()).toHaveLength(marks)
  })
})

describe('flag', () => {
  const view = <Live render={(one, archived) => <SongFlag song={one} archived={archived} />} />
  const button = () => page.getByRole('button', { name: /^Flag Song/ })
  const call = { requestId: 'id-1', releaseid: 'r1', trackid: 'r1.a', mark: 'flagged' as const }

  it('asks, is busy until the answer, and says then that it is flagged', async () => {
    const stage = await show(view, { story: signedIn().knows(release()) })
    await expect.element(button()).toHaveAttribute('aria-pressed', 'false')
    await button().click()
    expect(stage.of('library.marksRequested')).toHaveLength(1)
    await expect.element(button()).toHaveAttribute('aria-busy', 'true')
    await expect.element(button()).toHaveAttribute('aria-pressed', 'false')
    const { requestId } = stage.of('library.marksRequested')[0] ?? { requestId: '' }
    stage.happens(libraryMarkAnswered({ ...call, requestId }))
    await expect.element(button()).toHaveAttribute('aria-pressed', 'true')
    await expect.element(button()).not.toHaveAttribute('aria-busy')
  })

  it('a second press while it is busy asks nothing', async () => {
    const stage = await show(view, { story: signedIn().knows(release()) })
    await button().click()
    await button().click()
    expect(stage.of('library.marksRequested')).toHaveLength(1)
  })

  it('is busy while its release is marked, and a press asks nothing then', async () => {
    const stage = await show(view, { story: signedIn().knows(release()) })
    const change = { releaseid: 'r1', trackid: null, marks: ['flagged' as const] }
    stage.happens(libraryMarksRequested({ requestId: 'id-1', changes: [change] }))
    await expect.element(button()).toHaveAttribute('aria-busy', 'true')
    await button().click()
    expect(stage.told).toEqual([])
    stage.happens(libraryMarkFailed({ ...call, trackid: null, code: 'INTERNAL' }))
    await expect.element(button()).not.toHaveAttribute('aria-busy')
  })

  it('one that failed is as it was', async () => {
    const stage = await show(view, { story: signedIn().knows(release()) })
    await button().click()
    const { requestId } = stage.of('library.marksRequested')[0] ?? { requestId: '' }
    stage.happens(libraryMarkFailed({ ...call, requestId, code: 'INTERNAL' }))
    await expect.element(button()).toHaveAttribute('aria-pressed', 'false')
    await expect.element(button()).not.toHaveAttribute('aria-busy')
  })

  it('FLAG-008: a song of an archived release is not flagged, and the button says why', async () => {
    const stage = await show(view, { story: signedIn().knows(release({ archived: true })) })
    await expect.element(button()).toHaveAttribute('aria-disabled', 'true')
    await userEvent.tab()
    await expect.element(page.getByText('An archived release cannot be flagged. Restore it first.')).toBeVisible()
    await button().click({ force: true })
    expect(stage.told).toEqual([])
  })

  it('of three songs only the one that is asked about renders', async () => {
    const renders = new Renders()
    const songs = release().songs
    const stage = await show(
      songs.map((one) => renders.of(one.trackid, <SongFlag song={one} archived={false} />)),
      { story: signedIn().knows(release()) },
    )
    renders.counts.clear()
    await page.getByRole('button', { name: `Flag ${songs[1]?.title}` }).click()
    expect(stage.of('library.marksRequested')).toHaveLength(1)
    expect([...renders.counts.keys()].filter((id) => id !== 'r1.b')).toEqual([])
    expect(renders.counts.get('r1.b')).toBeGreaterThan(0)
  })
})

describe('more', () => {
  const view = (fields: Partial<Song> = {}) => <SongMenu song={song(fields)} archived={false} />
  const items = () => page.getByRole('menuitem').elements().map((one) => one.textContent) // biome-ignore format: one look
  const open = () => page.getByRole('button', { name: 'More actions for Night Drive' }).click()

  it('RELEASE-017: queues the song next or last', { tags: ['long'] }, async () => {
    const stage = await show(view(), { story: signedIn().knows(release()) })
    for (const name of ['Play next', 'Play later']) {
      await open()
      await page.getByRole('menuitem', { name }).click()
    }
    const places = stage.of('queue.releaseAdded').map(({ trackid, place }) => [trackid, place])
    expect(places).toEqual([
      ['r1.a', 'next'],
      ['r1.a', 'bottom'],
    ])
  })

  it('on a phone it holds what has no room in the row', async () => {
    await show(view(), { window: [390, 844], story: signedIn().knows(release()) })
    await open()
    await expect.element(page.getByRole('menuitem', { name: 'Play next' })).toBeVisible()
    expect(items()).toEqual(expect.arrayContaining(['Download as WAV', 'Download as MP3', 'Flag']))
  })

  it('a video has none where all it offers stands in the row', async () => {
    await show(view({ assettype: 'video', formats: ['mp4'] }))
    await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  })
})
