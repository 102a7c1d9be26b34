/** What the sign-in page needs when something is pressed there. */
import { script } from '../../kit/script.ts'

export const magicLinkForm = script(() => import('../../forms/access/MagicLinkForm.tsx'))
