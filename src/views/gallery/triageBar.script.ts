import { script } from '../parts/script.ts'

/** Most rounds of the gallery never show it. */
export const triageBar = script(() => import('./TriageBar.tsx'))
