/** The controls that are shown as wrong, in the order of the page: the order of their names says nothing. */
export const wrongControls = (form: HTMLFormElement): HTMLElement[] =>
  Array.from(form.querySelectorAll<HTMLElement>('[aria-invalid="true"]'))

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
