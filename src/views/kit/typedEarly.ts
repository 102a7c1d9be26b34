/**
 * What was typed and pressed in the form that the build drew, before the application had taken it over. Usually fields
 * and buttons stay as they are; where something foreign stands in the form (an extension's sign beside a field) the
 * application draws it anew, and this is what the new ones are given. It is a password among others: it is given out once.
 */
interface Typed {
  readonly values: readonly (readonly [name: string, value: string | boolean])[]
  /** The field that has the focus. */
  readonly focus: string | null
}

let typed: Typed | null = null
let pressed: string | null = null

/** @param mark the attribute of the button that was pressed, which it loses */
export function noteTyped(root: HTMLElement, mark: string): void {
  const fields = Array.from(root.querySelectorAll('input'))
  typed = {
    values: fields.map(({ name, type, value, checked }) => [name, type === 'checkbox' ? checked : value] as const),
    focus: fields.find((field) => field === document.activeElement)?.name ?? null,
  }
  const button = root.querySelector(`button[${mark}]`)
  pressed = button && nameOf(button)
  button?.removeAttribute(mark)
}

/** Gives out what was typed, and forgets it; null: this form was not there before. */
export function takeTyped(): Typed | null {
  const noted = typed
  typed = null
  return noted
}

/** The button within an element that was pressed, once; null: none, or it is not there. */
export function takePressed(root: HTMLElement): HTMLElement | null {
  const name = pressed
  pressed = null
  return name === null
    ? null
    : (Array.from(root.querySelectorAll('button')).find((one) => nameOf(one) === name) ?? null)
}

const nameOf = (button: Element): string => button.ariaLabel ?? button.textContent ?? ''
