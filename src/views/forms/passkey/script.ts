/** The way in with a passkey, in a script of its own: the form stands before it. */
import { script } from '../../kit/script.ts'

export const passkeyWay = script(() => import('./PasskeyWay.tsx'))
