import { expect, it } from 'vitest'
import common from '../../../../locales/en/common.json' with { type: 'json' }
import { isAccount, isAt, titleKey } from './title.ts'

const title = (path: string) => {
  const key = titleKey(path)
  return key === null ? null : common.nav[key]
}

it('SHELL-001: a page has its navigation label as its title', () => {
  expect(['/releases', '/flagged', '/archived', '/recently_played'].map(title)).toEqual([
    'Releases',
    'Flagged',
    'Archived',
    'History',
  ])
  expect(title('/Releases/')).toBe('Releases')
})
it('SHELL-001: a release has its way there instead', () => {
  expect(title('/releases/releaseInfo/r1')).toBeNull()
})
it('SHELL-002: the title of the playlists is "playlists"', () => {
  expect(title('/playlists')?.toLowerCase()).toBe('playlists')
})
it('ROUTE-034, D-065: what begins as a page of the account and is none has not its title', () => {
  const pages = ['/account', '/Account/Profile/', '/account-management', '/my-network', '/settings', '/settings/email']
  expect(pages.filter((path) => !isAccount(path))).toEqual([])
  expect(['/settings/foo', '/account/foo', '/profilexyz', '/accounts', '/profile/x'].filter(isAccount)).toEqual([])
})
it('SHELL-001: a page is known by its address as the router reads it', () => {
  const search = ['/search', '/Search/', '/search/Tracks', '/SEARCH/releases/artist/']
  expect(search.filter((path) => !isAt('search', path))).toEqual([])
  expect(['/searching', '/search/songs', '/search/a/b/c', '/releases'].filter((path) => isAt('search', path))).toEqual(
    [],
  )
  expect(isAt('release', '/Releases/releaseinfo/r1/')).toBe(true)
  expect(isAt('playlist', '/playlists/')).toBe(false)
})
