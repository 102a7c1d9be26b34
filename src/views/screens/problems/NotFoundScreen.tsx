import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import * as button from '../../kit/controls/Button.css.ts'
import { BrokenRecord } from '../../kit/graphics/drawings.tsx'
import { Logo } from '../../kit/graphics/Logo.tsx'
import { cx } from '../../theme/cx.ts'
import * as css from './Full.css.ts'

/** An address nobody knows (ROUTE-034). */
export function NotFoundScreen() {
  const { t } = useTranslation()
  return (
    <div className={css.full}>
      <span className={cx(css.logo, css.shellLogo)}>
        <Logo />
      </span>
      <BrokenRecord className={css.drawing} />
      <h1 className={css.title}>{t('notFound.title')}</h1>
      <p className={css.text}>{t('notFound.text')}</p>
      <Link to="/releases" className={cx(button.button, button.variant.primary, button.size[40])}>
        {t('notFound.action')}
      </Link>
    </div>
  )
}
