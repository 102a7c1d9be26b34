// What a filter menu shows and how its keys move, apart from React.

import {
  chosenIn,
  EXPLICIT_VERSION,
  type FilterGroup,
  isFilterId,
  type ReleaseQuery,
} from '#core/model/catalogue/releaseQuery.ts'
import { fold } from '#core/model/text/fold.ts'

export interface Option {
  readonly id: string
  readonly name: string
  /** Address of a market's logo, or an empty text. */
  readonly icon?: string
}

/** From so many options on, a menu has a field that narrows them. */
export const FIELD_FROM = 15
/** Names a pill shows; the rest is a number (FILTER-011, FILTER-012). */
export const FILTER_PILL_NAMES = 2
/** Letters typed with less than this between them are one search, ms. */
export const TYPE_AHEAD_MS = 600

/**
 * The options of a group: each id once, those alone that can be asked for; a name that is empty gives way to the
 * id. Explicit is one of the versions, whether the server lists it or not (D-080).
 */
export function optionsOf(
  lists: Readonly<Record<FilterGroup, readonly Option[]>>,
  group: FilterGroup,
  explicitName: string,
): readonly Option[] {
  const seen = new Set<string>()
  const list = lists[group].flatMap((listed) => {
    const option =
      group === 'versions' && isExplicit(listed, explicitName) ? { ...listed, id: EXPLICIT_VERSION } : listed
    if (seen.has(option.id) || !isFilterId(option.id)) return []
    seen.add(option.id)
    return option.name.trim() === '' ? { ...option, name: option.id } : option
  })
  if (group !== 'versions' || list.length === 0 || list.some(({ id }) => id === EXPLICIT_VERSION)) return list
  return [...list, { id: EXPLICIT_VERSION, name: explicitName }]
}

/** By whatever id a server lists it, what it calls explicit is the version that stands for `explicit`. */
const isExplicit = ({ name }: Option, explicitName: string) =>
  [EXPLICIT_VERSION, fold(explicitName)].includes(fold(name))

/** The names of what is chosen in a group, in the order it was chosen. An id no list knows is its own name. */
export function chosenNames(query: ReleaseQuery, group: FilterGroup, options: readonly Option[]): string[] {
  return chosenIn(query, group).map((id) => options.find((option) => option.id === id)?.name ?? id)
}

/** The first names of a pill and how many follow. */
export function pillOf(names: readonly string[]): { shown: readonly string[]; more: number } {
  return { shown: names.slice(0, FILTER_PILL_NAMES), more: Math.max(0, names.length - FILTER_PILL_NAMES) }
}

/** The options whose name holds the text, without case and accents. */
export function narrowed(options: readonly Option[], text: string): readonly Option[] {
  const wanted = fold(text)
  return wanted === '' ? options : options.filter(({ name }) => fold(name).includes(wanted))
}

/**
 * Where a key moves to in a list.
 * @param at the place now, from 0; -1 for none
 * @param page places a page key moves
 * @returns the new place, or null when the key does not move
 */
export function moved(key: string, at: number, count: number, page: number): number | null {
  if (count === 0) return null
  const within = (to: number) => Math.min(count - 1, Math.max(0, to))
  switch (key) {
    case 'ArrowDown':
      return within(at + 1)
    case 'ArrowUp':
      return within(at < 0 ? count - 1 : at - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    case 'PageDown':
      return within(Math.max(0, at) + page)
    case 'PageUp':
      return within(Math.max(0, at) - page)
    default:
      return null
  }
}

/**
 * Where typing leads: the next name that begins with what was typed. One letter again and again goes through
 * the names that begin with it.
 * @returns the place, or null when no name begins so
 */
export function typedTo(options: readonly Option[], at: number, typed: string): number | null {
  const text = fold(typed)
  const letters = [...text]
  if (text === '') return null
  const same = letters.every((letter) => letter === letters[0])
  const wanted = same ? (letters[0] as string) : text
  const from = same ? at + 1 : Math.max(0, at)
  for (let step = 0; step < options.length; step++) {
    const place = (from + step) % options.length
    if (fold(options[place]?.name ?? '').startsWith(wanted)) return place
  }
  return null
}
