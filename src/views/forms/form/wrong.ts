const INVALID = '[aria-invalid="true"]'

/** A control with the words that stood at it when it was found wrong. */
export interface Wrong {
  readonly control: HTMLElement
  readonly words: string
}

/** The controls that are shown as wrong, in the order of the page: the order of their names says nothing. */
export const wrongControls = (form: HTMLFormElement): HTMLElement[] =>
  Array.from(form.querySelectorAll<HTMLElement>(INVALID))

/** Read at once: what stands there later may be a hint, or nothing. */
const wordsAt = (control: HTMLElement): string => document.getElementById(`${control.id}e`)?.textContent ?? ''

/** With the field's label where the words alone are said of several. */
export function inWords(controls: readonly HTMLElement[]): Wrong[] {
  const all = controls.map(wordsAt)
  return controls.map((control, at) => {
    const words = all[at] ?? ''
    const isShared = all.indexOf(words) !== all.lastIndexOf(words)
    return { control, words: isShared ? [labelOf(control)?.textContent, words].filter(Boolean).join(': ') : words }
  })
}

export const isStillWrong = ({ control }: Wrong): boolean => control.isConnected && control.matches(INVALID)

const labelOf = (control: HTMLElement): Element | null =>
  control instanceof HTMLInputElement || control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement
    ? (control.labels?.[0] ?? null)
    : null

/** Brings a field into sight with its label, and the focus to it. */
export function focusOn(control: HTMLElement): void {
  const label = labelOf(control)
  control.scrollIntoView({ block: 'nearest' })
  label?.scrollIntoView({ block: 'nearest' })
  control.focus({ preventScroll: true })
}
