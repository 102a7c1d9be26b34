// The side navigation and the header's way to the downloads.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'

const nav = () => page.getByRole('navigation', { name: 'Main' })
const names = () => nav().getByRole('link').elements().map((one) => one.textContent) // biome-ignore format: one look

it('SHELL-017: lists the pages in order and says which one is shown', async () => {
  const app = await openApp('/releases')
  await expect.element(nav().getByRole('link', { name: 'Releases' })).toBeVisible()
  expect(names().filter((name) => name !== 'Playlists')).toEqual(['Releases', 'Flagged', 'Archived', 'History'])
  for (const [name, path] of [
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

it('SHELL-018: on a phone it lists only the releases', async () => {
  await openApp('/releases', { window: [390, 844] })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect.poll(names).toEqual(['Releases'])
  expect(await axeFaults()).toEqual([])
})

it('SHELL-015: the header opens the downloads', async () => {
  await openApp('/releases')
  await page.getByRole('banner').getByRole('button', { name: 'Downloads', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Downloads' })).toBeVisible()
})
