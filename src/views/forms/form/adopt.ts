/**
 * What browsers and password managers wrote into a form without an event that React sees: the next render would put
 * the former value back over it. Measured: two fields filled with events in one task arrive, a value without one does not.
 */

/** What is read of a control. Those that keep their value elsewhere than in their text are marked `data-own-value`. */
export interface Control {
  readonly name: string
  readonly type: string
  readonly value: string
  readonly checked?: boolean
  /** Of a list. */
  readonly options?: Iterable<{ readonly value: string }>
  readonly dataset: DOMStringMap
}

/**
 * @param values by field name, as the form knows them
 * @returns name and value of each control that says something else
 */
export function differing(
  controls: Iterable<Control>,
  values: Readonly<Record<string, unknown>>,
): [name: string, value: string | boolean][] {
  const found: [string, string | boolean][] = []
  for (const { name, type, value, checked, options, dataset } of controls) {
    const known = values[name]
    if (known === undefined || 'ownValue' in dataset) continue
    // Of radios of one name only the chosen one speaks; a file's path is nobody's text.
    if (type === 'file' || (type === 'radio' && checked !== true)) continue
    // A list that has no such choice shows none: nobody took it away.
    if (options && value === '' && !Array.from(options).some((option) => option.value === known)) continue
    const shown = type === 'checkbox' ? checked === true : value
    if (shown !== known) found.push([name, shown])
  }
  return found
}

const CONTROLS = 'input, select, textarea'

/** The controls of a form, in the order of the page. */
export const controlsOf = (form: HTMLFormElement): HTMLInputElement[] =>
  Array.from(form.querySelectorAll<HTMLInputElement>(CONTROLS))
