import { UserRoundX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { signOut } from '#actions/people/session.ts'
import { useMarksText } from '../../forms/access/useMarksText.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ButtonLink } from '../../kit/controls/ButtonLink.tsx'
import * as css from './SignUp.css.ts'

interface Props {
  /** Whom the invitation is for. */
  email: string
  /** Who is signed in. */
  other: string
  busy: boolean
}

/** An invitation that somebody else has opened, who is signed in: whose it is, and how its person goes on (D-162). */
export function InvitedElsewhere({ email, other, busy }: Props) {
  const { t } = useTranslation('signup')
  const marks = useMarksText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={css.end}>
      <UserRoundX size={40} strokeWidth={1.5} className={css.sign} aria-hidden="true" />
      <h1 ref={heading} tabIndex={-1} className={css.title}>
        {t('elsewhere.title')}
      </h1>
      <p className={css.text}>{t('elsewhere.text', { email, other })}</p>
      <p className={css.text}>{t('elsewhere.note', { email, other })}</p>
      {marks && <p className={css.text}>{marks}</p>}
      <div className={css.actions}>
        <Button variant="primary" busy={busy} onClick={signOut}>
          {t('elsewhere.switch')}
        </Button>
        <ButtonLink to="/releases">{t('elsewhere.stay')}</ButtonLink>
      </div>
    </section>
  )
}
