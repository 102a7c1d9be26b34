const INVALID = '[aria-invalid="true"]'

/** A control that was found wrong, and what it is called. */
export interface Wrong {
  readonly control: HTMLElement
  readonly words: string
}

/** The controls that are shown as wrong, in the order of the page: the order of their names says nothing. */
export const wrongControls = (form: HTMLFormElement): HTMLElement[] =>
  Array.from(form.querySelectorAll<HTMLElement>(INVALID))

/** Read at once: what stands there later may be a hint, or nothing. */
const wordsAt = (control: HTMLElement): string => document.getElementById(`${control.id}e`)?.textContent ?? ''

/** By their labels; a control without one by the words that stand at it now. */
export function inWords(controls: readonly HTMLElement[]): Wrong[] {
  return controls.map((control) => ({ control, words: labelOf(control)?.textContent ?? wordsAt(control) }))
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
