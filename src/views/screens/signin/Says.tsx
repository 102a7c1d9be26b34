import { useTranslation } from 'react-i18next'
import '../../i18n/access.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { ButtonLink } from '../../kit/controls/ButtonLink.tsx'
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
  const heading = useRef<HTMLHeadingElement>(null)
  // What was pressed is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <AccessPage>
      <div className={css.body}>
        <h1 ref={heading} tabIndex={-1} className={css.title}>
          {title}
        </h1>
        <p className={css.lead}>{text}</p>
        <div className={css.actions}>{children}</div>
      </div>
    </AccessPage>
  )
}

/** A link that says nothing: cut off by a mail program, or none of ours. @param wasHere it was used, or went with a session */
export function BrokenLink({ kind, wasHere }: { kind: 'signIn' | 'reset'; wasHere: boolean }) {
  const { t } = useTranslation('access')
  return (
    <Says title={t(wasHere ? 'link.goneTitle' : 'link.brokenTitle')} text={t(wasHere ? 'link.gone' : 'link.broken')}>
      {kind === 'reset' ? (
        <>
          {wasHere && (
            <ButtonLink variant="primary" wide to="/">
              {t('reset.signIn')}
            </ButtonLink>
          )}
          <ButtonLink variant={wasHere ? 'link' : 'primary'} wide to="/forgot-password">
            {t('link.toForgot')}
          </ButtonLink>
        </>
      ) : (
        <ButtonLink variant="primary" wide to="/" state={{ way: 'magicLink' } satisfies SignInState}>
          {t('link.toSignIn')}
        </ButtonLink>
      )}
    </Says>
  )
}
