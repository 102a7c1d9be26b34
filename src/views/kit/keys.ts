// What a press of a key means, whatever the keyboard and what is held with it.

/** A letter of another script than the one that shortcuts are named in. */
const FOREIGN = /^(?!\p{Script=Latin})\p{L}$/u

/** The key as shortcuts name it, letters small: where another script is typed, the letter that stands at its place. */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const letter = FOREIGN.test(key) ? (/^Key([A-Z])$/.exec(code)?.[1] ?? key) : key
  return letter.length === 1 ? letter.toLowerCase() : letter
}

/** Held with these a key is the browser's or the system's: Alt with the left arrow goes back. */
export const isCommand = (event: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey'>): boolean =>
  event.altKey || event.ctrlKey || event.metaKey
