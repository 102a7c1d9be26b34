/** What a person is called, and drawn as where there is no picture: initials on one of five colours (SHELL-010, SHELL-011, D-054). */
import { unturned } from '../text/direction.ts'
import { countGraphemes, firstGraphemes } from '../text/graphemes.ts'

const AVATAR_COLOURS = 5

export interface Initials {
  readonly initials: string
  /** 0 to 4, the same for the same address. */
  readonly colour: number
}

/** What a connection is called, in a sentence as well: who gave no name is known by the address. */
export const nameOf = ({ full_name, email }: { readonly full_name: string; readonly email: string }): string =>
  unturned(full_name).trim() || email

/** @param name in full; where there is none, the address stands in */
export function initialsOf(name: string, email: string): Initials {
  const words = name.split(/\s+/).map(seen).filter(Boolean)
  const [only = seen(email)] = words
  const letters = words.length > 1 ? [only, words.at(-1) ?? ''] : [only]
  const first = email.toLowerCase().codePointAt(0) ?? 0
  return {
    initials: letters.map(initial).join(''),
    colour: first % AVATAR_COLOURS,
  }
}

/** From the first sign on that somebody sees: marks of direction stand before a name. */
const seen = (word: string) => word.replace(/^\p{DI}+/u, '')

/** The first character, as a capital where that is one as well (ß has none). */
function initial(word: string): string {
  const first = firstGraphemes(word, 1)
  const capital = first.toUpperCase()
  return countGraphemes(capital) > 1 ? first : capital
}
