/** What stands over the gallery now and then, each in a script of its own. */
import { script } from '../../kit/script.ts'

export const selectionToolbar = script(() => import('./SelectionToolbar.tsx'))
export const triageBar = script(() => import('./TriageBar.tsx'))
