// What a press of a key means, whatever the keyboard and what is held with it.

/** A letter of another script than the one that shortcuts are named in, or a sign that is set to one. */
const FOREIGN = /^(?!\p{Script=Latin})[\p{L}\p{M}]$/u

/** A figure of another script. */
const FOREIGN_FIGURE = /^(?![0-9])\p{Nd}$/u

/**
 * The key as shortcuts name it, letters small: where another script is typed, the letter or figure that stands at its
 * place.
 */
export function keyOf(event: Pick<KeyboardEvent, 'key' | 'code'> & Partial<KeyboardEvent>): string {
  const { key, code } = event
  if (FOREIGN_FIGURE.test(key)) return /^Digit([0-9])$/.exec(code)?.[1] ?? key
  // With AltGr a Latin keyboard types letters of other scripts as well.
  const letter =
    FOREIGN.test(key) && !event.getModifierState?.('AltGraph') ? (/^Key([A-Z])$/.exec(code)?.[1] ?? key) : key
  return letter.length === 1 ? letter.toLowerCase() : letter
}

/** Held with these a key is the browser's or the system's: Alt with the left arrow goes back. */
export const isCommand = (event: Pick<MouseEvent, 'altKey' | 'ctrlKey' | 'metaKey'>): boolean =>
  event.altKey || event.ctrlKey || event.metaKey

/** A press of a link that leads on in this tab: with a key held it opens another one, a window or a file. */
export const isPlainPress = (event: Pick<MouseEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): boolean =>
  !isCommand(event) && !event.shiftKey
