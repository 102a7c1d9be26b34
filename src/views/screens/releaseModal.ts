import { script } from '../kit/script.ts'

/** A release over a list, with its songs; any screen with a list of releases opens it. */
export const releaseModal = script(() => import('./release/ReleaseModal.tsx'))
