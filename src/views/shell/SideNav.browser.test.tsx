// The side navigation and the header's way to the downloads.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { KeptPlaylists } from '#tests/components/playlists.ts'
import { onGalleryReset } from '../gallery/scroll/anchors.ts'

const nav = () => page.getByRole('navigation', { name: 'Main' })
const names = () => nav().getByRole('link').elements().map((one) => one.textContent) // biome-ignore format: one look

it('SHELL-002, SHELL-017: lists the five pages in order and says which one is shown', { tags: ['long'] }, async () => {
  const app = await openApp('/releases')
  await expect.poll(names).toEqual(['Releases', 'Playlists', 'Flagged', 'Archived', 'History'])
  for (const [name, path] of [
    ['Playlists', '/playlists'],
    ['Flagged', '/flagged'],
    ['Archived', '/archived'],
    ['History', '/recently_played'],
    ['Releases', '/releases'],
  ] as const) {
    await nav().getByRole('link', { name, exact: true }).click()
    await expect.poll(() => app.address).toBe(path)
    await expect
      .poll(() => [...nav().element().querySelectorAll('[aria-current="page"]')].map((one) => one.textContent))
      .toEqual([name])
    await expect.element(page.getByRole('banner').getByRole('heading')).toHaveTextContent(name)
  }
})

it.each(['/Flagged/', '/FLAGGED'])('SHELL-014, SHELL-017: at %s it and the header know the page', async (path) => {
  await openApp(path)
  await expect.element(nav().getByRole('link', { name: 'Flagged' })).toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByRole('button', { name: 'List view', exact: true })).toBeVisible()
})

it('SHELL-019: a press that opens another tab leaves this one as it is', { tags: ['long'] }, async () => {
  await openApp('/releases', { window: [1000, 800] })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  let resets = 0
  const stop = onGalleryReset(() => resets++)
  const press = (init: MouseEventInit) => {
    // No tab has to be opened for it.
    document.addEventListener('click', (event) => event.preventDefault(), { once: true })
    const link = menu.getByRole('link', { name: 'Releases' }).element()
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
  }
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect.element(menu).toBeVisible()
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey'] as const) press({ [key]: true })
  expect(resets).toBe(0)
  await expect.element(menu).toBeVisible()
  press({})
  expect(resets).toBe(1)
  await expect.element(menu).not.toBeInTheDocument()
  stop()
})

it.each([
  ['/releases', 1],
  ['/flagged', 1],
  ['/archived', 1],
  ['/playlists', 0],
  ['/recently_played', 0],
] as const)('SHELL-014, D-066: cards or rows are chosen where there is a gallery: %s, %i', async (path, count) => {
  await openApp(path)
  await expect.element(page.getByRole('banner').getByRole('heading')).toBeVisible()
  const banner = page.getByRole('banner')
  await expect.poll(() => banner.getByRole('button', { name: 'List view', exact: true }).elements().length).toBe(count)
})

it('SHELL-018, D-061: on a phone no playlist with a star is listed either', async () => {
  const kept = new KeptPlaylists()
  const starred = kept.find(kept.make('Morning show'))
  if (starred) starred.pinned = true
  await openApp('/releases', { window: [1440, 900], answers: kept.answers() })
  const links = () => page.getByRole('link', { name: 'Morning show' }).elements().length
  await expect.poll(links).toBe(1)
  await page.viewport(390, 844)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect
    .poll(() =>
      menu
        .getByRole('link')
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual(['Releases'])
})

it('SHELL-018: on a phone it lists only the releases', async () => {
  await openApp('/releases', { window: [390, 844] })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect.poll(names).toEqual(['Releases'])
  expect(await axeFaults()).toEqual([])
})

it.each([390, 1000])(
  'H-629: at %i px the menu that lies over the page is closed by a button of its own',
  async (width) => {
    await openApp('/releases', { window: [width, 800] })
    const opener = page.getByRole('button', { name: 'Menu', exact: true })
    await expect.element(opener).toBeVisible()
    ;(opener.element() as HTMLElement).focus()
    await opener.click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('button', { name: 'Close', exact: true }).click()
    await expect.element(menu).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
  },
)

it('SHELL-015: the header opens the downloads', async () => {
  await openApp('/releases')
  await page.getByRole('banner').getByRole('button', { name: 'Downloads', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Downloads' })).toBeVisible()
})
