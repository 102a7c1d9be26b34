/** How a person is drawn where there is no picture: initials on one of five colours (SHELL-010, SHELL-011, D-054). */

const AVATAR_COLOURS = 5

export interface Initials {
  readonly initials: string
  /** 0 to 4, the same for the same address. */
  readonly colour: number
}

/** @param name in full; where there is none, the address stands in */
export function initialsOf(name: string, email: string): Initials {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0] ?? email]
  const first = email.toLowerCase().codePointAt(0) ?? 0
  return {
    initials: letters
      .map((word) => [...(word ?? '')][0] ?? '')
      .join('')
      .toUpperCase(),
    colour: first % AVATAR_COLOURS,
  }
}
