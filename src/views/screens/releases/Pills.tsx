import { X } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { chosenIn, FILTER_GROUPS, type FilterGroup, type ReleaseQuery } from '#core/model/catalogue/releaseQuery.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { SidewaysRow } from '../../kit/lists/SidewaysRow.tsx'
import { chosenNames, type Option, pillOf } from './options.ts'
import * as css from './Pills.css.ts'

export type PillGroup = FilterGroup | 'artist' | 'label' | 'shared'

interface Props {
  query: ReleaseQuery
  options: (group: FilterGroup) => readonly Option[]
  /** False while the names are not known yet: a pill then keeps their place. */
  known: boolean
  onClear: (group: PillGroup) => void
  onClearAll: () => void
}

/** What narrows the gallery, a pill for each group (FILTER-011 to FILTER-014). */
export function Pills({ query, options, known, onClear, onClearAll }: Props) {
  const { t } = useTranslation('releases')
  return (
    <SidewaysRow className={css.row}>
      {FILTER_GROUPS.filter((group) => chosenIn(query, group).length > 0).map((group) => (
        <Pill
          key={group}
          label={t(`filter.group.${group}`)}
          names={known ? chosenNames(query, group, options(group)) : null}
          onClear={() => onClear(group)}
        />
      ))}
      {(['artist', 'label'] as const).map((group) => {
        const name = query[group]
        return (
          name !== undefined && (
            <Pill key={group} label={t(`filter.group.${group}`)} names={[name]} onClear={() => onClear(group)} />
          )
        )
      })}
      {query.shared && <Pill label={t('filter.shared')} names={[]} onClear={() => onClear('shared')} />}
      <Button variant="link" size={32} onClick={onClearAll}>
        {t('filter.clearAll')}
      </Button>
    </SidewaysRow>
  )
}

function Pill({ label, names, onClear }: { label: string; names: readonly string[] | null; onClear: () => void }) {
  const { t } = useTranslation('releases')
  const { shown, more } = pillOf(names ?? [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div role="group" aria-label={t('filter.pill', { group: label })} className={css.pill}>
      <span className={css.group}>{label}</span>
      {names === null ? (
        <span className={css.bone} />
      ) : (
        <span className={css.names} title={names.join(', ')}>
          {shown.map((name, index) => (
            <Fragment key={name}>
              {index > 0 && ', '}
              <bdi>{name}</bdi>
            </Fragment>
          ))}
        </span>
      )}
      {more > 0 && <span className={css.more}>{t('filter.more', { count: more })}</span>}
      <button
        type="button"
        className={css.clear}
        aria-label={t('filter.clearGroup', { group: label })}
        onClick={onClear}
      >
        <X size={14} strokeWidth={2} aria-hidden="true" />
      </button>
    </div>
  )
}
