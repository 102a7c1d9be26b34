// Where the controls of the gallery stand on a phone, and whether a finger finds all of them.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'

const card = () => page.css('[data-testid="gallery-scroller"] [data-release-id]').first()

const meet = (one: DOMRect, other: DOMRect) =>
  one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom

it('the way to rows stands in one line with the filters', async () => {
  await openApp('/releases', { window: [320, 640] })
  await expect.element(card()).toBeVisible()
  const top = (name: string) =>
    page.getByRole('main').getByRole('button', { name, exact: true }).element().getBoundingClientRect().y
  expect(Math.abs(top('Show filters') - top('Show as list'))).toBeLessThan(8)
})

it('the toolbar of a selection has all it offers in sight', async () => {
  await openApp('/releases', { window: [390, 844] })
  await expect.element(card()).toBeVisible()
  ;(card().element() as HTMLElement).focus()
  await userEvent.keyboard('x')
  const toolbar = page.getByRole('toolbar', { name: 'Selection' })
  await expect.element(toolbar).toBeVisible()
  await document.fonts.ready
  for (const width of [390, 320]) {
    await page.viewport(width, 700)
    const buttons = () => toolbar.getByRole('button').elements()
    // Select all, the two formats, six glyphs and the way out.
    await expect.poll(() => buttons().length, { message: `at ${width}` }).toBe(10)
    const around = () => toolbar.element().getBoundingClientRect()
    await expect.poll(() => around().right, { message: `the toolbar at ${width}` }).toBeLessThanOrEqual(width)
    const boxes = buttons().map((one) => one.getBoundingClientRect())
    for (const [n, box] of boxes.entries()) {
      expect(box.x, `${n} at ${width}`).toBeGreaterThanOrEqual(around().x)
      expect(box.right, `${n} at ${width}`).toBeLessThanOrEqual(around().right)
      expect(box.bottom, `${n} at ${width}`).toBeLessThanOrEqual(around().bottom)
      expect(box.height, `${n} at ${width}`).toBeGreaterThanOrEqual(36)
      for (const [m, other] of boxes.entries())
        if (m > n) expect(meet(box, other), `${n} over ${m} at ${width}`).toBe(false)
    }
    const room = document.createRange()
    const cut = buttons().filter((one) => {
      room.selectNodeContents(one)
      return room.getBoundingClientRect().width > one.getBoundingClientRect().width
    })
    expect(
      cut.map((one) => one.textContent),
      `words at ${width}`,
    ).toEqual([])
    const words = toolbar.getByText('1 selected').element().getBoundingClientRect()
    const download = toolbar.getByRole('button', { name: 'Download WAV' }).element().getBoundingClientRect()
    expect(words.bottom).toBeLessThanOrEqual(download.top)
  }
})

it.each([768, 800, 820, 1024])('all filters of the gallery are in sight, %i px', async (width) => {
  await openApp('/releases', { window: [width, 844] })
  await expect.element(card()).toBeVisible()
  await document.fonts.ready
  const shared = page
    .getByRole('main')
    .getByRole('button', { name: /shared/i })
    .first()
  await expect.element(shared).toBeVisible()
  const row = shared.element().parentElement as HTMLElement
  await expect.poll(() => row.scrollWidth - row.clientWidth).toBe(0)
  expect(row.dataset.more).toBe(undefined)
})
