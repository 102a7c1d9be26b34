import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import '../../i18n/access.ts'
import type { ReactNode } from 'react'
import * as button from '../../kit/controls/Button.css.ts'
import { cx } from '../../theme/cx.ts'
import { AccessPage } from '../AccessPage.tsx'
import * as css from './landing.css.ts'
import type { SignInState } from './SignInScreen.tsx'

interface Props {
  title: string
  text: string
  children: ReactNode
}

/** One thing to say, and what to do about it. */
export function Says({ title, text, children }: Props) {
  return (
    <AccessPage>
      <div className={css.body}>
        <h1 className={css.title}>{title}</h1>
        <p className={css.lead}>{text}</p>
        <div className={css.actions}>{children}</div>
      </div>
    </AccessPage>
  )
}

interface LinkProps {
  to: string
  primary?: boolean
  state?: SignInState
  onClick?: () => void
  children: string
}

/** A link that looks like the button it stands for. */
export function ButtonLink({ to, primary = false, children, ...rest }: LinkProps) {
  const variant = primary ? button.variant.primary : button.variant.link
  return (
    <Link to={to} {...rest} className={cx(button.button, variant, button.size[40], button.wide)}>
      {children}
    </Link>
  )
}

/** A link that says nothing: cut off by a mail program, used up, or none of ours. */
export function BrokenLink({ kind }: { kind: 'signIn' | 'reset' }) {
  const { t } = useTranslation('access')
  return (
    <Says title={t('link.brokenTitle')} text={t('link.broken')}>
      {kind === 'reset' ? (
        <ButtonLink primary to="/forgot-password">
          {t('link.toForgot')}
        </ButtonLink>
      ) : (
        <ButtonLink primary to="/" state={{ way: 'magicLink' }}>
          {t('link.toSignIn')}
        </ButtonLink>
      )}
    </Says>
  )
}
