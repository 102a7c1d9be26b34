// A release that is opened over a list: what the press does, and when.
import type { Signal } from '@preact/signals-react'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { releaseDetail } from '#projections/releases.ts'
import { openApp } from '#tests/components/app.tsx'
import { releaseModal } from './releaseModal.ts'

it('a release is wished for once where its dialog comes late as well', async () => {
  const module = await releaseModal.load()
  const here = releaseModal.here as Signal<typeof module | null>
  const come = () => {
    here.value = module
  }
  onTestFinished(come)
  here.value = null
  const app = await openApp('/releases')
  const card = page.css('main [data-release-id]').first()
  await expect.element(card).toBeVisible()
  const releaseid = card.element().getAttribute('data-release-id') ?? ''
  ;(card.element() as HTMLElement).click()
  await expect.poll(() => app.of('release.opened')).toHaveLength(1)
  expect(document.querySelector('dialog')).toBeNull()
  come()
  await expect
    .element(page.getByRole('dialog').getByRole('table').or(page.getByRole('dialog').getByRole('list')).first())
    .toBeVisible()
  expect(app.of('release.opened')).toEqual([{ releaseid }])
})

it('a release is wished for once, and before it is drawn: its dialog is not drawn a second time in the press', async () => {
  await releaseModal.load()
  const app = await openApp('/releases')
  const card = page.css('main [data-release-id]').first()
  await expect.element(card).toBeVisible()
  const releaseid = card.element().getAttribute('data-release-id') ?? ''
  const drawn: boolean[] = []
  const end = releaseDetail(releaseid).subscribe((detail) => {
    if (detail?.status === 'loading') drawn.push(document.querySelector('dialog') !== null)
  })
  ;(card.element() as HTMLElement).click()
  end()
  expect(document.querySelector('dialog')).not.toBeNull()
  expect(drawn).toEqual([false])
  expect(app.of('release.opened')).toEqual([{ releaseid }])
  // Who comes back to it wishes for it anew: what is known may be old.
  history.back()
  await expect.poll(() => document.querySelector('dialog')).toBeNull()
  history.forward()
  await expect.poll(() => document.querySelector('dialog')).not.toBeNull()
  expect(app.of('release.opened').length).toBeGreaterThan(1)
})
