// Newcomers that wait over the gallery.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { releaseNewcomersFound } from '#core/events/releases.ts'
import { openGallery } from '#tests/components/gallery.ts'

it('the button that shows newcomers leaves the focus to the page, from where the keys lead into the list', async () => {
  const app = await openGallery()
  await expect.element(page.css('[data-release-id]').first()).toBeVisible()
  const [queryId = ''] = app.state.ids('list')
  const { round = 0 } = app.state.get('list', queryId) ?? {}
  app.happens(releaseNewcomersFound({ queryId, round, count: 3 }))
  const pill = page.getByRole('button', { name: /3 new releases/i })
  await expect.element(pill).toBeVisible()
  ;(pill.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(pill).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
})
