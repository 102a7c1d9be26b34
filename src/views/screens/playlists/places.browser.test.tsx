// Where the head of a playlist has its parts, and what stands there while there is nothing to name.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'
import { KeptPlaylists, someTracks } from '#tests/components/playlists.ts'

it('on the way to a playlist that is not there nothing points to a place without a name', async () => {
  await openApp('/playlists/not-one-of-mine', { answers: new KeptPlaylists().answers() })
  await expect.element(page.getByRole('alert')).toBeVisible()
  const way = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect.element(way).toHaveTextContent(/^Playlists$/)
  expect(way.element().querySelectorAll('svg')).toHaveLength(0)
})

it.each([390, 800])('the ways to download a playlist stand side by side at %i px', async (width) => {
  const kept = new KeptPlaylists()
  const id = kept.make('Morning show', someTracks(3), 'Pinned by the demo')
  await openApp(`/playlists/${id}`, { answers: kept.answers(), window: [width, 844] })
  await expect.element(page.getByRole('button', { name: 'Download (MP3)', exact: true })).toBeVisible()
  const tops = [...document.querySelectorAll('main button')]
    .filter((one) =>
      /^(Download \((WAV|MP3)\)|More ways to download)$/.test(one.getAttribute('aria-label') ?? one.textContent),
    )
    .map((one) => Math.round(one.getBoundingClientRect().top + one.clientHeight / 2))
  expect(tops).toHaveLength(3)
  expect(new Set(tops).size).toBe(1)
})
