import type { Plugin } from 'vite'

/** For the build of the page alone. @param define what the sources name and the build knows: a name, and an expression as text */
export function threads(define: Readonly<Record<string, string>>): Plugin
