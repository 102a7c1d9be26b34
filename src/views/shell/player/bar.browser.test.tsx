// The play bar over songs that are heard: what it shows of them, and what its controls do to the sound.
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { skipForward } from '#actions/player.ts'
import { openApp } from '#tests/components/app.tsx'
import {
  control,
  elapsed,
  mainPlay,
  openHeard,
  player,
  playRelease,
  sounds,
  volume,
} from '#tests/components/playing.ts'
import { KeptPlaylists } from '#tests/components/playlists.ts'
import { aDetail, failure } from '#tests/components/wire.ts'
import { said } from '../../kit/said.ts'

const slider = () => player().getByRole('slider', { name: 'Seek' })

it('PLAYER-002: shows title, artist, cover and progress', async () => {
  await playRelease()
  await expect.element(player()).toHaveTextContent('Song r1.a')
  await expect.element(player()).toHaveTextContent('Ana Lumen')
  await expect.element(player().css('img').first()).toBeVisible()
  await expect.element(slider()).toBeVisible()
})

/** There is a mouse. Once one test had a touch screen, Chromium without a window knows of none until it is started anew. */
function withMouse(): void {
  const asked = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => asked(query === '(hover: none)' ? 'not all' : query))
}

it('PLAYER-005: the elapsed time is painted anew each second, and the knob goes with it, seen or not', {
  tags: ['long'],
}, async () => {
  withMouse()
  await playRelease()
  const picture = () => {
    const canvas = player().element().querySelector('canvas')
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    const all = [...(pixels ?? [])]
    return { words: canvas?.textContent, ink: all.reduce((sum, value) => sum + value, 0), all: all.join() }
  }
  await expect.poll(() => picture().words).toMatch(/^0:0[1-9]$/)
  const before = picture()
  expect(before.ink).toBeGreaterThan(0)
  await expect.poll(() => picture().words).not.toBe(before.words)
  expect(picture().all).not.toBe(before.all)
  const knob = () => Number((slider().element() as HTMLInputElement).value)
  const isThere = () => expect.poll(() => Math.abs(knob() - elapsed())).toBeLessThan(1)
  await slider().hover()
  await isThere()
  await page.getByRole('banner').hover({ position: { x: 5, y: 5 } })
  const left = knob()
  await expect.poll(knob).toBeGreaterThan(left + 1)
  expect(elapsed() - knob()).toBeLessThan(2)
  ;(slider().element() as HTMLElement).focus()
  await isThere()
})

it('a seek that is held while the song ends is none in the song that follows', { tags: ['long'] }, async () => {
  const app = await playRelease()
  const input = slider().element() as HTMLInputElement
  const drag = (seconds: number) => {
    input.value = String(seconds)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const sought = () => app.of('player.sought').map(({ seconds }) => seconds)
  await expect.poll(elapsed).toBeGreaterThan(0)
  drag(90)
  await control('Next').click()
  await expect.element(player()).toHaveTextContent('Song r1.b')
  drag(91)
  input.dispatchEvent(new Event('change', { bubbles: true }))
  expect(sought()).toEqual([])
  await expect.element(player()).toHaveTextContent('Song r1.b')
  await expect.poll(elapsed).toBeLessThan(60)
  await expect.poll(elapsed).toBeGreaterThan(0)
  drag(30)
  input.dispatchEvent(new Event('change', { bubbles: true }))
  expect(sought()).toEqual([30])
})

it('PLAYER-040: what is pressed from song to song keeps the focus, on the last song too', {
  tags: ['long'],
}, async () => {
  const app = await playRelease()
  await sounds()
  ;(slider().element() as HTMLElement).focus()
  await userEvent.keyboard('n')
  await expect.element(player()).toHaveTextContent('Song r1.b')
  await sounds()
  await expect.element(slider()).toHaveFocus()
  ;(control('Next').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(player()).toHaveTextContent('Song r1.c')
  await expect.element(control('Next')).toBeDisabled()
  await expect.element(control('Next')).toHaveFocus()
  const asked = app.of('player.skippedForward').length
  await userEvent.keyboard('{Enter}')
  expect(app.of('player.skippedForward')).toHaveLength(asked)
})

it('PLAYER-008: the song that plays is added to a playlist', { tags: ['long'] }, async () => {
  const kept = new KeptPlaylists()
  const id = kept.make('From the bar')
  await playRelease({ answers: kept.answers() })
  await control('Add to playlist').click()
  await page.getByRole('menuitem', { name: 'From the bar' }).click()
  await expect.poll(() => kept.order(id)).toEqual(['r1.a'])
})

it('PLAYER-008: so is the song the menu was opened for, when another plays by the time a playlist is chosen', {
  tags: ['long'],
}, async () => {
  const kept = new KeptPlaylists()
  const id = kept.make('From the bar')
  await playRelease({ answers: kept.answers() })
  await control('Add to playlist').click()
  await expect.element(page.getByRole('menuitem', { name: 'From the bar' })).toBeVisible()
  skipForward()
  await expect.element(player()).toHaveTextContent('Song r1.b')
  await page.getByRole('menuitem', { name: 'From the bar' }).click()
  await expect.poll(() => kept.order(id)).toEqual(['r1.a'])
})

it('PLAYER-022: a release of no duration has its play button disabled', async () => {
  await openHeard('/releases/releaseInfo/none', {
    answers: { 'GET /releases/none': () => aDetail('none', 3, { duration: 0 }) },
  })
  await expect.element(mainPlay()).toBeDisabled()
})

describe('the volume', () => {
  it('PLAYER-017: is 50 at first', async () => {
    await playRelease()
    await expect.element(volume()).toHaveValue('50')
  })

  it('PLAYER-042: unmute restores the one from before', { tags: ['long'] }, async () => {
    await playRelease()
    await control('Mute').click()
    await expect.element(volume()).toHaveValue('0')
    await control('Unmute').click()
    await expect.element(volume()).toHaveValue('50')
  })

  it('PLAYER-009: is heard as it is set, mute silences and gives it back', { tags: ['long'] }, async () => {
    const { sound } = await playRelease()
    await sounds()
    ;(volume().element() as HTMLElement).focus()
    await userEvent.keyboard('{End}')
    await expect.poll(() => sound.volume()).toBe(1)
    await userEvent.keyboard('{ArrowLeft>20/}')
    await expect.poll(() => sound.volume()).toBe(0.8)
    await control('Mute').click()
    await expect.poll(() => sound.volume()).toBe(0)
    await control('Unmute').click()
    await expect.poll(() => sound.volume()).toBe(0.8)
  })

  it('PLAYER-045: one that is dragged is set once, 100 ms after it last moved', { tags: ['long'] }, async () => {
    const { sound } = await playRelease()
    await sounds()
    const element = volume().element() as HTMLInputElement
    const before = sound.volumes.length
    let moved = 0
    for (const value of [55, 60, 65, 70, 75]) {
      element.value = String(value)
      element.dispatchEvent(new Event('input', { bubbles: true }))
      moved = performance.now()
      await new Promise((done) => setTimeout(done, 40))
    }
    await new Promise((done) => setTimeout(done, 600))
    const sets = sound.volumes.slice(before).filter(({ volume }) => volume !== 0.5)
    expect(new Set(sets.map(({ volume }) => volume))).toEqual(new Set([0.75]))
    expect((sets[0]?.at ?? 0) - moved).toBeGreaterThanOrEqual(95)
    expect((sets[0]?.at ?? 0) - moved).toBeLessThan(400)
  })
})

it.each(['button', 'menu'])(
  'keys at the versions, at their %s, go on at Play when the next song has none',
  async (at) => {
    const detail = aDetail('r1', 3)
    const [first, , third] = detail.songs
    if (first && third) Object.assign(third, { title: first.title, version: 'Radio Edit' })
    await playRelease({ answers: { 'GET /releases/r1': () => detail } })
    const versions = player().getByRole('button', { name: /^Version/ })
    await expect.element(versions).toBeVisible()
    ;(versions.element() as HTMLElement).focus()
    if (at === 'menu') {
      await userEvent.keyboard('{Enter}{ArrowDown}')
      await expect.element(page.getByRole('menuitemradio').first()).toHaveFocus()
    }
    skipForward()
    await expect.element(versions).not.toBeInTheDocument()
    await expect.element(control('Pause')).toHaveFocus()
  },
)

describe('H-250: where nothing is in the bar', () => {
  it('it is said in its place, and spoken, that what was chosen cannot be played', async () => {
    const app = await openApp('/releases', { answers: { 'GET /releases/r1': () => failure(410, 'RELEASE_GONE') } })
    const card = page.getByTestId('gallery-scroller').css('[data-release-id="r1"]')
    await card.hover()
    await card.getByRole('button', { name: /^Play / }).click()
    const line = page.getByText(/could not be played/).first()
    await expect.element(line).toBeVisible()
    expect(app.state.single('player').song).toBeNull()
    await expect.poll(() => said.value.map(({ words }) => words)).toContain(line.element().textContent)
  })
})
