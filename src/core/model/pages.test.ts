import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isPage } from './isPage.ts'
import { PAGES, searchPlace } from './pages.ts'

it('ROUTE-034: knows the pages of the requirements, and no other', () => {
  const rows = readFileSync(new URL('../../../tests/spec/requirements.md', import.meta.url), 'utf8')
  const routes = rows.split('\n').filter((line) => /^\| ROUTE-0(0|1|2|3[0-3])/.test(line))
  const named = routes.flatMap((line) => [...line.matchAll(/`(\/[^`]*)`/g)].map((match) => match[1] ?? ''))
  // Any part in braces may be anything; D-038 has the tabs of the settings.
  const addresses = named.map((name) => name.replace('/settings/{subroute}', '/settings/email').replace('/account/{subroute}', '/account/profile').replace('{category?}/{profile?}', 'releases/artist').replace(/\{[^}]*\}/g, 'x').replace(/\?.*/, '')) // biome-ignore format: a chain
  expect(addresses.length).toBeGreaterThan(30)
  expect(addresses.filter((address) => !isPage(address))).toEqual([])
  for (const address of [
    '/x',
    '/releases/x',
    '/settings/x',
    '/account/x',
    '/signup/a/b',
    '/merge',
    '/search/songs',
    '/search/tracks/artist',
    '/search/releases/song',
    '/search/releases/artist/x',
    '',
    '//',
    '/releases//releaseInfo/x',
  ])
    expect([address, isPage(address)]).toEqual([address, address === ''])
})

it('is where the router takes its pages from', () => {
  const router = readFileSync(new URL('../../views/router.tsx', import.meta.url), 'utf8')
  const given = [...router.matchAll(/path: ([^,\s]+)/g)].map((match) => match[1])
  expect(given.length).toBe(Object.keys(PAGES).length + 1)
  expect(given.filter((path) => path !== "'*'" && !(path ?? '').startsWith('PAGES.'))).toEqual([])
})

it.each([
  ['', 'top', null],
  ['/', 'top', null],
  ['/top', 'top', null],
  ['/tracks', 'tracks', null],
  ['/releases/', 'releases', null],
  ['/releases/artist', 'releases', 'artist'],
  ['/releases/label', 'releases', 'label'],
] as const)('ROUTE-021: /search%s is a page', (rest, section, profile) => {
  expect(searchPlace(`/search${rest}`)).toEqual({ section, profile })
  expect(searchPlace(`/Search${rest}`)).toEqual({ section, profile })
})

it.each(['ing', '/songs', '/tracks/artist', '/top/label', '/releases/genre', '/releases/artist/x', '//'])(
  'D-093: /search%s is no page',
  (rest) => {
    expect(searchPlace(`/search${rest}`)).toBeNull()
  },
)
