// Whether somebody signed in a moment ago: then the shell is entered, not loaded.
let outside = false

/** Whether the form to sign in was shown since the shell was entered last. */
export const wasOutside = (): boolean => outside

/** @param is true: the form is shown; false: the shell was entered */
export function standOutside(is: boolean): void {
  outside = is
}
