/** No link of any mail leads to a page that does not know it: each is held against the routes the client really has. */
import { matchRoutes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { accountPlace } from '#core/model/accountPages.ts'
import { isPage } from '#core/model/isPage.ts'
import type { MailKind } from '#server/mail/kinds.ts'
import { writeLetter } from '#server/mail/letters.ts'
import { readMailTexts } from '#server/mail/texts.ts'
import { SAMPLE_MAILS } from '#tests/support/letters.ts'
import { appRoutes } from '#views/router.tsx'

const ORIGIN = 'https://player.example'
const routes = appRoutes()
const texts = readMailTexts('locales')
const kinds = Object.keys(SAMPLE_MAILS) as MailKind[]
const linksOf = <K extends MailKind>(kind: K, data = SAMPLE_MAILS[kind]) =>
  writeLetter(kind, data, 'en', texts, ORIGIN).links

/** The pattern of the route that shows an address; `*` is the page that says there is none. */
const routeOf = (path: string) => matchRoutes(routes, path)?.at(-1)?.route.path ?? null

function known(link: string): void {
  expect(link.startsWith(`${ORIGIN}/`)).toBe(true)
  const { pathname } = new URL(link)
  const route = routeOf(pathname)
  expect(route, `the client has no page for ${pathname}`).not.toBeNull()
  // What stands behind `*` tells the pages of the account from those that are none.
  expect(route === '*' && accountPlace(pathname) === null, `the client has no page for ${pathname}`).toBe(false)
  expect(isPage(pathname), `the server answers 404 to ${pathname}`).toBe(true)
}

describe('the links of mails', () => {
  it('the table is the real one: what nobody has leads to the page that says so', () => {
    expect(routeOf('/nowhere')).toBe('*')
    expect(accountPlace('/nowhere')).toBeNull()
  })

  it.each(kinds)('%s leads to pages that are there', (kind) => linksOf(kind).forEach(known))

  it('welcome_set_password leads to one for whoever has a password, too', () => {
    const links = linksOf('welcome_set_password', { ...SAMPLE_MAILS.welcome_set_password, setup: true })
    expect(links).toHaveLength(1)
    links.forEach(known)
  })

  it('all kinds but the plain answers hold a link', () => {
    expect(kinds.filter((kind) => linksOf(kind).length === 0)).toEqual([
      'signup_code',
      'signup_received',
      'support_message',
    ])
  })
})
