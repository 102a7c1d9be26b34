import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { app, keepsNothing } from '#projections/session.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { BrokenRecord } from '../../kit/graphics/drawings.tsx'
import { Logo } from '../../kit/graphics/Logo.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import * as css from './Full.css.ts'
import { ReportButton } from './ReportButton.tsx'

const KEPT = ['keptDownloads', 'keptSettings', 'keptLog'] as const
/** What is kept where nothing of a visit stays on the device (D-006): the tab has its session through a reload. */
const KEPT_IN_TAB = ['keptFiles', 'keptSession'] as const

/** A worker died and the page cannot go on: what was kept, and the two ways out. */
export function CrashScreen({ failure }: { failure: { worker: string; message: string } }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { logLost } = useSignalValue(app)
  const kept = useSignalValue(keepsNothing) ? KEPT_IN_TAB : KEPT.filter((name) => name !== 'keptLog' || !logLost)
  return (
    <main className={css.full}>
      <span className={css.logo}>
        <Logo />
      </span>
      <BrokenRecord className={css.drawing} />
      <h1 ref={heading} tabIndex={-1} className={css.title}>
        {t('crash.title')}
      </h1>
      <p className={css.text}>{t('crash.text')}</p>
      <section className={css.kept}>
        <h2 className={css.keptTitle}>{t('crash.kept')}</h2>
        {kept.map((name) => (
          <p key={name} className={css.keptRow}>
            <Check size={16} className={css.keptSign} aria-hidden="true" />
            {t(`crash.${name}`)}
          </p>
        ))}
      </section>
      <div className={css.actions}>
        <ReportButton />
        <Button variant="primary" onClick={() => location.reload()}>
          {t('crash.reload')}
        </Button>
      </div>
      <p className={css.detail}>{t('crash.detail', failure)}</p>
    </main>
  )
}
