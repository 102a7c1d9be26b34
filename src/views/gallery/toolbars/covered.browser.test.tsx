// What floats over the lower edge of the gallery never lies over what keys lead to.
import { expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'
import { player, playRelease } from '#tests/components/playing.ts'

const scroller = () => page.getByTestId('gallery-scroller')
const slot = (releaseid: string) => scroller().css(`[data-release-id="${releaseid}"]`)
const toolbar = () => page.getByRole('toolbar', { name: 'Selection' })
const round = () => page.getByRole('group', { name: 'Triage' })
const top = (of: Locator) => of.element().getBoundingClientRect().top
const focused = () => document.activeElement?.closest<HTMLElement>('[data-release-id]') ?? null
const bottom = () => focused()?.getBoundingClientRect().bottom ?? Number.NaN

async function begin(isList = false): Promise<void> {
  await expect.element(slot('r1')).toBeVisible()
  if (isList) {
    await page.getByRole('button', { name: 'List view' }).click()
    await expect.element(scroller()).toHaveAttribute('data-list')
    await expect.element(slot('r1')).toBeVisible()
  }
  ;(slot('r1').element() as HTMLElement).focus()
}

it.each([false, true])(
  'H-513: the toolbar of a selection, and the bar of a round above it; as a list: %s',
  async (isList) => {
    await openApp('/releases', { window: [1280, 620] })
    await begin(isList)
    // To the last that can be seen whole, under which the toolbar will be.
    const rows = isList ? 7 : 1
    await userEvent.keyboard(`${'{ArrowDown}'.repeat(rows)}x`)
    await expect.element(toolbar()).toBeVisible()
    await expect.poll(() => bottom() <= top(toolbar())).toBe(true)
    await userEvent.keyboard('{End}')
    await expect.poll(() => focused()?.dataset.releaseId).toBe('r60')
    expect(bottom()).toBeLessThanOrEqual(top(toolbar()))
    await userEvent.keyboard('{Home}t{End}')
    await expect.element(round()).toBeVisible()
    // What is heard brings the play bar, and the window of the grid is lower.
    await expect.element(player()).toBeVisible()
    await expect.poll(() => focused()?.dataset.releaseId).toBe('r60')
    await expect.poll(() => bottom() <= top(round())).toBe(true)
  },
)

it('H-513: the mini player of a phone, and the toolbar above it', async () => {
  const app = await playRelease({ window: [390, 700] })
  app.go('/releases')
  await begin()
  await userEvent.keyboard('{End}')
  await expect.poll(() => focused()?.dataset.releaseId).toBe('r60')
  expect(bottom()).toBeLessThanOrEqual(top(player()))
  await userEvent.keyboard('{ArrowUp}{ArrowUp}x')
  await expect.element(toolbar()).toBeVisible()
  await expect.poll(() => bottom() <= top(toolbar())).toBe(true)
  await userEvent.keyboard('{End}')
  await expect.poll(() => focused()?.dataset.releaseId).toBe('r60')
  expect(bottom()).toBeLessThanOrEqual(top(toolbar()))
})

it('notifications stand above the bars while those are there, and nowhere else', { tags: ['long'] }, async () => {
  const app = await openApp('/releases', { window: [1280, 620] })
  const raised = () =>
    getComputedStyle(document.querySelector('[aria-live="polite"][data-keeps-open]') as Element).translate
  await begin()
  await userEvent.keyboard('x')
  await expect.poll(raised).toBe('0px -72px')
  await userEvent.keyboard('t')
  await expect.poll(raised).toBe('0px -136px')
  app.go('/history')
  await expect.element(round()).not.toBeInTheDocument()
  expect(app.state.single('selection').queryId).not.toBeNull()
  expect(raised()).toBe('none')
  app.go('/releases')
  await expect.element(toolbar()).toBeVisible()
  expect(raised()).not.toBe('none')
})
