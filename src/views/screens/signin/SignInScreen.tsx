import { SignInForm } from '../../forms/SignInForm.tsx'
import { Logo } from '../../kit/graphics/Logo.tsx'
import { FooterLinks } from '../FooterLinks.tsx'
import { CoverWall } from './CoverWall.tsx'
import * as css from './SignIn.css.ts'

/** The way in: a form beside a wall of covers. */
export function SignInScreen() {
  return (
    <div className={css.page}>
      <main className={css.side}>
        <div className={css.column}>
          <div className={css.logo}>
            <Logo />
          </div>
          <SignInForm />
          <FooterLinks />
        </div>
      </main>
      <CoverWall />
    </div>
  )
}
