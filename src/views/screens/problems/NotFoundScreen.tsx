import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../kit/controls/ButtonLink.tsx'
import { BrokenRecord } from '../../kit/graphics/drawings.tsx'
import { Logo } from '../../kit/graphics/Logo.tsx'
import { cx } from '../../theme/cx.ts'
import * as css from './Full.css.ts'

/** An address nobody knows (ROUTE-034). */
export function NotFoundScreen() {
  const { t } = useTranslation()
  return (
    <div className={css.full}>
      <span role="img" aria-label={t('product')} className={cx(css.logo, css.lone)}>
        <Logo />
      </span>
      <span role="img" aria-label={t('notFound.picture')}>
        <BrokenRecord className={css.drawing} />
      </span>
      <h1 className={css.title}>{t('notFound.title')}</h1>
      <p className={css.text}>{t('notFound.text')}</p>
      <ButtonLink variant="primary" to="/releases">
        {t('notFound.action')}
      </ButtonLink>
    </div>
  )
}
