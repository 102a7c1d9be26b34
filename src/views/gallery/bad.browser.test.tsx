// Releases as a careless or hostile label enters them, in cards and in rows.
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { focus, openAlone, scroller, slot } from '#tests/components/alone.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { unreachable } from '#tests/components/unreachable.ts'

const HOSTILE = '"><img src=x onerror="document.title=1"><script>document.title=2</script>'
const LONG = 'Aa🎧'.repeat(2500)

it('GALLERY-016: the genres of a card are cut at 30 characters', async () => {
  const genres: Record<number, string[]> = {
    1: ['Adult Contemporary', 'Indie Rock', 'Alternative'],
    2: ['Something nobody listed'],
  }
  await openAlone({ of: (n) => ({ genres: genres[n] ?? [] }) })
  await expect.element(slot(1).getByText('Adult Contemporary, Indie Rock...', { exact: true })).toBeVisible()
  await expect.element(slot(2).getByText('Something nobody listed', { exact: true })).toBeVisible()
})

describe.each([
  ['cards', false],
  ['rows', true],
] as const)('%s', (_, rows) => {
  /** The second release has these fields. */
  const open = (fields: Partial<ReleaseCard>) => openAlone({ rows, of: (n) => (n === 1 ? fields : {}) })
  const play = () => slot(1).getByRole('button', { name: /^Play / })
  const pictures = () => slot(1).element().querySelectorAll('img:not([role])').length

  it('H-509: a cover that did not load is there once the connection is back', async () => {
    await unreachable('*icon-180.png*')
    await open({ thumbnail: '/icon-180.png?card' })
    await expect.element(slot(1)).toHaveAttribute('data-broken')
    await unreachable()
    dispatchEvent(new Event('online'))
    const cover = () => slot(1).element().querySelector<HTMLImageElement>('img[src$="?card"]')
    await expect.poll(() => cover()?.naturalWidth ?? 0).toBeGreaterThan(0)
    await expect.element(slot(1)).not.toHaveAttribute('data-broken')
  })

  it('markup in a title is text', async () => {
    const before = document.title
    await open({ title: HOSTILE, artist: HOSTILE, genres: [HOSTILE] })
    await expect.element(slot(1).getByText(HOSTILE, { exact: true }).first()).toBeVisible()
    await expect.element(slot(1)).toHaveAccessibleName(`${HOSTILE} by ${HOSTILE}`)
    expect(slot(1).element().querySelectorAll('script, img[src="x"]')).toHaveLength(0)
    expect(document.title).toBe(before)
  })

  it('an empty title has a word that stands for it', { tags: ['long'] }, async () => {
    await open({ title: '  ', artist: '', genres: [], labels: [] })
    await expect.element(slot(1).getByText('Untitled', { exact: true })).toBeVisible()
    await slot(1).hover()
    await expect.element(slot(1).getByRole('button', { name: 'Play Untitled' })).toBeVisible()
    await expect.element(slot(1).getByRole('checkbox', { name: 'Select Untitled' })).toBeVisible()
    expect(await axeFaults()).toEqual([])
  })

  it('a title of 10,000 letters takes one line and moves nothing', async () => {
    const gallery = await openAlone({ rows })
    const size = () => [scroller().element().scrollWidth, slot(2).element().getBoundingClientRect().toJSON()]
    const before = size()
    gallery.load([1], (n) => (n === 1 ? { title: LONG, artist: LONG, genres: [LONG, LONG] } : {}))
    const title = slot(1).getByText(LONG, { exact: true }).first()
    await expect.element(title).toBeVisible()
    expect(getComputedStyle(title.element()).textOverflow).toBe('ellipsis')
    expect(size()).toEqual(before)
  })

  it('a title in Arabic is read from the right, one in Latin letters from the left', async () => {
    const titles: Record<number, string> = { 1: 'مرحبا بالعالم', 2: 'Hello' }
    await openAlone({ rows, of: (n) => ({ title: titles[n] ?? 'Other' }) })
    const direction = (n: number) => getComputedStyle(slot(n).getByText(titles[n] ?? '', { exact: true }).element()).direction // biome-ignore format: one look
    expect([direction(1), direction(2)]).toEqual(['rtl', 'ltr'])
  })

  it('SHELL-052: without a cover there is a placeholder and no request', async () => {
    const gallery = await open({ thumbnail: '' })
    await expect.element(slot(1)).toHaveAttribute('data-broken', '')
    await expect.poll(() => slot(2).element().querySelectorAll('img:not([role])').length).toBe(1)
    expect(pictures()).toBe(0)
    gallery.load([1], (n) => (n === 1 ? { thumbnail: '/icon-180.png?7' } : {}))
    await expect.poll(pictures).toBe(1)
    await expect.element(slot(1)).not.toHaveAttribute('data-broken')
  })

  it('a release without duration cannot be played, by button or by key', { tags: ['long'] }, async () => {
    const gallery = await open({ duration: 0 })
    focus(slot(1))
    await userEvent.keyboard(' ')
    await slot(1).hover()
    await expect.element(play()).toHaveAttribute('aria-disabled', 'true')
    await play().click({ force: true })
    if (rows) await expect.element(slot(1).getByText('0:00')).toBeVisible()
    expect(gallery.of('player.releaseChosen')).toEqual([])
    // Another one is played by that key.
    focus(slot(0))
    await userEvent.keyboard(' ')
    expect(gallery.of('player.releaseChosen')).toMatchObject([{ releaseid: 'r0' }])
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })
})
