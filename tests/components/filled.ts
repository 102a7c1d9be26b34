/** Fills fields in as password managers and browsers do: by script, past React's own setter, with events or without. */
import type { Locator } from 'vitest/browser'

/** @param values by field, of a list the value or the words of a choice; all in one task @param events fired afterwards */
export function fillIn(
  values: readonly (readonly [Locator, string])[],
  events: readonly string[] = ['input', 'change'],
) {
  for (const [field, text] of values) {
    const element = field.element() as HTMLInputElement | HTMLSelectElement
    const choices = element instanceof HTMLSelectElement ? [...element.options] : []
    const value = choices.find((choice) => choice.text === text)?.value ?? text
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, value)
    for (const event of events) element.dispatchEvent(new Event(event, { bubbles: true }))
  }
}
