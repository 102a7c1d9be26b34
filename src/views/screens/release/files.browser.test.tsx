// What a release says of files that cannot be had.
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'
import { type Answers, aDetail, failure } from '#tests/components/wire.ts'

const notice = () => page.css('[data-category="hasError"]')

async function openTab(name: string, answers: Answers) {
  const attachments = [{ title: 'Booklet.pdf', url: '/api/attachments/1', size: 12_345 }]
  const app = await openApp('/releases/releaseInfo/r1', {
    answers: { 'GET /releases/r1': () => aDetail('r1', 3, { attachments }), ...answers },
  })
  await page.getByRole('tab', { name }).click()
  return app
}

it('RELEASE-040: an attachment that cannot be had says so', async () => {
  const app = await openTab('Attachments', { 'GET /attachments/1': () => failure(404, 'NOT_FOUND') })
  const save = page.getByRole('button', { name: 'Download Booklet.pdf', exact: true })
  await save.click()
  await expect.element(notice()).toHaveTextContent('The attachment could not be downloaded')
  await expect.element(save).not.toHaveAttribute('aria-busy', 'true')
  expect(app.wire.of('GET /attachments/1')).toHaveLength(1)
})

it('RELEASE-042: a report that fails closes its window and says so (D-089)', async () => {
  let answer = () => {}
  const asked = new Promise<void>((done) => {
    answer = done
  })
  const opens = vi.spyOn(window, 'open')
  await openTab('Metadata', { 'GET /releases/r1/report': () => asked.then(() => failure(500)) })
  await page.getByRole('link', { name: 'Metadata report (PDF)' }).click()
  await expect.poll(() => opens.mock.results.length).toBe(1)
  const popup = opens.mock.results[0]?.value as Window
  expect(popup.closed).toBe(false)
  answer()
  await expect.poll(() => popup.closed).toBe(true)
  await expect.element(notice()).toHaveTextContent('The metadata report could not be opened')
})

it('RELEASE-042: the middle button opens the report as well, and not the application anew (D-089)', {
  tags: ['long'],
}, async () => {
  const opens = vi.spyOn(window, 'open').mockReturnValue(null)
  await openTab('Metadata', { 'GET /releases/r1/report': () => failure(500) })
  const link = page.getByRole('link', { name: 'Metadata report (CSV)' })
  await expect.element(link).toBeVisible()
  const middle = new MouseEvent('auxclick', { button: 1, bubbles: true, cancelable: true })
  link.element().dispatchEvent(middle)
  expect(middle.defaultPrevented).toBe(true)
  await expect.poll(() => opens.mock.calls.length).toBe(1)
  const right = new MouseEvent('auxclick', { button: 2, bubbles: true, cancelable: true })
  link.element().dispatchEvent(right)
  expect(right.defaultPrevented).toBe(false)
  opens.mockRestore()
})

it('RELEASE-030, D-088: of a server without a page for it the words of the e-mail are shown, and nothing of its markup', async () => {
  const promoinfo = '<style>p { color: red }</style><p>Hear <b>this</b> at <a href="https://label.test/a">home</a></p>'
  await openApp('/releases/releaseInfo/r1', {
    answers: {
      'GET /releases/r1': () =>
        aDetail('r1', 3, { promoinfo: `${promoinfo}<img src="https://spy.test/1.png" alt="">` }),
      'GET /releases/r1/promo/address': () => failure(404, 'NOT_FOUND'),
    },
  })
  const panel = page.getByRole('region', { name: 'Promotional email' })
  await expect.element(panel).toHaveTextContent('Hear this at home (https://label.test/a)')
  const link = panel.getByRole('link', { name: 'https://label.test/a' })
  await expect.element(link).toHaveAttribute('target', '_blank')
  expect(panel.css('iframe, img, style, b').elements()).toEqual([])
  expect(panel.getByRole('button', { name: 'Try again' }).query()).toBeNull()
})

it('RELEASE-030: an e-mail that cannot be loaded says so and can be tried again', async () => {
  let isDown = true
  const address = '/icon-180.png?token=once'
  const app = await openApp('/releases/releaseInfo/r1', {
    answers: {
      'GET /releases/r1': () => aDetail('r1', 3, { promoinfo: '<p>Hear this</p>' }),
      'GET /releases/r1/promo/address': () => (isDown ? failure(500) : { address, remoteimages: 0 }),
    },
  })
  const panel = page.getByRole('region', { name: 'Promotional email' })
  await expect.element(panel).toHaveTextContent('The promotional email could not be loaded.')
  expect(panel.css('iframe').elements()).toEqual([])
  isDown = false
  await panel.getByRole('button', { name: 'Try again', exact: true }).click()
  await expect.element(panel.css('iframe')).toHaveAttribute('src', address)
  await expect.element(panel).not.toHaveTextContent('could not be loaded')
  expect(app.wire.of('GET /releases/r1/promo/address').at(-1)?.query.get('images')).toBe('0')
})
