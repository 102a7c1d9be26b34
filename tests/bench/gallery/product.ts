/** The whole product over made-up releases: its own server for everything but the pages of the list and their covers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Page } from 'playwright'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { type Product, type ProductOptions, startProduct } from '../press/product.ts'
import { indexPartOf, makeRelease } from './releases.ts'
import type { Harness } from './serve.ts'

/** @param count releases the gallery shows @param more answers other requests in the server's place */
export function serveProduct(
  root: string,
  harness: Harness,
  count: number,
  more?: ProductOptions['answer'],
): Promise<Product> {
  const page = (request: IncomingMessage, response: ServerResponse): boolean => {
    const url = new URL(request.url ?? '/', 'http://product')
    if (request.method !== 'GET') return false
    if (url.pathname === '/api/index/releases') {
      const [from, most] = ['first', 'count'].map((name) => Number(url.searchParams.get(name)))
      answer(response, indexPartOf(count, from ?? 0, most ?? 0))
      return true
    }
    if (url.pathname !== '/api/releases') return false
    const size = Number(url.searchParams.get('pagesize'))
    const first = (Number(url.searchParams.get('page')) - 1) * size
    const releases = Array.from({ length: Math.max(0, Math.min(size, count - first)) }, (_, i) =>
      makeRelease(first + i),
    )
    answer(response, { releases, total: count })
    return true
  }
  return startProduct(root, Number.POSITIVE_INFINITY, {
    catalogue: 'small',
    answer: (request, response) =>
      harness.cover(request, response) || page(request, response) || (more?.(request, response) ?? false),
  })
}

function answer(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body))
}

/** Signs in and gives the gallery inside the page the same room the others have. */
export async function openProduct(page: Page, url: string, room: { width: number; height: number }): Promise<void> {
  await page.goto(url)
  await page.getByRole('textbox', { name: 'Email' }).fill('verified@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('[data-release-id]').first().waitFor()
  const box = await page.getByTestId('gallery-scroller').boundingBox()
  const viewport = page.viewportSize()
  if (!box || !viewport) throw new Error('the gallery is not there')
  await page.setViewportSize({
    width: viewport.width + room.width - Math.round(box.width),
    height: viewport.height + room.height - Math.round(box.height),
  })
}
