import '../../i18n/releasePage.ts'
import { useTranslation } from 'react-i18next'
import type { ReleaseDetail } from '#core/model/catalogue/release.ts'
import { initialsOf } from '#core/model/people/initials.ts'
import { longDate } from '#core/model/text/formats.ts'
import { Initials } from '../../kit/graphics/Initials.tsx'
import { cx } from '../../theme/cx.ts'
import * as css from './SharedNote.css.ts'

/** Who shared the release with the player, when, and with which words. Nothing where nobody did. */
export function SharedNote({
  detail,
  inDialog = false,
}: {
  detail: Readonly<ReleaseDetail> | null
  inDialog?: boolean
}) {
  const { t } = useTranslation('releasePage')
  const [newest, ...older] = detail?.shares ?? []
  if (!newest) return null
  const name = newest.by || t('shared.somebody')
  const others = new Set(older.map(({ by }) => by).filter((by) => by !== newest.by)).size
  return (
    <section aria-label={t('shared.label')} className={cx(css.note, inDialog && css.inDialog)}>
      <Initials {...initialsOf(name, name)} size={32} />
      <div className={css.words}>
        <p className={css.who}>
          <bdi>{name}</bdi> {others > 0 && t('shared.others', { count: others })}
        </p>
        <p className={css.when}>{t('shared.when', { date: longDate(newest.date) })}</p>
        {newest.message.trim() !== '' && (
          <blockquote className={css.message} dir="auto">
            {newest.message}
          </blockquote>
        )}
      </div>
    </section>
  )
}
