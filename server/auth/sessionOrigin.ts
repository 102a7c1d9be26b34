/**
 * With what and from where a session is used, as its owner is shown it: names of browser and system out of the user
 * agent, the time zone the browser tells, and the network without the part that names one connection. Whoever has the
 * token can say anything here: it is for a person to recognise, and no right hangs on it.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { type SessionWay, TIME_ZONE_HEADER } from '#core/model/people/sessions.ts'
import { networkOf } from './network.ts'

export interface SessionOrigin {
  readonly browser: string
  readonly system: string
  readonly timezone: string
  readonly network: string
}
export type SessionBegin = SessionOrigin & { readonly began_by: SessionWay }

/** The first that fits: the later ones stand in the user agents of the earlier ones too. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
const AGENT_MAX = 1000
const ZONE = /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/
const ZONE_MAX = 64

const nameIn = (names: readonly [RegExp, string][], agent: string): string =>
  names.find(([sign]) => sign.test(agent))?.[1] ?? ''

export function sessionOrigin(headers: IncomingHttpHeaders, address: string): SessionOrigin {
  const agent = (headers['user-agent'] ?? '').slice(0, AGENT_MAX)
  const told = headers[TIME_ZONE_HEADER.toLowerCase()]
  return {
    browser: nameIn(BROWSERS, agent),
    system: nameIn(SYSTEMS, agent),
    timezone: typeof told === 'string' ? timeZone(told) : '',
    network: shownNetwork(address),
  }
}

/** A time zone there is, or nothing. */
function timeZone(text: string): string {
  if (text.length > ZONE_MAX || !ZONE.test(text)) return ''
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone === '' ? '' : text
  } catch {
    return ''
  }
}

/** `203.0.113.x`, `2001:db8:1:…`: enough to tell home from elsewhere, not one connection from the next. */
export function shownNetwork(address: string): string {
  const network = networkOf(address)
  if (/^\d+\.\d+\.\d+\.\d+$/.test(network)) return network.replace(/\d+$/, 'x')
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}:…` : ''
}
