// From the page of one release to that of another.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'
import { aDetail } from '#tests/components/wire.ts'

const main = () => page.getByRole('main')
const button = (name: string) => main().getByRole('button', { name, exact: true })
const tab = (name: string) => main().getByRole('tab', { name })

it('RELEASE-021: RELEASE-022: what was queued of one release and the tab chosen are not those of another', async () => {
  const app = await openApp('/releases/releaseInfo/r2', {
    answers: {
      'GET /releases/r1': () => aDetail('r1', 3, { title: 'Red Clay' }),
      'GET /releases/r2': () => aDetail('r2', 3, { title: 'Blue Train' }),
    },
  })
  const shows = (title: string) => expect.element(main().getByRole('heading', { name: title })).toBeVisible()
  // Of one that is known nothing has to come first.
  await shows('Blue Train')
  app.go('/releases/releaseInfo/r1')
  await shows('Red Clay')
  await expect.element(tab('Metadata')).toBeVisible()
  for (const name of ['Play next', 'Play later']) {
    await button(name).click()
    await expect.element(button(name)).toHaveAttribute('data-done')
  }
  await tab('Metadata').click()
  app.go('/releases/releaseInfo/r2')
  await shows('Blue Train')
  for (const name of ['Play next', 'Play later']) await expect.element(button(name)).not.toHaveAttribute('data-done')
  await expect.element(tab('Tracklist')).toHaveAttribute('aria-selected', 'true')
})
