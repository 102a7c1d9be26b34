// What a player flagged and what is archived: the lists, what takes releases out of them, and how they fail.
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { KeptMarks } from '#tests/components/marks.ts'
import { type Answers, failure } from '#tests/components/wire.ts'

let kept: KeptMarks
beforeEach(() => {
  kept = new KeptMarks()
})

const at = (path: string, answers: Answers = {}, around: AppSurroundings = {}) =>
  openApp(path, { ...around, answers: { ...answers, ...kept.answers(), ...answers } })
const scroller = () => page.getByTestId('gallery-scroller')
const card = (releaseid: string) => scroller().css(`[data-release-id="${releaseid}"]`)
const cards = () => [...document.querySelectorAll<HTMLElement>('[data-testid="gallery-scroller"] [data-release-id]')]
const shown = () => cards().map((one) => one.dataset.releaseId)
const nav = () => page.getByRole('navigation', { name: 'Main' })
const heading = (name: string) => page.getByRole('heading', { name })
const title = () => page.getByRole('banner').getByRole('heading')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const asking = (name: string) => page.getByRole('alertdialog', { name, exact: true })
const focus = (one: Element | undefined) => (one as HTMLElement).focus()
const act = async (releaseid: string, name: string) => {
  await card(releaseid).hover()
  await button(name).click()
}

describe('flagged', () => {
  it('ROUTE-018: FLAG-011: the page lists what is flagged, and what holds a flagged song', async () => {
    kept.mark('flagged', 'r2', 'r5', 'r9.b')
    await at('/flagged')
    await expect.element(title()).toHaveTextContent('Flagged')
    await expect.element(page.getByRole('status').filter({ hasText: '3 releases' })).toBeVisible()
    expect(new Set(shown())).toEqual(new Set(['r2', 'r5', 'r9']))
    expect(await axeFaults()).toEqual([])
  })

  it('FLAG-012: clear all asks first; then nothing is flagged, here or on the server', { tags: ['long'] }, async () => {
    kept.mark('flagged', 'r1', 'r2', 'r3')
    await at('/flagged')
    await expect.poll(() => cards().length).toBe(3)
    await button('Clear all').click()
    const question = asking('Clear all')
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    expect(await axeFaults()).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(button('Clear all')).toHaveFocus()
    expect(kept.marked('flagged')).toHaveLength(3)
    await button('Clear all').click()
    await question.getByRole('button', { name: 'Clear all' }).click()
    await expect.element(heading('No flagged releases')).toBeVisible()
    await expect.element(page.getByRole('main')).toHaveFocus()
    expect(kept.marked('flagged')).toEqual([])
    await nav().getByRole('link', { name: 'Releases' }).click()
    await expect.element(card('r1')).toBeVisible()
    await expect.element(scroller().getByRole('img', { name: 'Flagged' })).not.toBeInTheDocument()
  })

  it('H-409: clear all names how many there are now, also of what another device flagged since', async () => {
    kept.mark('flagged', 'r1', 'r2')
    await at('/flagged')
    await expect.poll(shown).toEqual(['r1', 'r2'])
    kept.mark('flagged', 'r3')
    await button('Clear all').click()
    await expect.element(asking('Clear all')).toHaveTextContent('from 3 releases')
    await expect.poll(shown).toEqual(['r1', 'r2', 'r3'])
  })

  it('FLAG-011: what is flagged or unflagged elsewhere comes and goes', { tags: ['long'] }, async () => {
    await at('/flagged')
    await expect.element(heading('No flagged releases')).toBeVisible()
    expect(await axeFaults()).toEqual([])
    await page.getByRole('link', { name: 'Go to releases' }).click()
    await expect.element(card('r1')).toBeVisible()
    focus(card('r1').element())
    await userEvent.keyboard('f')
    await expect.element(page.css('[data-category="flag"]')).toBeVisible()
    await nav().getByRole('link', { name: 'Flagged' }).click()
    await expect.element(title()).toHaveTextContent('Flagged')
    await expect.poll(shown).toEqual(['r1'])
    await act('r1', 'Unflag Title 1')
    await expect.element(heading('No flagged releases')).toBeVisible()
    await page.css('[data-category="unFlag"]').getByRole('button', { name: 'Undo' }).click()
    await expect.element(card('r1')).toBeVisible()
    expect(kept.marked('flagged')).toEqual(['r1'])
    await button('Clear all').click()
    await asking('Clear all').getByRole('button', { name: 'Clear all' }).click()
    await expect.element(heading('No flagged releases')).toBeVisible()
    expect(kept.marked('flagged')).toEqual([])
  })

  it('a selection is unflagged together', { tags: ['long'] }, async () => {
    kept.mark('flagged', 'r1', 'r2', 'r3', 'r4')
    await at('/flagged')
    await expect.poll(() => cards().length).toBe(4)
    focus(cards()[0])
    await userEvent.keyboard('x{ArrowRight}{Shift>}X{/Shift}')
    const toolbar = page.getByRole('toolbar', { name: 'Selection' })
    await expect.element(toolbar.getByRole('button', { name: 'Unflag' })).toBeVisible()
    await expect.element(toolbar.getByRole('button', { name: 'Flag', exact: true })).not.toBeInTheDocument()
    await toolbar.getByRole('button', { name: 'Unflag' }).click()
    await expect.poll(shown).toEqual(['r3', 'r4'])
    await expect.poll(() => kept.marked('flagged')).toEqual(['r3', 'r4'])
  })

  it('a list that does not come says so, and comes on the next try', { tags: ['long'] }, async () => {
    kept.mark('flagged', 'r1')
    const app = await at('/flagged', { 'GET /flagged': () => failure(500) })
    await expect.element(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible()
    expect(await axeFaults()).toEqual([])
    app.wire.answer(kept.answers())
    focus(button('Retry').element())
    await userEvent.keyboard('{Enter}')
    await expect.poll(shown).toEqual(['r1'])
    // The button went with the press.
    await expect.element(page.getByRole('main')).toHaveFocus()
  })

  it('TABLE-007, TABLE-008: a press on a head of the rows sorts ascending, another one descending', {
    tags: ['long'],
  }, async () => {
    kept.mark('flagged', 'r1', 'r2')
    const app = await at('/flagged')
    await page.getByRole('banner').getByRole('button', { name: 'List view' }).click()
    const head = page.getByRole('columnheader', { name: 'Artist', exact: true }).getByRole('button')
    for (const sort of ['artist', '-artist']) {
      await head.click()
      await expect.poll(() => app.address).toBe(`/flagged?sort=${sort}`)
      await expect.poll(() => app.wire.of('GET /flagged').at(-1)?.query.get('sort')).toBe(sort)
    }
  })

  it('its order is in the address, and a release opens over it and closes to it', { tags: ['long'] }, async () => {
    kept.mark('flagged', 'r1', 'r2', 'r3', 'r4', 'r5')
    const app = await at('/flagged')
    await expect.poll(() => cards().length).toBe(5)
    await page.getByRole('button', { name: 'Sort by' }).click()
    await page.getByRole('menuitemradio', { name: 'Title' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    expect(app.address).toBe('/flagged?sort=title')
    await expect.poll(() => cards().length).toBe(5)
    expect(app.wire.of('GET /flagged').at(-1)?.query.get('sort')).toBe('title')
    const third = cards()[2]?.dataset.releaseId ?? ''
    focus(cards()[2])
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(app.address).toBe(`/flagged?sort=title&release=${third}`)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => app.address).toBe('/flagged?sort=title')
    await expect.element(card(third)).toHaveFocus()
  })
})

describe('archived', () => {
  it('ROUTE-019: ARCHIVE-006: the page lists what is archived; one is restored, and that undone', {
    tags: ['long'],
  }, async () => {
    kept.mark('archived', 'r1', 'r2')
    await at('/archived')
    await expect.element(title()).toHaveTextContent('Archived')
    await expect.poll(shown).toEqual(['r1', 'r2'])
    expect(await axeFaults()).toEqual([])
    await act('r1', 'Restore Title 1')
    await expect.element(card('r1')).not.toBeInTheDocument()
    await expect.poll(() => kept.marked('archived')).toEqual(['r2'])
    await page.css('[data-category="unArchive"]').getByRole('button', { name: 'Undo' }).click()
    await expect.element(card('r1')).toBeVisible()
    await expect.poll(() => kept.marked('archived')).toEqual(['r1', 'r2'])
  })

  it('ARCHIVE-007: restore all asks first; then everything is back among the releases', {
    tags: ['long'],
  }, async () => {
    kept.mark('archived', 'r1', 'r2', 'r3')
    await at('/releases')
    await expect.element(card('r4')).toBeVisible()
    await expect.element(card('r1')).not.toBeInTheDocument()
    await nav().getByRole('link', { name: 'Archived' }).click()
    await expect.poll(() => cards().length).toBe(3)
    await button('Restore all').click()
    expect(kept.marked('archived')).toHaveLength(3)
    await asking('Restore all').getByRole('button', { name: 'Restore all' }).click()
    await expect.element(heading('No archived releases')).toBeVisible()
    expect(kept.marked('archived')).toEqual([])
    await nav().getByRole('link', { name: 'Releases' }).click()
    for (const releaseid of ['r1', 'r2', 'r3']) await expect.element(card(releaseid)).toBeVisible()
  })
})
