// What the menu of a row offers where.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { releaseOptionsReceived } from '#core/events/releases.ts'
import { settingFormatChosen } from '#core/events/settings.ts'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { openAlone, slot } from '#tests/components/alone.tsx'

const item = (name: string) => page.getByRole('menuitem', { name, exact: true })

async function openMenu(width: number, archived = false, fields: Partial<ReleaseCard> = {}): Promise<void> {
  await openAlone({ rows: true, count: 10, of: () => ({ archived, ...fields }), window: [width, 800] })
  await slot(1).hover()
  await slot(1).getByRole('button', { name: /^More actions/ }).click() // biome-ignore format: one press
  await expect.element(item('Release info')).toBeVisible()
}

it('RELEASE-048: on the phone the menu of a row archives nothing, and restores', { tags: ['long'] }, async () => {
  await openMenu(390)
  await expect.element(item('Archive')).not.toBeInTheDocument()
  await openMenu(390, true)
  await expect.element(item('Restore')).toBeVisible()
  await openMenu(1024)
  await expect.element(item('Archive')).toBeVisible()
})

const VIDEOS = { trackcount: 0, videocount: 2, duration: 0, candownload: true }

it('D-102: the menu of a release that holds videos only offers no WAV and no MP3', async () => {
  await openMenu(1024, false, VIDEOS)
  await expect.element(item('Download WAV')).not.toBeInTheDocument()
  await expect.element(item('Download MP3')).not.toBeInTheDocument()
})

it.each([false, true])('GALLERY-012: D-078: a download that is not to be had says why, rows %s', async (rows) => {
  const download = () => slot(1).getByRole('button', { name: /^Download / })
  const gallery = await openAlone({ rows, count: 10, of: (n) => ({ candownload: true, ...(n === 1 ? VIDEOS : {}) }) })
  await slot(1).hover()
  await expect.element(download()).toHaveAttribute('aria-disabled', 'true')
  await expect.element(download()).toHaveAccessibleDescription(/^Videos only/)
  gallery.load([1], () => ({ candownload: true, trackcount: 2, videocount: 0 }))
  await expect.element(download()).not.toHaveAttribute('aria-disabled')
  const none = { genres: [], packages: [], markets: [], versions: [], releaseTypes: [] }
  gallery.happens(releaseOptionsReceived({ download: false, ...none }))
  await expect.element(download()).toHaveAccessibleDescription(/^Downloads are not available/)
  gallery.load([1], () => ({ candownload: true, formats: ['wav'] }))
  gallery.happens(releaseOptionsReceived({ download: true, ...none }))
  await expect.element(download()).toHaveAccessibleDescription('WAV only')
  gallery.happens(settingFormatChosen({ format: 'wav' }))
  gallery.load([1], () => ({ candownload: true, formats: ['mp3'] }))
  await expect.element(download()).toHaveAccessibleDescription('MP3 only')
  gallery.load([1], () => ({ candownload: false }))
  await expect.element(download()).toHaveAccessibleDescription('Stream only')
})

it.each(['wav', 'mp3'] as const)(
  'GALLERY-012: DOWNLOAD-007: a card is downloaded as %s where that is preferred, by press and by key',
  async (format) => {
    const gallery = await openAlone({ count: 10, of: () => ({ candownload: true }) })
    gallery.happens(settingFormatChosen({ format }))
    await slot(1).hover()
    await slot(1).getByRole('button', { name: /^Download / }).click() // biome-ignore format: one press
    expect(gallery.of('download.requested').at(-1)?.requests).toMatchObject([{ mediaID: 'r1', format }])
    ;(slot(2).element() as HTMLElement).focus()
    await userEvent.keyboard('d')
    expect(gallery.of('download.requested').at(-1)?.requests).toMatchObject([{ mediaID: 'r2', format }])
  },
)

it.each([false, true])(
  'H-558: until the server has said whether there are downloads the reason says so, rows %s',
  async (rows) => {
    const download = () => slot(1).getByRole('button', { name: /^Download / })
    const gallery = await openAlone({ rows, count: 10, of: () => ({ candownload: true }), knowsOptions: false })
    await slot(1).hover()
    await expect.element(download()).toHaveAccessibleDescription(/^Not known yet/)
    const none = { genres: [], packages: [], markets: [], versions: [], releaseTypes: [] }
    gallery.happens(releaseOptionsReceived({ download: false, ...none }))
    await expect.element(download()).toHaveAccessibleDescription(/^Downloads are not available/)
  },
)
