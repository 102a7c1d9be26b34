// A release in its modal and on its page: what it says and offers for what the release is.
import { describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { ReleaseDetail, Song } from '#core/model/catalogue/release.ts'
import { PROMO_PANEL_DEFAULT_PX, PROMO_PANEL_NARROW_PX, PROMO_PANEL_WIDE_PX } from '#core/model/constants.ts'
import { type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { type Answers, aDetail, failure, OPTIONS, someCards } from '#tests/components/wire.ts'
import { pageTitle } from '../pageTitle.state.ts'

const ALBUM = aDetail('r1', 4, {
  title: 'Red Clay',
  trackcount: 4,
  duration: 800,
  markettags: ['us', 'ca'],
  labels: [{ name: 'North' }],
  available: '2026-11-20',
  impactdate: Date.UTC(2026, 11, 4) / 1000,
  attachments: [{ title: 'Booklet.pdf', url: '/api/attachments/1', size: 12345 }],
})
const [CARD] = someCards(1)
const closed: ReleaseDetail = {
  ...ALBUM,
  candownload: false,
  songs: ALBUM.songs.map((song) => ({ ...song, candownload: false })),
}
const withSongs = (of: (song: Song, n: number) => Partial<Song>): ReleaseDetail => ({
  ...ALBUM,
  songs: ALBUM.songs.map((song, n) => ({ ...song, ...of(song, n) })),
})

const dialog = () => page.getByRole('dialog', { name: 'Red Clay' })
const main = () => page.getByRole('main')
const button = (at: Locator | typeof page, name: string) => at.getByRole('button', { name, exact: true })
const songRows = (within = '') => [...document.querySelectorAll<HTMLElement>(`${within} [data-track-id]`)]

const answering = (detail: ReleaseDetail | Response): Answers => ({
  'GET /releases/r1': () => (detail instanceof Response ? detail.clone() : detail),
})

async function openModal(detail: ReleaseDetail = ALBUM, around: AppSurroundings = {}) {
  const app = await openApp('/releases?release=r1', { ...around, answers: { ...answering(detail), ...around.answers } })
  await expect.element(dialog()).toBeVisible()
  await expect.poll(() => songRows('[role=dialog], dialog').length).toBeGreaterThan(0)
  return app
}

async function openPage(detail: ReleaseDetail | Response = ALBUM, around: AppSurroundings = {}) {
  const app = await openApp('/releases/releaseInfo/r1', {
    ...around,
    answers: { ...answering(detail), ...around.answers },
  })
  if (!(detail instanceof Response)) await expect.poll(() => songRows('main').length).toBe(detail.songs.length)
  return app
}

it('what a WAV zip would lack is said where it is asked for', async () => {
  await openPage(withSongs((_, n) => (n < 2 ? { formats: ['mp3'] } : {})))
  await expect.element(main().getByText('2 songs are only there as MP3 and are not in the WAV zip.')).toBeVisible()
})

it('a press shows what the release is; its songs come behind that frame, in the room kept for them', {
  tags: ['long'],
}, async () => {
  await openModal()
  await button(dialog(), 'Close').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  const card = document.querySelector<HTMLElement>('[data-release-id="r1"]')
  if (!card) throw new Error('no card')
  // In the press itself: what it shows at once is there when the handlers are done.
  card.click()
  expect(document.querySelector('dialog[open] h2')?.textContent).toBe('Red Clay')
  expect(songRows('dialog')).toHaveLength(0)
  const { height } = dialog().element().getBoundingClientRect()
  await expect.poll(() => songRows('dialog').length).toBe(4)
  expect(dialog().element().getBoundingClientRect().height).toBe(height)
})

it.each([[1280], [1024], [800], [1440], [1920]])(
  'its facts stand in one line and what is pressed in two, %i px',
  async (width) => {
    await openPage(
      { ...ALBUM, labels: [{ name: 'Northbank Editions and Recordings of the Pier' }], promoinfo: '<p>Hear it</p>' },
      { window: [width, 844] },
    )
    await document.fonts.ready
    const tops = (all: readonly Element[]) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top)))
    expect(tops([...main().element().querySelectorAll('dt')])).toHaveProperty('size', 1)
    const big = ['Play', 'Download all (WAV)', 'Download all (MP3)'].map((name) =>
      button(main(), name).first().element(),
    )
    expect(tops(big).size, 'rows of buttons').toBe(1)
    const quiet = ['Play next', 'Play later', 'Add to', 'Flag', 'Archive'].map((name) =>
      button(main(), name).first().element(),
    )
    expect(tops(quiet).size, 'rows of quiet ones').toBe(1)
    const facts = main().element().querySelector('dl') as HTMLElement
    expect(facts.scrollWidth, 'the room of the facts').toBeLessThanOrEqual(facts.clientWidth)
  },
)

it('a title that is read from the right is cut at its left', async () => {
  const title = 'أغنية طويلة جدا لا تتسع لها هذه المساحة الصغيرة أبدا '.repeat(3).trim()
  await openPage(
    withSongs(() => ({ title })),
    { window: [390, 800] },
  )
  const element = main().getByText(title).first().element()
  const range = document.createRange()
  range.setStart(element.firstChild as Node, 0)
  range.setEnd(element.firstChild as Node, 1)
  const [first, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
  expect(element.scrollWidth).toBeGreaterThan(element.clientWidth)
  expect(Math.abs(first.right - box.right)).toBeLessThan(2)
})

it('a release that lacks nothing says nothing of it', async () => {
  await openPage()
  await expect.element(button(main(), 'Download all (WAV)')).toBeVisible()
  expect(
    main()
      .getByText(/only there as MP3/)
      .elements(),
  ).toEqual([])
})

it('ROUTE-015: `/releases/releaseInfo/{id}` shows the release with that id', async () => {
  const app = await openPage()
  await expect.element(main().getByRole('heading', { name: 'Red Clay' })).toBeVisible()
  expect(app.wire.of('GET /releases/r1')).toHaveLength(1)
})

describe('the release modal', () => {
  it('RELEASE-018: FORMAT-005: shows cover, artist, title, song summary, markets, label and tracks, and can be closed', async () => {
    await openModal()
    await expect.element(dialog().getByRole('heading', { name: 'Red Clay' })).toBeVisible()
    for (const text of ['Ana Lumen', 'North', '4 songs : 13:20']) await expect.element(dialog()).toHaveTextContent(text)
    expect(songRows('dialog')).toHaveLength(4)
    const pictures = [...dialog().element().querySelectorAll('img')].map((one) => new URL(one.src).pathname)
    expect(pictures.filter((one) => one === '/icon-180.png')).toHaveLength(3)
    await button(dialog(), 'Close').click()
    await expect.element(dialog()).not.toBeInTheDocument()
  })

  it('FORMAT-005: a release of one song says so', async () => {
    await openModal(aDetail('r1', 1, { title: 'Red Clay', trackcount: 1, duration: 200 }))
    await expect.element(dialog().getByText('1 song : 3:20', { exact: true })).toBeVisible()
  })

  it('RELEASE-018: closed twice before the history has gone back, it leads to its list and no further', {
    tags: ['long'],
  }, async () => {
    const app = await openApp('/flagged', { answers: answering(ALBUM) })
    app.go('/releases')
    const card = page.css('[data-testid="gallery-scroller"] [data-release-id="r1"]')
    await expect.element(card).toBeVisible()
    for (let opened = 1; opened <= 2; opened++) {
      await card.click()
      await expect.element(button(dialog(), 'Close')).toBeVisible()
      const close = button(dialog(), 'Close').element() as HTMLElement
      close.click()
      close.click()
      await expect.element(dialog()).not.toBeInTheDocument()
    }
    expect(app.visited).not.toContain('/flagged')
    expect(app.address).toBe('/releases')
  })

  it('RELEASE-019: downloads are offered where they are allowed, and absent on a stream-only release', async () => {
    await openModal()
    await expect.element(button(dialog(), 'Download all (WAV)')).toBeVisible()
    await expect.element(button(dialog(), 'Download all (MP3)')).toBeVisible()
    await openModal(closed)
    await expect.element(button(dialog(), 'Play')).toBeVisible()
    await expect.element(dialog().getByRole('button', { name: /Download/ })).not.toBeInTheDocument()
  })

  it('RELEASE-020: RELEASE-021: RELEASE-022: play, and play next and play later once per opening, then a done mark', {
    tags: ['long'],
  }, async () => {
    const app = await openModal()
    for (const name of ['Play next', 'Play later']) {
      const sign = () => button(dialog(), name).element().querySelector('svg')?.innerHTML
      const before = sign()
      expect(before).toBeTruthy()
      await button(dialog(), name).click()
      await expect.poll(sign).not.toBe(before)
      expect(sign()).toBeTruthy()
      await expect.element(button(dialog(), name)).toHaveAttribute('data-done', 'true')
      await button(dialog(), name).click({ force: true })
    }
    expect(app.of('queue.releaseAdded').map(({ place }) => place)).toEqual(['next', 'bottom'])
    await button(dialog(), 'Play').click()
    expect(app.of('player.releaseChosen')).toMatchObject([{ releaseid: 'r1' }])
    await openModal()
    await expect.element(button(dialog(), 'Play next')).not.toHaveAttribute('data-done', 'true')
  })

  it('RELEASE-023: info leads to the release page', { tags: ['long'] }, async () => {
    const app = await openModal()
    await dialog().getByRole('link', { name: 'Info' }).click()
    await expect.poll(() => app.address).toBe('/releases/releaseInfo/r1')
  })

  async function failsQuietly(name: string, path: string): Promise<void> {
    let fail = () => {}
    const failed = new Promise<void>((done) => {
      fail = done
    })
    const app = await openModal(ALBUM, {
      answers: { [`POST /releases/r1/${path}`]: () => failed.then(() => failure(500)) },
    })
    await button(dialog(), name).click()
    await expect.element(button(dialog(), name)).toHaveAttribute('aria-busy', 'true')
    await expect.poll(() => app.wire.of(`POST /releases/r1/${path}`).length).toBe(1)
    fail()
    await expect.element(button(dialog(), name)).not.toHaveAttribute('aria-busy')
    await expect.element(button(dialog(), name)).toBeVisible()
    expect(document.querySelectorAll('[data-category]')).toHaveLength(0)
  }
  it('FLAG-010: a flag that fails changes nothing and says nothing; it is busy meanwhile', { tags: ['long'] }, () =>
    failsQuietly('Flag', 'flag'),
  )
  it(
    'ARCHIVE-005: archiving that fails changes nothing and says nothing; it is busy meanwhile',
    { tags: ['long'] },
    () => failsQuietly('Archive', 'archive'),
  )

  it.each([
    [false, 'Archive', 'POST', 'Restore'],
    [true, 'Restore', 'DELETE', 'Archive'],
  ] as const)(
    'RELEASE-025: a release whose archived is %s has %s alone in its modal',
    async (archived, name, method, other) => {
      let isArchived = archived
      const change = () => {
        isArchived = !archived
        return new Response(null, { status: 204 })
      }
      const call = `${method} /releases/r1/archive`
      const app = await openModal(ALBUM, {
        answers: {
          'GET /releases': () => ({
            releases: isArchived ? [] : [{ ...CARD, archived: false }],
            total: isArchived ? 0 : 1,
          }),
          'GET /releases/r1': () => ({ ...ALBUM, archived: isArchived }),
          [call]: change,
        },
      })
      expect(button(dialog(), other).elements()).toEqual([])
      await button(dialog(), name).click()
      await expect.element(button(dialog(), other)).toBeVisible()
      expect(button(dialog(), name).elements()).toEqual([])
      expect(app.wire.of(call)).toHaveLength(1)
    },
  )

  it('RELEASE-026: the add-to menu holds what there is to add to, and obeys once per opening', {
    tags: ['long'],
  }, async () => {
    await openModal()
    await button(dialog(), 'Play next').click()
    await button(dialog(), 'Add to').click()
    const menu = page.getByRole('menu', { name: 'Add to' })
    await expect.element(menu.getByRole('menuitem', { name: 'Create playlist' })).toBeVisible()
    const items = menu.getByRole('menuitem').elements().map((one) => one.textContent) // biome-ignore format: one look
    expect(items).toEqual(['Added to the queue', 'Play later', 'Add to playlist', 'Create playlist'])
    await menu.getByRole('menuitem', { name: 'Play later' }).click()
    await expect.element(button(dialog(), 'Play later')).toHaveAttribute('data-done', 'true')
  })

  it('RELEASE-048: on the phone the modal keeps its archive button', async () => {
    await openModal(ALBUM, { window: [390, 844] })
    await expect.element(button(dialog(), 'Archive')).toBeVisible()
  })

  it.each([
    ['RELEASE-050', 403, 'FORBIDDEN', 'You do not have permission to access this release'],
    ['RELEASE-051', 410, 'RELEASE_NOT_AVAILABLE', 'This release is no longer available'],
  ])('%s: GALLERY-020: from the gallery a refusal is told over it (D-091)', async (_, status, code, text) => {
    const app = await openApp('/releases?release=r1', { answers: answering(failure(status, code)) })
    const error = page.getByRole('alertdialog')
    await expect.element(error).toHaveTextContent(text)
    expect(error.getByRole('button').elements()).toHaveLength(1)
    await button(error, 'OK').click()
    await expect.poll(() => app.address).toBe('/releases')
    await expect.element(page.getByText('Title 2', { exact: true })).toBeVisible()
  })

  it('SHELL-021: the error modal has a title, a message and OK alone', async () => {
    await openApp('/releases?release=r1', { answers: answering(failure(403, 'FORBIDDEN')) })
    const error = page.getByRole('alertdialog', { name: 'No access to release' })
    await expect.element(error.getByRole('heading', { name: 'No access to release' })).toBeVisible()
    await expect.element(error).toHaveAccessibleDescription('You do not have permission to access this release')
    await expect.element(button(error, 'OK')).toHaveFocus()
    expect(error.getByRole('button').elements()).toHaveLength(1)
  })
})

describe('the release page', () => {
  it('RELEASE-027: RELEASE-028: RELEASE-029: breadcrumbs, facts and three tabs with their counts', async () => {
    const app = await openPage()
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect.element(crumbs).toHaveTextContent(/Release Information - Red Clay/)
    await expect.element(crumbs.getByRole('link', { name: 'Releases' })).toHaveAttribute('href', '/releases')
    await expect.element(main()).toHaveTextContent('November 20, 2026')
    await expect.element(main()).toHaveTextContent('December 04, 2026')
    const tabs = page.getByRole('tab')
    expect(tabs.elements().map((one) => one.textContent)).toEqual(['Tracklist4', 'Metadata', 'Attachments1'])
    ;(tabs.first().element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(page.getByRole('tab', { name: 'Metadata' })).toHaveFocus()
    await expect.element(button(page, 'Expand all')).toBeVisible()
    await userEvent.keyboard('{End}')
    await expect.element(page.getByRole('tab', { name: 'Attachments' })).toHaveAttribute('aria-selected', 'true')
    await crumbs.getByRole('link', { name: 'Releases' }).click()
    await expect.poll(() => app.address).toBe('/releases')
  })

  it('RELEASE-043: tracks that may be downloaded over all tracks', async () => {
    await openPage()
    await expect.element(main()).toHaveTextContent(/4\/4 tracks/)
    await openPage(withSongs((_, n) => ({ candownload: n < 2 })))
    await expect.element(main()).toHaveTextContent(/2\/4 tracks/)
    await openPage(closed)
    await expect.element(main()).toHaveTextContent(/0\/4 tracks/)
  })

  it('RELEASE-043: nothing is said of them before the songs are there', async () => {
    let answer = (_: ReleaseDetail) => {}
    const asked = new Promise<ReleaseDetail>((done) => {
      answer = done
    })
    const app = await openApp('/releases', { answers: { 'GET /releases/r1': () => asked } })
    await expect.element(page.css('main [data-release-id="r1"]')).toBeVisible()
    app.go('/releases/releaseInfo/r1')
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(button(main(), 'Play')).toBeVisible()
    await expect.element(main()).not.toHaveTextContent(/\d\/\d+ tracks/)
    answer(closed)
    await expect.element(main()).toHaveTextContent(/0\/4 tracks/)
  })

  const BOTH = ['Download all (WAV)', 'Download all (MP3)']

  it('RELEASE-046: DOWNLOAD-025: a stream-only release has its downloads disabled and says why', {
    tags: ['long'],
  }, async () => {
    await openPage(closed)
    for (const name of BOTH) {
      await expect.element(button(page, name)).toHaveAttribute('aria-disabled', 'true')
      await expect.element(button(page, name)).toHaveAccessibleDescription(/^Stream only/)
    }
    await button(page, BOTH[0] as string).hover()
    await expect.poll(() => document.querySelector('[popover]')?.textContent).toMatch(/^Stream only/)
    expect(songRows('main')[0]?.textContent).toContain('Stream only')
    await expect.element(main().getByRole('button', { name: /as (WAV|MP3)$/ })).not.toBeInTheDocument()
  })

  it('RELEASE-016: RELEASE-047: DOWNLOAD-025: without the capability nothing can be downloaded', async () => {
    await openPage(ALBUM, { answers: { 'GET /options': () => ({ ...OPTIONS, capabilities: { download: false } }) } })
    for (const name of BOTH) await expect.element(button(page, name)).toHaveAttribute('aria-disabled', 'true')
    await expect.element(main().getByRole('button', { name: /as (WAV|MP3)$/ })).not.toBeInTheDocument()
  })

  it('a release of videos alone says that it is one, and takes no download as WAV or MP3', async () => {
    const videos = withSongs(() => ({ assettype: 'video', formats: ['mp4'] }))
    await openPage({ ...videos, trackcount: 0, videocount: 4 })
    for (const name of BOTH) {
      await expect.element(button(page, name)).toHaveAttribute('aria-disabled', 'true')
      await expect.element(button(page, name)).toHaveAccessibleDescription(/^This release holds videos only/)
    }
  })

  it('nothing offers contact or sharing of a release that allows neither', async () => {
    await openPage({ ...ALBUM, commenting_enabled: false, allow_sharing: false })
    await expect.element(button(page, 'Flag')).toBeVisible()
    await expect.element(main().getByRole('button', { name: /contact|share/i })).not.toBeInTheDocument()
    await expect.element(main().getByRole('link', { name: /contact|share/i })).not.toBeInTheDocument()
  })

  it('RELEASE-034: RELEASE-028: on the phone a back arrow goes to the releases: the link of the breadcrumb', async () => {
    const app = await openPage(ALBUM, { window: [390, 844] })
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    const back = crumbs.getByRole('link', { name: 'Releases', exact: true })
    await expect.element(back).toHaveAttribute('href', '/releases')
    expect(back.element().querySelector('svg')).not.toBeNull()
    expect(page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).query()).toBeNull()
    await back.click()
    await expect.poll(() => app.address).toBe('/releases')
  })

  it.each([
    [1100, 'Red Clay', 64],
    [1280, 'Red Clay', 32],
    [1920, 'Red Clay', 120],
    [768, 'Red Clay and the River that Came out of It', 0],
  ])(
    'RELEASE-028: at %i px the words before the title %j are there as far as they fit',
    async (width, title, least) => {
      await openPage({ ...ALBUM, title }, { window: [width, 800] })
      const here = page.getByRole('navigation', { name: 'Breadcrumb' }).css('[aria-current="page"]')
      await expect.element(here).toHaveTextContent(`Release Information - ${title}`)
      const box = here.element().getBoundingClientRect()
      const [kind, name] = [...here.element().children].map((one) => one.getBoundingClientRect())
      if (!kind || !name) throw new Error('it has no words')
      const inSight = kind.top < box.bottom ? kind.width : 0
      if (least > 0) expect(inSight).toBeGreaterThanOrEqual(least)
      else expect(inSight).toBe(0)
      expect([name.top, name.right <= box.right + 0.5]).toEqual([box.top, true])
    },
  )

  it('a title that is empty has a word that stands for it', async () => {
    const blank = { ...ALBUM, title: ' ' }
    await openPage(blank)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Untitled')
    await openApp('/releases?release=r1', { answers: answering(blank) })
    await expect.element(page.getByRole('dialog', { name: 'Untitled', exact: true })).toBeVisible()
  })

  it('RELEASE-018: a label has its logo', async () => {
    await openModal({ ...ALBUM, labels: [{ name: 'North', logo: '/icon-180.png?logo' }] })
    await expect.poll(() => dialog().element().querySelectorAll('img[src$="?logo"]').length).toBe(1)
  })

  it('SHELL-052: RELEASE-018: a label whose logo does not load has its letter', { tags: ['long'] }, async () => {
    await openModal({ ...ALBUM, labels: [{ name: 'North', logo: '/no-such-logo.png' }] })
    await expect.element(dialog().getByText('N', { exact: true })).toBeVisible()
    expect(document.querySelector('img[src*="no-such-logo"]')).toBeNull()
  })

  it('RELEASE-035: RELEASE-049: a missing release has a view of its own with a way to the releases', async () => {
    const app = await openPage(failure(404, 'RELEASE_NOT_FOUND'))
    await expect.element(main()).toHaveTextContent('No access to release')
    expect(pageTitle.value).toBe('No access to release')
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    await main().getByRole('link', { name: 'Releases' }).click()
    await expect.poll(() => app.address).toBe('/releases')
  })

  it.each(['/releases/releaseInfo/', '/releases?release='])(
    'RELEASE-049: what nothing can be called is missing without a question, at %s',
    async (address) => {
      const app = await openApp(address + 'x'.repeat(129))
      await expect.element(page.getByText('No access to release').first()).toBeVisible()
      expect(app.of('release.opened')).toEqual([])
    },
  )

  async function refused(status: number, code: string, text: string): Promise<void> {
    const app = await openPage(failure(status, code))
    const error = page.getByRole('alertdialog')
    await expect.element(error).toHaveTextContent(text)
    expect(error.getByRole('button').elements()).toHaveLength(1)
    await button(error, 'OK').click()
    await expect.poll(() => app.address).toBe('/releases')
  }
  it('RELEASE-050: SHELL-020: SHELL-021: a release that is not for this player: the error modal, and OK goes to the releases', () =>
    refused(403, 'FORBIDDEN', 'You do not have permission to access this release'))
  it('RELEASE-051: SHELL-021: a release that was withdrawn', () =>
    refused(410, 'RELEASE_NOT_AVAILABLE', 'This release is no longer available'))
  it('RELEASE-052: SHELL-021: any other failure', () =>
    refused(500, 'INTERNAL', 'Cannot fetch information about this release.'))

  it('the cover opens large in the middle of a phone, closes with Escape and gives the focus back', async () => {
    await openPage(ALBUM, { window: [390, 844] })
    const opens = button(page, 'Show the cover of Red Clay large')
    ;(opens.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const large = page.getByRole('dialog', { name: 'Cover of Red Clay' })
    await expect.element(button(large, 'Close')).toHaveFocus()
    expect(large.element().querySelector('img')?.getAttribute('src')).toBe(ALBUM.coverart)
    await expect
      .poll(() => {
        const box = large.element().querySelector('img')?.getBoundingClientRect()
        return Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - 422)
      })
      .toBeLessThan(4)
    await userEvent.keyboard('{Escape}')
    await expect.element(large).not.toBeInTheDocument()
    await expect.element(opens).toHaveFocus()
  })
})

describe('songs', () => {
  it('RELEASE-011: RELEASE-012: RELEASE-013: FORMAT-004: number, artist, title, version, explicit, markets, video and duration', async () => {
    await openPage(
      withSongs(
        (_, n) =>
          [
            { version: 'Clean', explicit: true, duration: 61, market_tags: ['us', 'ca', 'cancon'] },
            { assettype: 'video' as const, formats: ['mp4' as const], duration: 200 },
          ][n] ?? {},
      ),
    )
    const [first, second, third] = songRows('main')
    expect(first?.textContent).toMatch(/1.*Song r1\.a\(Clean\)E.*Ana Lumen.*1:01/)
    expect(first?.querySelectorAll('img')).toHaveLength(2)
    expect([first, third].map((row) => row?.querySelectorAll('[aria-label=Explicit]').length)).toEqual([1, 0])
    const video = page.getByRole('row', { name: 'Song r1.b' })
    await expect.element(video.getByRole('img', { name: 'Video' })).toBeVisible()
    expect(second?.querySelectorAll('[aria-label^="Play "]')).toHaveLength(0)
    expect([second, third].map((row) => row?.textContent?.includes('3:20'))).toEqual([false, true])
  })

  it('RELEASE-015: a song that may be downloaded has WAV and MP3', async () => {
    await openPage()
    for (const { trackid, title } of ALBUM.songs)
      for (const format of ['WAV', 'MP3'])
        await expect
          .element(
            page.css(`[data-track-id="${trackid}"]`).getByRole('button', { name: `Download ${title} as ${format}` }),
          )
          .toHaveTextContent(format)
  })

  it('RELEASE-017: its menu puts the song alone into the queue', async () => {
    const app = await openPage()
    await page.getByRole('button', { name: 'More actions for Song r1.b' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Create playlist' })).toBeVisible()
    const items = page.getByRole('menuitem').elements().map((one) => one.textContent) // biome-ignore format: one look
    expect(items).toEqual(['Play next', 'Play later', 'Add to playlist', 'Create playlist'])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    expect(app.of('queue.releaseAdded')).toMatchObject([{ releaseid: 'r1', trackid: 'r1.b', place: 'next' }])
  })
})

describe('metadata and attachments', () => {
  const metadata = () => page.getByRole('tab', { name: 'Metadata' }).click()
  const heads = (open = '') => [
    ...document.querySelectorAll<HTMLElement>(`[role=tabpanel] button[aria-controls]${open}`),
  ]

  it('RELEASE-036: RELEASE-037: rows open one by one and all together', { tags: ['long'] }, async () => {
    await openPage(withSongs((_, n) => ({ isrc: `QM-${n}` })))
    await metadata()
    const open = () => heads('[aria-expanded="true"]').length
    await page.elementLocator(heads()[1] as HTMLElement).click()
    await page.elementLocator(heads()[2] as HTMLElement).click()
    expect(open()).toBe(2)
    await expect.element(main()).toHaveTextContent(/QM-1/)
    await page.elementLocator(heads()[1] as HTMLElement).click()
    expect(open()).toBe(1)
    await button(page, 'Expand all').click()
    expect(open()).toBe(4)
    await button(page, 'Collapse all').click()
    expect(open()).toBe(0)
  })

  it('RELEASE-027: RELEASE-007: RELEASE-008: RELEASE-036: a row holds all that is known of its song', async () => {
    await openPage(
      withSongs(() => ({
        artist: 'Ana Lumen',
        composer: 'B. Reed',
        writers: 'C. Stone',
        publishing: 'Tide Songs',
        producer: 'D. Marsh',
        isrc: 'QM-1',
        upcnumber: '00602445790098',
        catalognumber: 'NB-7',
        copyrightyear: 2025,
        language: 'English',
        genres: ['Folk', 'Indie'],
        canadian: { music: true, artist: false, performance: true, lyrics: false },
      })),
    )
    await metadata()
    await page.elementLocator(heads()[0] as HTMLElement).click()
    await expect.poll(() => main().element().querySelectorAll('[role=tabpanel] dl dt').length).toBeGreaterThan(0)
    const of = (name: string) => [...main().element().querySelectorAll(`[role=tabpanel] dl ${name}`)]
    const names = of('dt').map((one) => one.textContent)
    expect(Object.fromEntries(of('dd').map((one, n) => [names[n], one.textContent]))).toEqual({
      Artist: 'Ana Lumen',
      Composer: 'B. Reed',
      Writers: 'C. Stone',
      Publishing: 'Tide Songs',
      Producer: 'D. Marsh',
      ISRC: 'QM-1',
      UPC: '00602445790098',
      'Catalogue number': 'NB-7',
      'Copyright year': '2025',
      Language: 'English',
      Genres: 'Folk, Indie',
      'Canadian content': 'music, performance',
    })
  })

  it('H-084: a song says its disc, how loud it is and how it begins and ends, as far as that is known', {
    tags: ['long'],
  }, async () => {
    const loudness = { integrated: -9.34, range: 4, truePeak: null, head: 0.5, tail: 1.26 }
    const disc = { no: 2, of: 3, place: 4, songs: 9 }
    await openPage(withSongs((_, n) => (n === 0 ? { loudness, disc } : {})))
    await metadata()
    await page.elementLocator(heads()[0] as HTMLElement).click()
    await expect.element(main()).toHaveTextContent(/Disc2 of 3, song 4 of 9/)
    await expect.element(main()).toHaveTextContent(/Loudness-9.3 LUFS, range 4.0 LU/)
    await expect.element(main()).toHaveTextContent(/Silence0.5 s at the head, 1.3 s at the tail/)
    expect(main().element().textContent).not.toContain('True peak')
    await page.elementLocator(heads()[1] as HTMLElement).click()
    expect(main().element().textContent?.match(/LUFS/g)).toHaveLength(1)
  })

  it('RELEASE-038: lyrics show 100 characters, and all of them on demand', { tags: ['long'] }, async () => {
    const lyrics = Array.from({ length: 10_000 }, (_, at) => String.fromCharCode(97 + (at % 26))).join('')
    await openPage(withSongs((_, n) => ({ lyrics: n === 0 ? lyrics : 'x'.repeat(100) })))
    await metadata()
    await button(page, 'Expand all').click()
    const text = () => main().element().textContent
    expect(text()).toContain(`${lyrics.slice(0, 100)}…`)
    expect(text()).not.toContain(lyrics.slice(0, 101))
    expect(button(page, 'Read more').elements()).toHaveLength(1)
    await button(page, 'Read more').click()
    expect(text()).toContain(lyrics)
    await button(page, 'Read less').click()
    expect(text()).not.toContain(lyrics.slice(0, 101))
  })

  it('RELEASE-038: lyrics are cut between what a person takes for characters', async () => {
    const lyrics = `${'a'.repeat(99)}👩🏽\u200d🎤${'b'.repeat(20)}`
    await openPage(withSongs((_, n) => ({ lyrics: n === 0 ? lyrics : '👩🏽\u200d🎤'.repeat(100) })))
    await metadata()
    await button(page, 'Expand all').click()
    expect(main().element().textContent).toContain(`a👩🏽\u200d🎤…`)
    expect(button(page, 'Read more').elements()).toHaveLength(1)
  })

  it('RELEASE-041: without attachments a message stands in their place', async () => {
    await openPage({ ...ALBUM, attachments: [] })
    await page.getByRole('tab', { name: 'Attachments' }).click()
    await expect.element(main()).toHaveTextContent(/No attachments for this release/)
  })
})

describe('the promotional e-mail', () => {
  const panel = () => page.getByRole('region', { name: 'Promotional email' })
  const withMail = { ...ALBUM, promoinfo: '<p>Hear this</p>' }

  async function isWide(px: number, constant: number, widths: readonly number[]): Promise<void> {
    expect(constant).toBe(px)
    await openPage(withMail)
    for (const width of widths) {
      await page.viewport(width, 900)
      await expect.element(panel()).toBeVisible()
      // Beside the tracks: at the right edge, from the top on.
      await expect
        .poll(() => {
          const box = panel().element().getBoundingClientRect()
          return [box.width, box.right, box.y < 100]
        })
        .toEqual([px, width, true])
    }
  }
  it('RELEASE-031: its panel is 568 px wide by default', () => isWide(568, PROMO_PANEL_DEFAULT_PX, [1440, 1919]))
  it('RELEASE-032: it is 320 px wide at 1024 to 1439', () => isWide(320, PROMO_PANEL_NARROW_PX, [1024, 1439]))
  it('RELEASE-033: it is 860 px wide at 1920 and above', () => isWide(860, PROMO_PANEL_WIDE_PX, [1920, 2400]))

  it('below 1024 it lies under the tracks, never wider than the screen (D-087)', async () => {
    await openPage(withMail)
    for (const width of [900, 390]) {
      await page.viewport(width, 900)
      await expect.element(panel()).toBeInTheDocument()
      panel().element().scrollIntoView()
      const box = panel().element().getBoundingClientRect()
      expect(box.width).toBeLessThanOrEqual(Math.min(568, width))
      expect(box.right).toBeLessThanOrEqual(width)
      expect(box.top).toBeGreaterThanOrEqual(songRows('main').at(-1)?.getBoundingClientRect().bottom ?? 9999)
    }
  })

  it('its pictures are shown by a button that goes: the one that folds it has the focus', async () => {
    await openPage(withMail, {
      answers: { 'GET /releases/r1/promo/address': () => ({ address: '/icon-180.png?mail=1', remoteimages: 2 }) },
    })
    const show = button(panel(), 'Show 2 pictures')
    await expect.element(show).toBeVisible()
    ;(show.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(show).not.toBeInTheDocument()
    await expect.element(button(panel(), 'Hide the promotional email')).toHaveFocus()
  })

  it('is asked for anew when it is shown again, for an address is good once', { tags: ['long'] }, async () => {
    let asked = 0
    await openPage(withMail, {
      answers: {
        'GET /releases/r1/promo/address': () => ({ address: `/icon-180.png?mail=${++asked}`, remoteimages: 0 }),
      },
    })
    const frames = new Set<string | null>()
    const watch = new MutationObserver(() => {
      for (const one of document.querySelectorAll('iframe')) frames.add(one.getAttribute('src'))
    })
    watch.observe(panel().element(), { childList: true, subtree: true })
    const frame = () => panel().element().querySelector('iframe')?.getAttribute('src')
    await expect.poll(frame).toContain('mail=')
    const used = frame()
    await button(panel(), 'Hide the promotional email').click()
    await expect.poll(frame).toBeUndefined()
    frames.clear()
    await button(panel(), 'Show the promotional email').click()
    await expect.poll(frame).toContain('mail=')
    watch.disconnect()
    expect([...frames]).toEqual([frame()])
    expect(frame()).not.toBe(used)
  })
})
