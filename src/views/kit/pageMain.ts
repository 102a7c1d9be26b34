/** Where a page of the application has its content; it takes the focus when nothing better stays. Null outside the shell. */
export const pageMain = (): HTMLElement | null => document.getElementById('main')
