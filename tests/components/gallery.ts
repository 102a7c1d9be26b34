/** The gallery with its list menu, over a server whose answer to each filter and order is one of its own. */
import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { Options, ReleaseCard } from '#core/model/catalogue/release.ts'
import { type AppStage, type AppSurroundings, openApp } from './app.tsx'
import { type Asked, OPTIONS, pageOf, someCards } from './wire.ts'

const choice = (name: string) => ({ id: name.toLowerCase().replaceAll(' ', '-'), name })

/** So many genres that their list has a field, and two lists of releases. */
export const FILTERS: Options = {
  ...OPTIONS,
  genres: [...OPTIONS.genres.map(({ name }) => name), 'Blues', 'Disco', 'Dub', 'Funk', 'Reggae'].map(choice),
  packages: ['Club picks', 'Radio adds'].map(choice),
}

/** A filter and an order as they were asked for, without the page. */
function named(query: URLSearchParams): string {
  const parts = [...query].filter(([key]) => key !== 'page' && key !== 'pagesize')
  return parts.map(([key, value]) => `${key}=${value}`).join('&')
}

/** What the server holds for a filter and an order: other releases, and another number of them, than for any other. */
export function held(text: string): ReleaseCard[] {
  const name = named(new URLSearchParams(text))
  const number = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7)
  return someCards(45 + number, (n) => ({ releaseid: `${name}~${n}`, title: `${n} of ${name}` }))
}

/** @param answers laid down before the gallery's own */
export async function openGallery(search = '', { answers = {}, ...around }: AppSurroundings = {}): Promise<AppStage> {
  const app = await openApp(`/releases${search === '' ? '' : `?${search}`}`, {
    ...around,
    answers: {
      ...answers,
      'GET /options': answers['GET /options'] ?? (() => FILTERS),
      'GET /releases': answers['GET /releases'] ?? answered,
    },
  })
  await expect.element(menu().getByRole('status')).toBeInTheDocument()
  return app
}

export function answered(asked: Asked) {
  const all = held(asked.query.toString())
  return { releases: pageOf(all, asked), total: all.length }
}

export const menu = (): Locator => page.getByRole('group', { name: 'Release list' })
export const dropdown = (name: string): Locator => menu().getByRole('button', { name, exact: true })
export const listbox = (name: string): Locator => page.getByRole('listbox', { name, exact: true })
export const option = (name: string): Locator => page.getByRole('option', { name, exact: true })
export const pill = (group: string): Locator => page.getByRole('group', { name: `${group} filter`, exact: true })
export const radio = (name: string): Locator => page.getByRole('radio', { name, exact: true })
export const said = (text: string) => `${held(text).length.toLocaleString('en')} releases`
export const words = (all: Locator) => all.elements().map((one) => one.textContent)
export const query = () => new URLSearchParams(location.search)

const shown = () =>
  [...document.querySelectorAll('[data-testid="gallery-scroller"] [data-release-id]')].map((one) =>
    one.getAttribute('data-release-id'),
  )

/** The gallery shows what the server holds for this filter and order: how many, and the first of them in order. */
export async function showsAnswer(text: string): Promise<void> {
  await expect.element(menu().getByRole('status')).toHaveTextContent(said(text))
  const first = held(text).slice(0, 5).map(({ releaseid }) => releaseid) // biome-ignore format: one look
  await expect.poll(() => shown().slice(0, 5)).toEqual(first)
}

/** Opens a group, chooses the options by name, and closes it again. */
export async function choose(group: string, ...names: string[]): Promise<void> {
  await dropdown(group).click()
  for (const name of names) await option(name).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(listbox(group)).not.toBeInTheDocument()
}
