import { expect, it } from 'vitest'
import { sampleClipFor } from './audioEvents.ts'

const APPLE = '(KHTML, like Gecko)'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

it.each([
  ['Safari', `${MAC} AppleWebKit/605.1.15 ${APPLE} Version/19.0 Safari/605.1.15`],
  ['Safari of a phone', `${PHONE} ${APPLE} Version/19.0 Mobile/15E148 Safari/604.1`],
  ['Chrome of a phone that has WebKit alone', `${PHONE} ${APPLE} CriOS/150.0 Mobile/15E148 Safari/604.1`],
  ['Firefox of such a phone', `${PHONE} ${APPLE} FxiOS/150.0 Mobile/15E148 Safari/605.1.15`],
  ['Edge of such a phone', `${PHONE} ${APPLE} EdgiOS/150.0 Mobile/15E148 Safari/604.1`],
])('PLAYER-028: %s plays a sample first', (_browser, userAgent) => {
  expect(sampleClipFor(userAgent)).toBe('/sample.wav')
})

it.each([
  ['Chrome', `${MAC} AppleWebKit/537.36 ${APPLE} Chrome/150.0.0.0 Safari/537.36`],
  [
    'Chrome of Android',
    `Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 ${APPLE} Chrome/150.0 Mobile Safari/537.36`,
  ],
  ['Chromium', `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ${APPLE} Chromium/150.0 Safari/537.36`],
  ['Edge', `${MAC} AppleWebKit/537.36 ${APPLE} Chrome/150.0.0.0 Safari/537.36 Edg/150.0`],
  ['Firefox', `Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0`],
])('PLAYER-028: %s needs none', (_browser, userAgent) => {
  expect(sampleClipFor(userAgent)).toBeNull()
})
