/** What the play bar and the phone's player show, and what their controls do. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { playerEnded, playerFailed, playerPaused, playerReleaseChosen, playerStarted } from '#core/events/player.ts'
import { releaseDetailFailed } from '#core/events/releases.ts'
import type { Song } from '#core/model/catalogue/release.ts'
import { isPlaying, playhead, playheadSecond } from '#projections/player.ts'
import { type Surroundings, show, signedIn, sounds } from '#tests/components/stage.tsx'
import { aDetail } from '#tests/components/wire.ts'
import { closeNowPlaying } from '../shell.state.ts'
import { LatePlayBar } from './LatePlayBar.tsx'

const player = () => page.getByRole('region', { name: 'Player' })

/** Plays a release whose songs have these fields. */
async function play(songs: readonly Partial<Song>[], around: Surroundings = {}) {
  closeNowPlaying()
  const detail = aDetail('r1', Math.max(3, songs.length))
  const release = { ...detail, songs: detail.songs.map((song, n) => ({ ...song, ...songs[n] })) }
  const stage = await show(<LatePlayBar offline={false} />, {
    story: signedIn()
      .knows(release)
      .happens(playerReleaseChosen({ releaseid: 'r1', trackid: 'r1.a', itemId: 'i1', requestId: 'q1' })),
    ...around,
  })
  stage.happens(...sounds('q1', 'r1.a', 90))
  await expect.element(player()).toBeVisible()
  return stage
}

describe('a long title', () => {
  const line = (title: string) => page.css(`[title="${title}"]`)
  const scrolls = (title: string) => line(title).element().getAttribute('data-scrolls')
  const isWide = (title: string) => line(title).element().scrollWidth > line(title).element().clientWidth

  /** How far it has moved when all that moves is half way, px. */
  function moved(title: string): number {
    const element = line(title).element()
    for (const animation of element.getAnimations({ subtree: true })) {
      animation.pause()
      animation.currentTime = 7000
    }
    const inner = element.firstElementChild
    return inner ? inner.getBoundingClientRect().left - element.getBoundingClientRect().left : 0
  }

  /** Wider than its place either way; it moves with one character more than the limit alone. */
  async function scrollsAbove(limit: number, window: readonly [number, number]): Promise<void> {
    const [still, long] = ['M'.repeat(limit), 'M'.repeat(limit + 1)]
    await play([{ title: still }, { title: long }], { window })
    expect([scrolls(still), isWide(still)]).toEqual(['false', true])
    expect(moved(still)).toBe(0)
    await player().getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => scrolls(long)).toBe('true')
    expect(moved(long)).toBeLessThan(-5)
  }
  it('PLAYER-010: scrolls above 25 characters on a tablet', () => scrollsAbove(25, [1000, 800]))
  it('PLAYER-011: scrolls above 35 characters on a phone', () => scrollsAbove(35, [390, 844]))
  it('PLAYER-012: scrolls above 90 characters on a desktop', () => scrollsAbove(90, [1440, 900]))

  it('PLAYER-010: what is read as one character is one', async () => {
    const title = 'M\u0301'.repeat(25)
    await play([{ title }], { window: [1000, 800] })
    expect([scrolls(title), isWide(title)]).toEqual(['false', true])
  })

  it('PLAYER-003: one that fits its place does not scroll, however many characters it has', async () => {
    const title = 'i'.repeat(46)
    await play([{ title }], { window: [700, 900] })
    expect(scrolls(title)).toBe('false')
    await page.viewport(320, 700)
    await expect.poll(() => scrolls(title)).toBe('true')
  })

  it('PLAYER-003: a long artist scrolls as well', async () => {
    const artist = 'The Orchestra of Many Names and More Still'
    await play([{ artist }], { window: [1000, 800] })
    expect(moved(artist)).toBeLessThan(-5)
  })

  it('PLAYER-003: one that is read from the right begins at its right, and moves the other way', async () => {
    const title = 'أغنية طويلة جدا لا تتسع لها هذه المساحة الصغيرة أبدا'
    await play([{ title }], { window: [1000, 800] })
    await expect.poll(() => scrolls(title)).toBe('true')
    const element = line(title).element()
    for (const animation of element.getAnimations({ subtree: true })) animation.currentTime = 0
    const right = () =>
      (element.firstElementChild?.getBoundingClientRect().right ?? 0) - element.getBoundingClientRect().right
    expect(Math.abs(right())).toBeLessThan(1)
    moved(title)
    expect(right()).toBeGreaterThan(5)
  })

  it('PLAYER-003: while the song is paused it stands still, but for whoever points at it', async () => {
    const artist = 'The Orchestra of Many Names and More Still'
    const stage = await play([{ artist }], { window: [1000, 800] })
    const motion = () => getComputedStyle(line(artist).element().firstElementChild as Element).animationPlayState
    expect(motion()).toBe('running')
    await page.getByRole('switch', { name: 'Autoplay' }).hover()
    stage.happens(playerPaused({ position: 3 }))
    expect(motion()).toBe('paused')
    await line(artist).hover()
    expect(motion()).toBe('running')
  })

  it('D-101: with reduced motion it ends in an ellipsis', async () => {
    const title = 'M'.repeat(60)
    await play([{ title }], { window: [1000, 800], reducedMotion: true })
    expect(moved(title)).toBe(0)
    expect(getComputedStyle(line(title).element()).textOverflow).toBe('ellipsis')
  })
})

describe('the play bar', () => {
  it('PLAYER-005: elapsed and total time stand beside the scrubber, the total once it is known', async () => {
    const stage = await show(<LatePlayBar offline={false} />, {
      story: signedIn()
        .knows(aDetail('r1'))
        .happens(playerReleaseChosen({ releaseid: 'r1', trackid: 'r1.a', itemId: 'i1', requestId: 'q1' })),
    })
    await expect.element(player().getByText('-:--', { exact: true })).toBeVisible()
    await expect.element(player().getByText('0:00', { exact: true })).toBeVisible()
    stage.happens(...sounds('q1', 'r1.a', 90))
    await expect.element(player().getByText('1:30', { exact: true })).toBeVisible()
    playhead.value = 2.3
    playheadSecond.value = 2
    await expect.element(player().getByText('0:02', { exact: true })).toBeVisible()
    await expect
      .element(player().getByRole('slider', { name: 'Seek' }))
      .toHaveAttribute('aria-valuetext', '0:02 of 1:30')
  })

  it('PLAYER-005: of a song of two hours both times are said to their ends', async () => {
    const stage = await play([{}])
    stage.happens(playerStarted({ requestId: 'q1', duration: 7215 }))
    playhead.value = 6000
    playheadSecond.value = 6000
    const [elapsed, total] = [
      player().getByText('100:00', { exact: true }),
      player().getByText('120:15', { exact: true }),
    ]
    await expect.element(elapsed).toBeVisible()
    await expect.element(total).toBeVisible()
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(elapsed.element())
    const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
    // It is painted with as much room for each digit as for the widest.
    expect(pen.measureText('00000').width + pen.measureText(':').width).toBeLessThanOrEqual(
      elapsed.element().clientWidth,
    )
    const written = document.createRange()
    written.selectNodeContents(total.element())
    expect(written.getBoundingClientRect().width).toBeLessThanOrEqual(total.element().clientWidth)
  })

  it('PLAYER-026: a scrub the system takes away leaves the song where it is', async () => {
    const stage = await play([{}])
    const element = player().getByRole('slider', { name: 'Seek' }).element() as HTMLInputElement
    const drag = (...ends: string[]) => {
      element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
      element.value = '60'
      element.dispatchEvent(new InputEvent('input', { bubbles: true }))
      // It plays on under the hand.
      clock.mockReturnValue(9000)
      for (const end of ends) element.dispatchEvent(new Event(end, { bubbles: true }))
    }
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
    drag('pointercancel', 'change')
    clock.mockRestore()
    const sought = () => stage.of('player.sought').map(({ seconds }) => seconds)
    expect([sought(), element.value]).toEqual([[8], '8'])
    drag('pointerup', 'change')
    expect(sought()).toEqual([8, 60])
  })

  it('PLAYER-005: a scrubber that has the focus says where it stands when it is moved, not each second', async () => {
    await play([{}])
    const seek = player().getByRole('slider', { name: 'Seek' })
    const element = seek.element() as HTMLInputElement
    const stands = (second: number) => {
      playhead.value = second
      playheadSecond.value = second
    }
    const said = () => element.getAttribute('aria-valuetext')?.split(' ')[0]
    const tasks = () => new Promise((done) => setTimeout(done, 50))
    stands(2)
    await expect.poll(said).toBe('0:02')
    // Whoever goes by keys.
    element.focus()
    await userEvent.keyboard('{Shift}')
    expect([element.matches(':focus-visible'), isPlaying.peek()]).toEqual([true, true])
    for (const second of [3, 4, 5]) stands(second)
    await tasks()
    expect(said()).toBe('0:02')
    element.blur()
    expect(said()).toBe('0:05')
    element.focus()
    stands(20)
    await expect.poll(said).toBe('0:20')
    stands(21)
    await tasks()
    expect(said()).toBe('0:20')
    element.blur()
    stands(22)
    await expect.poll(said).toBe('0:22')
    element.focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(said).toBe('0:27')
  })

  it('PLAYER-005: the elapsed time is painted in the letters of the page', async () => {
    await play([{}])
    const canvas = player().element().querySelector('canvas') as HTMLCanvasElement
    await vi.waitFor(() => expect(canvas.getContext('2d')?.font).toMatch(/\b12px "?Inter Variable"?,/))
    const { fontSize, fontFamily } = getComputedStyle(canvas)
    expect([fontSize, fontFamily.split(',')[0]]).toEqual(['12px', '"Inter Variable"'])
  })

  it('PLAYER-007: the release-info link leads to the release of what plays', async () => {
    const stage = await play([{}])
    const link = player().getByRole('link', { name: 'Release info' })
    await expect.element(link).toHaveAttribute('href', '/releases/releaseInfo/r1')
    await link.click()
    expect(stage.address).toBe('/releases/releaseInfo/r1')
  })

  it('an open menu of versions goes with its song, when the next has versions too', async () => {
    const songs = [
      { title: 'One' },
      { title: 'Two' },
      { title: 'One', version: 'Edit' },
      { title: 'Two', version: 'Edit' },
    ]
    const stage = await play(songs)
    const menu = page.getByRole('menu')
    await player()
      .getByRole('button', { name: /^Version/ })
      .click()
    await expect.element(menu).toBeVisible()
    stage.happens(playerEnded({ requestId: 'q2' }))
    await expect.element(player()).toHaveTextContent('Two')
    await expect.element(menu).not.toBeInTheDocument()
    await expect.element(player().getByRole('button', { name: /^Version/ })).toHaveFocus()
  })

  it('PLAYER-006, PLAYER-007, PLAYER-008, PLAYER-009: on a tablet it has all that a wide one has, each in a place of its own', async () => {
    await play([{}])
    const at = (role: Parameters<typeof page.getByRole>[0], name: string) =>
      player().getByRole(role, { name, exact: true })
    const controls = [
      at('switch', 'Autoplay'),
      at('button', 'Add to playlist'),
      at('link', 'Release info'),
      at('button', 'Queue'),
      at('button', 'Mute'),
      at('slider', 'Volume'),
      at('button', 'Previous'),
      at('button', 'Pause'),
      at('button', 'Next'),
      at('slider', 'Seek'),
    ]
    for (const width of [768, 1023, 1024, 1279, 1280]) {
      await page.viewport(width, 900)
      await expect.element(at('slider', 'Volume')).toBeVisible()
      const seek = () => at('slider', 'Seek').element().getBoundingClientRect().width
      await expect.poll(seek, { message: `the scrubber at ${width}` }).toBeGreaterThan(120)
      expect(player().element().getBoundingClientRect().height).toBe(84)
      const around = player().element().getBoundingClientRect()
      const boxes = controls.map((one) => one.element().getBoundingClientRect())
      for (const [n, box] of boxes.entries()) {
        expect(box.x, `${n} at ${width}`).toBeGreaterThanOrEqual(0)
        expect(box.right, `${n} at ${width}`).toBeLessThanOrEqual(width)
        expect(box.y, `${n} at ${width}`).toBeGreaterThanOrEqual(around.y)
        expect(box.bottom, `${n} at ${width}`).toBeLessThanOrEqual(around.bottom)
        for (const [m, other] of boxes.entries()) {
          const meet = box.x < other.right && other.x < box.right && box.y < other.bottom && other.y < box.bottom
          if (m > n) expect(meet, `${n} over ${m} at ${width}`).toBe(false)
        }
      }
    }
  })
})

describe('a browser that keeps the volume to itself, as on iOS', () => {
  const asked = () => vi.spyOn(HTMLMediaElement.prototype, 'volume', 'get')

  it.each([
    ['at once', () => asked().mockReturnValue(1)],
    // What was set is read once while the bar is made.
    ['in the next task', () => asked().mockReturnValue(1).mockReturnValueOnce(0.5)],
  ])('PLAYER-009: has mute alone in the bar of a tablet, known %s', async (_when, keep) => {
    const kept = keep()
    onTestFinished(() => kept.mockRestore())
    await play([{}], { window: [1180, 820] })
    await expect.element(player().getByRole('button', { name: 'Mute' })).toBeVisible()
    await expect.element(player().getByRole('slider', { name: 'Volume' })).not.toBeInTheDocument()
    await expect.element(player().getByRole('slider', { name: 'Seek' })).toBeVisible()
  })
})

describe('the phone', () => {
  const window = [390, 844] as const
  const full = () => page.getByRole('dialog', { name: 'Now playing' })

  it('SHELL-057: which song could not be played is said where it is heard: beside the button, not in it', async () => {
    const stage = await play([{ title: 'One' }, { title: 'Two' }], { window })
    stage.happens(playerFailed({ requestId: 'q1', code: 'MEDIA_3', next: 'q2' }))
    const said = player().getByRole('status')
    await expect.element(said).toHaveTextContent('One')
    expect(said.element().closest('button')).toBeNull()
  })

  it('SHELL-057: it is said for a while, and not again when what plays instead is paused, or shown elsewhere', async () => {
    const stage = await play([{ title: 'One' }, { title: 'Two' }], { window, reducedMotion: true })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const failed = playerFailed({ requestId: 'q1', code: 'MEDIA_3', next: 'q2' })
    stage.happens(failed, ...sounds('q2', 'r1.b', 90))
    await expect.element(player().getByRole('status')).toHaveTextContent('One')
    vi.advanceTimersByTime(8000)
    await expect.element(player().getByRole('status')).toBeEmptyDOMElement()
    stage.happens(playerPaused({ position: 3 }))
    expect(player().getByRole('status').element().textContent).toBe('')
    await player().getByText('Two').first().click()
    await expect.element(full()).toHaveTextContent('Two')
    expect(full().getByRole('status').element().textContent).toBe('')
  })

  it('SHELL-057: where nothing plays instead it is said until play is pressed', async () => {
    const stage = await play([{ title: 'One' }], { window })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    stage.happens(playerFailed({ requestId: 'q1', code: 'MEDIA_3' }))
    vi.advanceTimersByTime(8000)
    await expect.element(player().getByRole('status')).toHaveTextContent('One')
    await player().getByRole('button', { name: 'Play', exact: true }).click()
    await expect.element(player().getByRole('status')).toBeEmptyDOMElement()
  })

  it('SHELL-057: so is one whose name nobody knows', async () => {
    const stage = await play([{ title: 'One' }], { window })
    stage.happens(playerReleaseChosen({ releaseid: 'r9', trackid: null, itemId: 'i9', requestId: 'q9' }))
    stage.happens(releaseDetailFailed({ releaseid: 'r9', code: 'FORBIDDEN' }))
    await expect.element(player().getByRole('status')).toHaveTextContent('What you chose could not be played')
    await expect.element(player().getByText('One').first()).toBeVisible()
  })

  it.each([
    [390, 844],
    [320, 568],
    [667, 375],
  ] as const)('PLAYER-009: the volume is set in the full player, %i by %i', async (...window) => {
    const stage = await play([{ title: 'One' }], { window, reducedMotion: true })
    await player().getByText('One').first().click()
    const slider = full().getByRole('slider', { name: 'Volume' })
    await expect.element(slider).toBeVisible()
    const { left, right, width, bottom } = slider.element().getBoundingClientRect()
    expect(width).toBeGreaterThan(160)
    expect([left >= 0, right <= window[0], bottom <= window[1]]).toEqual([true, true, true])
    await slider.fill('30')
    await expect.poll(() => stage.of('player.volumeChanged').length).toBeGreaterThan(0)
  })

  it('PLAYER-009: where the browser keeps the volume to itself there is mute alone', async () => {
    const kept = vi.spyOn(HTMLMediaElement.prototype, 'volume', 'get').mockReturnValue(1)
    onTestFinished(() => kept.mockRestore())
    await play([{ title: 'One' }], { window })
    await player().getByText('One').first().click()
    await expect.element(full().getByRole('button', { name: 'Mute' })).toBeVisible()
    await new Promise((done) => setTimeout(done, 100))
    expect(full().getByRole('slider', { name: 'Volume' }).query()).toBeNull()
  })

  it('PLAYER-013: a tap on the bar opens a full-screen player with large art, seek, times, controls and autoplay', {
    tags: ['long'],
  }, async () => {
    const stage = await play([{ title: 'One' }, { title: 'Two' }], { window })
    await player().getByText('One').first().click()
    await expect.element(full()).toBeVisible()
    const { width, height } = full().element().getBoundingClientRect()
    expect([width, height]).toEqual(window)
    expect(full().element().querySelector('img')?.getBoundingClientRect().width).toBeGreaterThanOrEqual(300)
    await expect.element(full().getByRole('slider', { name: 'Seek' })).toBeVisible()
    await expect.element(full().getByText('1:30', { exact: true })).toBeVisible()
    await full().getByRole('button', { name: 'Next' }).click()
    await expect.element(full()).toHaveTextContent(/Two/)
    await full().getByRole('button', { name: 'Previous' }).click()
    await expect.element(full()).toHaveTextContent(/One/)
    stage.happens(...sounds(stage.of('player.skippedBack')[0]?.requestId ?? '', 'r1.a', 90))
    await full().getByRole('button', { name: 'Pause' }).click()
    await expect.element(full().getByRole('button', { name: 'Play', exact: true })).toBeVisible()
    await full().getByRole('switch', { name: 'Autoplay' }).click()
    await expect.element(full().getByRole('switch', { name: 'Autoplay' })).not.toBeChecked()
  })
})
