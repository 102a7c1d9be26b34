/** Whether a key press at this place belongs to the control that has the focus. */
export function ownsKeys(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'a, button, input, select, textarea, summary, [contenteditable], [role="menu"], [role="slider"], [role="listbox"]',
    ) !== null
  )
}
