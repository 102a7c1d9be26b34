// A gallery whose list the server changes while somebody goes through it.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { menu, openGallery } from '#tests/components/gallery.ts'
import { pageOf, someCards } from '#tests/components/wire.ts'

const scroller = () => page.getByTestId('gallery-scroller').element() as HTMLElement

it('GALLERY-006: shows each release once, where one came between two of its pages, and asks for few again', {
  tags: ['long'],
}, async () => {
  let all = someCards(400, (n) => ({ releaseid: `r${n}`, title: `Number ${n}` }))
  const app = await openGallery('', {
    answers: { 'GET /releases': (asked) => ({ releases: pageOf(all, asked), total: all.length }) },
  })
  /** Places, in the list as the server has it, of what is drawn. */
  const drawn = () =>
    [...scroller().querySelectorAll('[data-release-id]')]
      .map((one) => all.findIndex(({ releaseid }) => releaseid === one.getAttribute('data-release-id')))
      .sort((a, b) => a - b)
  const isUnbroken = (places: readonly number[]) =>
    places.length > 3 && places.every((place, nth) => nth === 0 || place === (places[nth - 1] ?? 0) + 1)
  await expect.poll(() => isUnbroken(drawn())).toBe(true)
  const asked = () => app.wire.of('GET /releases').length
  const before = asked()
  all = [...someCards(1, () => ({ releaseid: 'new', title: 'New' })), ...all]
  for (let step = 0; step < 12; step++) {
    scroller().scrollTop += scroller().clientHeight / 2
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  await expect.poll(() => drawn()[0] ?? 0).toBeGreaterThan(20)
  await expect.poll(() => isUnbroken(drawn()), { timeout: 5000 }).toBe(true)
  scroller().scrollTop = 0
  await expect.poll(() => drawn()[0], { timeout: 5000 }).toBe(0)
  await expect.poll(() => isUnbroken(drawn()), { timeout: 5000 }).toBe(true)
  expect(asked() - before).toBeLessThan(16)
})

it('H-575: ends with what came where the server counts too many, and asks for its last page once more alone', {
  tags: ['long'],
}, async () => {
  const all = someCards(75, (n) => ({ releaseid: `r${n}`, title: `Number ${n}` }))
  const app = await openGallery('', {
    answers: { 'GET /releases': (asked) => ({ releases: pageOf(all, asked), total: 79 }) },
  })
  const isLast = ({ query }: { query: URLSearchParams }) => query.get('page') === '2'
  const says = () => menu().getByRole('status').element().textContent
  await expect.poll(says).toBe('79 releases')
  scroller().scrollTop = scroller().scrollHeight
  await expect.poll(says).toBe('75 releases')
  for (const to of [0, scroller().scrollHeight]) {
    scroller().scrollTop = to
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  expect(app.wire.of('GET /releases').filter(isLast)).toHaveLength(2)
})
