import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/controls/Button.tsx'
import { Unplugged } from '../../kit/graphics/drawings.tsx'
import { Logo } from '../../kit/graphics/Logo.tsx'
import { cx } from '../../theme/cx.ts'
import * as css from './Full.css.ts'
import { ReportButton } from './ReportButton.tsx'

interface Props {
  /** It is being asked for again. */
  busy: boolean
  onRetry: () => void
  /** Around it stands the shell. */
  inShell?: boolean
}

/** In place of a screen whose script did not come, as without a connection. */
export function MissingScreen({ busy, onRetry, inShell = false }: Props) {
  const { t } = useTranslation()
  return (
    <div className={css.full} role="alert">
      <span className={cx(css.logo, inShell && css.shellLogo)}>
        <Logo />
      </span>
      <Unplugged className={css.drawing} />
      <h1 className={css.title}>{t('missing.title')}</h1>
      <p className={css.text}>{t('missing.text')}</p>
      <div className={css.actions}>
        <ReportButton />
        <Button variant="primary" busy={busy} onClick={onRetry}>
          {t('missing.action')}
        </Button>
      </div>
    </div>
  )
}
