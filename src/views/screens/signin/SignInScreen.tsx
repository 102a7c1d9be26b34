import { SignInForm } from '../../forms/SignInForm.tsx'
import { AccessPage } from '../AccessPage.tsx'

/** The way in: a form beside a wall of covers. */
export function SignInScreen() {
  return (
    <AccessPage>
      <SignInForm />
    </AccessPage>
  )
}
