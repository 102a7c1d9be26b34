import { expect, it } from 'vitest'
import { sessionOrigin, shownNetwork } from './sessionOrigin.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)'
it.each([
  [`${MAC} Chrome/141.0.0.0 Safari/537.36`, 'Chrome', 'macOS'],
  [`${MAC} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge', 'macOS'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 OPR/120.0', 'Opera', 'Linux'],
  ['Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36', 'Samsung Internet', 'Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1', 'Safari', 'iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1', 'Chrome', 'iPad'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36', 'Chrome', 'ChromeOS'],
  ['curl/8.5.0', '', ''],
  ['', '', ''],
  [`${'x'.repeat(5000)} Firefox/140.0`, '', ''],
])('%s is shown as %s on %s', (agent, browser, system) => {
  expect(sessionOrigin({ 'user-agent': agent }, '127.0.0.1')).toMatchObject({ browser, system })
}) // biome-ignore format: a table

it.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:…'],
  ['::1', '0:0:0:…'],
  ['fe80::1%eth0', 'fe80:0:0:…'],
  ['nonsense', ''],
])('the network of %s is shown as %s', (address, shown) => {
  expect(shownNetwork(address)).toBe(shown)
})

it.each([
  ['Europe/Amsterdam', 'Europe/Amsterdam'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['UTC', 'UTC'],
  ['Mars/Olympus', ''],
  ['<script>', ''],
  ['', ''],
  [`Europe/${'a'.repeat(100)}`, ''],
])('the time zone %j is kept as %j', (told, kept) => {
  expect(sessionOrigin({ 'x-time-zone': told }, '127.0.0.1').timezone).toBe(kept)
})
