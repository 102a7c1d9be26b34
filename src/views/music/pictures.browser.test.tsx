// Covers, markets and marks: what stands there for what a song or release is.
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { releaseOptionsReceived } from '#core/events/releases.ts'
import { show, signedIn } from '#tests/components/stage.tsx'
import { unreachable } from '#tests/components/unreachable.ts'
import { Cover } from './Cover.tsx'
import { Markets } from './Markets.tsx'
import { Explicit } from './marks.tsx'

const picture = () => document.querySelector<HTMLImageElement>('#root img')

afterEach(() => unreachable())

it('SHELL-052: a cover that does not load gives way to a disc', async () => {
  await show(<Cover src="/no-such-cover.webp" size={64} radius={6} />)
  await expect.poll(picture).toBeNull()
  expect(document.querySelector('#root svg')).not.toBeNull()
})

it('a cover that comes in sizes is asked for as WebP, and at its own address when it has none there', async () => {
  await show(<Cover src="/art/no-such-300.png" size={64} radius={6} />)
  expect(picture()?.srcset).toContain('/art/no-such-64.webp 64w')
  await expect.poll(() => picture()?.srcset ?? '').toBe('')
})

it('what is rendered and never put into the page has no sizes, for which the document would hold on to it', () => {
  const rendered = renderToStaticMarkup(<Cover src="/art/no-such-300.png" size={64} radius={6} />)
  expect(rendered).toContain('<img')
  expect(rendered).not.toMatch(/srcset/i)
})

it('another cover is tried when one was missing', async () => {
  await show(<Cover src="/no-such-cover.webp" size={64} radius={6} />)
  await expect.poll(picture).toBeNull()
  await show(<Cover src="/icon-180.png" size={64} radius={6} />)
  await expect.poll(() => picture()?.naturalWidth ?? 0).toBeGreaterThan(0)
})

it('H-509: a cover and a logo that did not load are there once the connection is back', async () => {
  await unreachable('*icon-180.png')
  await show(<Cover src="/icon-180.png" size={64} radius={6} />)
  await expect.poll(picture).toBeNull()
  await unreachable()
  dispatchEvent(new Event('online'))
  await expect.poll(() => picture()?.naturalWidth ?? 0).toBeGreaterThan(0)

  await unreachable('*icon-180.png?logo*')
  await show(<Markets markets={['de']} size={16} max={3} />, { story: withMarket('/icon-180.png?logo.png') })
  await expect.element(page.getByText('DE', { exact: true })).toBeVisible()
  await unreachable()
  dispatchEvent(new Event('online'))
  await expect.poll(() => picture()?.naturalWidth ?? 0).toBeGreaterThan(0)
})

it('until it is there its average colour is', async () => {
  await show(<Cover src="/icon-180.png" size={64} radius={6} colour="#336699" />)
  const box = picture()?.parentElement as HTMLElement
  expect(getComputedStyle(box).backgroundColor).toBe('rgb(51, 102, 153)')
  expect([box.offsetWidth, box.offsetHeight]).toEqual([64, 64])
})

it('RELEASE-012: a market with a logo is its picture and name, one without its id, Canadian content a leaf', async () => {
  await show(<Markets markets={['us', 'atlantis', 'cancon']} size={16} max={3} />)
  await expect.element(page.getByRole('img', { name: 'United States' })).toHaveAttribute('src', '/favicon.svg')
  await expect.element(page.getByText('ATLANTIS')).toBeVisible()
  await expect.element(page.getByRole('img', { name: 'Canadian content' })).toBeVisible()
})

const withMarket = (icon: string) =>
  signedIn().happens(
    releaseOptionsReceived({
      download: true,
      genres: [],
      packages: [],
      versions: [],
      releaseTypes: [],
      markets: [{ id: 'de', name: 'Germany', icon }],
    }),
  )

it('FILTER-019, RELEASE-012: a logo named by its base address alone is its png', async () => {
  await show(<Markets markets={['de']} size={16} max={3} />, { story: withMarket('/icon-180') })
  await expect.element(page.getByRole('img', { name: 'Germany' })).toHaveAttribute('src', '/icon-180.png')
})

it('SHELL-052: a logo that does not load gives way to the id of its market', async () => {
  await show(<Markets markets={['de']} size={16} max={3} />, { story: withMarket('/no-such-logo') })
  await expect.element(page.getByText('DE', { exact: true })).toBeVisible()
  expect(picture()).toBeNull()
})

it('what has no room is a number that names them', async () => {
  await show(<Markets markets={['us', 'a', 'b', 'c']} size={16} max={2} />)
  await expect.element(page.getByText('+2')).toHaveAttribute('title', 'B, C')
})

it('no market is nothing', async () => {
  const { host } = await show(<Markets markets={[]} size={16} max={2} />)
  expect(host.textContent).toBe('')
})

it('explicit is a letter with a name', async () => {
  await show(<Explicit />)
  await expect.element(page.getByRole('img', { name: 'Explicit' })).toHaveTextContent('E')
})
