import { beforeAll, describe, expect, it } from 'vitest'
import { PEAKS_BYTES, PromoAddress } from '#core/model/catalogue/media.ts'
import { call, expectJson, refusal, signIn } from './http.ts'
import { onStores } from './stores.ts'

onStores((server) => {
  let token = ''
  const address = (releaseid: string, images = 0) =>
    call(server().url, `/releases/${releaseid}/promo/address?images=${images}`, { token })

  beforeAll(async () => {
    token = (await signIn(server().url)).access
  })

  describe('the promotional e-mail', () => {
    it('RELEASE-030: is served cleaned, under a policy of its own, at an address that needs no header', async () => {
      const answer = await expectJson(PromoAddress, address('demo-hostile-html'))
      expect(answer.remoteimages).toBe(1)
      expect(answer.address).not.toContain(token)
      const page = await fetch(server().url + answer.address)
      expect(page.status).toBe(200)
      expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('Cache-Control')).toBe('no-store')
      const policy = page.headers.get('Content-Security-Policy') ?? ''
      expect(policy).toMatch(/default-src 'none';.*sandbox allow-popups/)
      expect(policy).not.toMatch(/script-src|img-src|allow-scripts|allow-same-origin/)
      const html = await page.text()
      expect(html).toContain('This text is harmless and may be read.')
      expect(html).not.toMatch(/<script|onerror|onload|<iframe|<form|http-equiv="refresh"/)
    })
    it('RELEASE-030: lets pictures load only where the reader asked for them', async () => {
      const answer = await expectJson(PromoAddress, address('demo-hostile-html', 1))
      const page = await fetch(server().url + answer.address)
      expect(page.headers.get('Content-Security-Policy')).toContain('img-src https:')
      const without = await fetch(server().url + answer.address.replace(/token=[^&]*/, 'token=x'))
      expect(without.status).toBe(401)
    })
    it('works once at its address, also for two that come at once', async () => {
      const { address: one } = await expectJson(PromoAddress, address('demo-hostile-html'))
      expect((await fetch(server().url + one)).status).toBe(200)
      expect(await refusal(fetch(server().url + one))).toEqual({ status: 401, code: 'INVALID_MEDIA_TOKEN' })
      const { address: both } = await expectJson(PromoAddress, address('demo-hostile-html', 1))
      const answers = await Promise.all([1, 2, 3, 4].map(() => fetch(server().url + both)))
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401, 401, 401])
    })
    it('has an address for its own release alone, and none for a release without one or out of reach', async () => {
      const { address: own } = await expectJson(PromoAddress, address('demo-hostile-html'))
      const other = await fetch(server().url + own.replace('demo-hostile-html', 'demo-no-comments'))
      expect(other.status).toBe(401)
      expect((await refusal(address('demo-no-comments'))).status).toBe(404)
      expect((await refusal(address('demo-forbidden'))).status).toBe(403)
      expect((await refusal(address('demo-withdrawn'))).status).toBe(410)
      expect((await refusal(call(server().url, '/releases/demo-hostile-html/promo/address?images=0'))).status).toBe(401)
    })
  })

  describe('the outline of a track', () => {
    it('is small, has a validator, and is kept by no browser', async () => {
      const answer = await call(server().url, '/audio/demo-no-comments-01/peaks', { token })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      const etag = answer.headers.get('ETag') ?? ''
      const values = new Uint8Array(await answer.arrayBuffer())
      expect([values.length, Math.max(...values)]).toEqual([PEAKS_BYTES, 255])
      const again = await call(server().url, '/audio/demo-no-comments-01/peaks', {
        token,
        headers: { 'If-None-Match': etag },
      })
      expect(again.status).toBe(304)
    })
    it('needs a session, and is not there for a video', async () => {
      expect((await refusal(call(server().url, '/audio/demo-no-comments-01/peaks'))).status).toBe(401)
      expect((await refusal(call(server().url, '/audio/no-such-track/peaks', { token }))).status).toBe(404)
    })
  })
})
