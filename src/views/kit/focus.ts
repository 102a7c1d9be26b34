/** Whether a key press at this place belongs to the control that has the focus. */
export function ownsKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'a, button, input, select, textarea, summary, [contenteditable], [role="menu"], [role="slider"], [role="listbox"]',
    ) !== null
  )
}

const TYPING =
  'input:not([type="range"], [type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"]'

/** Whether keys at this place write, or choose in a list that is open. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPING) !== null
}
