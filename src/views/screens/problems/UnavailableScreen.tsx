import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { keepsNothing } from '#projections/session.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Unplugged } from '../../kit/graphics/drawings.tsx'
import { Logo } from '../../kit/graphics/Logo.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import * as css from './Full.css.ts'
import { ReportButton } from './ReportButton.tsx'

/** The server did not answer at start (SHELL-053, D-062). */
export function UnavailableScreen({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  // It comes in place of the mark, and again in that of the press that did not help.
  useEffect(() => heading.current?.focus(), [])
  const isKept = !useSignalValue(keepsNothing)
  return (
    <main className={css.full}>
      <span className={css.logo}>
        <Logo />
      </span>
      <Unplugged className={css.drawing} />
      <h1 ref={heading} tabIndex={-1} className={css.title}>
        {t('unavailable.title')}
      </h1>
      <p className={css.text}>
        {t('unavailable.text')}
        {isKept && ` ${t('unavailable.kept')}`}
      </p>
      <div className={css.actions}>
        <ReportButton />
        <Button variant="primary" onClick={onRetry}>
          {t('unavailable.action')}
        </Button>
      </div>
    </main>
  )
}
