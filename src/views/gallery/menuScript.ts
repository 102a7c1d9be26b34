import { script } from '../kit/script.ts'

/** What can be done with one release of the list, in a script of its own. */
export const releaseMenu = script(() => import('./ReleaseMenu.tsx'))
