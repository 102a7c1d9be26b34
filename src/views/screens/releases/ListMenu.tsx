import { ExternalLink, SlidersHorizontal } from 'lucide-react'
import { memo, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  chosenCount,
  chosenIn,
  clearAll,
  clearGroup,
  FILTER_GROUPS,
  type FilterGroup,
  formatReleaseQuery,
  isFiltered,
  type ReleaseQuery,
  toggleOption,
  toggleShared,
} from '#core/model/catalogue/releaseQuery.ts'
import { REQUEST_LIST_SURVEY_URL } from '#core/model/constants.ts'
import { releaseOptions } from '#projections/releases.ts'
import { ListButton } from '../../gallery/toolbars/ListButton.tsx'
import { TriageButton } from '../../gallery/toolbars/TriageButton.tsx'
import { SidewaysRow } from '../../kit/lists/SidewaysRow.tsx'
import { grouped } from '../../kit/numbers.ts'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { SortMenu } from '../../music/sort/SortMenu.tsx'
import { cx } from '../../theme/cx.ts'
import { media } from '../../theme/tokens.css.ts'
import * as dropdown from './FilterDropdown.css.ts'
import { FilterDropdown } from './FilterDropdown.tsx'
import * as css from './ListMenu.css.ts'
import { optionsOf } from './options.ts'
import { type PillGroup, Pills } from './Pills.tsx'
import { SortToggle } from './SortToggle.tsx'
import type { ChangeQuery } from './useReleaseQuery.ts'

/** What no query is as text. */
const NO_STEP = '?'

interface Props {
  query: ReleaseQuery
  /** How many releases the list holds; null while that is not known. */
  total: number | null
  onChange: ChangeQuery
}

/** The row above the gallery: filters, order, count and view; on a phone the filters hide behind a button. A release that opens over it changes nothing. */
export const ListMenu = memo(function ListMenu({ query, total, onChange }: Props) {
  const { t } = useTranslation('releases')
  const phone = useMedia(media.phone)
  const [shown, setShown] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const filtersId = useId()
  const count = total === null ? '' : t('count', { count: total, shown: grouped(total) })
  const clearedTo = (group: PillGroup | null) => {
    // The button that was pressed goes away with its pill: the focus stays in the menu.
    const buttons = [...(root.current?.querySelectorAll<HTMLElement>('[data-filter]') ?? [])]
    const at = FILTER_GROUPS.indexOf(group as FilterGroup)
    const stays = buttons[Math.max(0, at)] ?? root.current?.querySelector<HTMLElement>('[aria-controls]')
    stays?.focus()
  }
  const chosen =
    chosenCount(query) + [query.artist, query.label, query.shared].filter((one) => one !== undefined).length
  const filters = (
    <Filters
      query={query}
      onChange={onChange}
      // While nobody knows what it leads to, it closes.
      done={total === null ? t('filter.done') : t('filter.show', { count: total, shown: count })}
    />
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div ref={root} role="group" aria-label={t('menu')} className={css.root}>
      <div className={css.row}>
        {phone ? (
          <button
            type="button"
            className={css.show}
            aria-expanded={shown}
            aria-controls={filtersId}
            onClick={() => setShown(!shown)}
          >
            <SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden="true" />
            {t(shown ? 'filter.hideFilters' : 'filter.showFilters')}
            {!shown && chosen > 0 && (
              <span className={css.badge} aria-hidden="true">
                {chosen}
              </span>
            )}
          </button>
        ) : (
          <>
            {filters}
            <RequestList />
          </>
        )}
        <span className={css.spacer} />
        <p className={css.count} role="status">
          {count}
        </p>
        {!phone && <SortMenu sort={query.sort} onSort={(sort) => onChange({ ...query, sort })} />}
        <SortToggle sort={query.sort} onSort={(sort) => onChange({ ...query, sort })} />
        <TriageButton className={css.view} />
        <ListButton className={css.view} />
      </div>
      {phone && shown && (
        <SidewaysRow id={filtersId} className={cx(css.row, css.scrolling)}>
          {filters}
          <SortMenu sort={query.sort} onSort={(sort) => onChange({ ...query, sort })} />
          <RequestList />
        </SidewaysRow>
      )}
      {isFiltered(query) && <ActivePills query={query} onChange={onChange} cleared={clearedTo} />}
    </div>
  )
})

function useOptions() {
  const { t } = useTranslation()
  const lists = useSignalValue(releaseOptions)
  return { status: lists.status, of: (group: FilterGroup) => optionsOf(lists, group, t('explicit')) }
}

function Filters({ query, onChange, done }: Pick<Props, 'query' | 'onChange'> & { done: string }) {
  const { t } = useTranslation('releases')
  const options = useOptions()
  // What is chosen while one menu is open is one step of the way back, until somebody goes that way.
  const step = useRef(NO_STEP)
  const change = (next: ReleaseQuery) => {
    onChange(next, step.current === formatReleaseQuery(query))
    step.current = formatReleaseQuery(next)
  }
  return (
    <SidewaysRow className={css.filters}>
      {FILTER_GROUPS.map((group) => (
        <FilterDropdown
          key={group}
          label={t(`filter.group.${group}`)}
          status={options.status}
          options={options.of(group)}
          chosen={chosenIn(query, group)}
          done={done}
          onOpen={() => {
            step.current = NO_STEP
          }}
          onToggle={(id) => {
            const next = toggleOption(query, group, id)
            if (next !== query) change(next)
            return next !== query
          }}
          onClear={() => change(clearGroup(query, group))}
        />
      ))}
      <button
        type="button"
        className={cx(dropdown.button, dropdown.toggle, query.shared && dropdown.active)}
        aria-label={t('filter.shared')}
        aria-pressed={query.shared === true}
        onClick={() => onChange(toggleShared(query))}
      >
        {t('filter.sharedShort')}
      </button>
    </SidewaysRow>
  )
}

function ActivePills({
  query,
  onChange,
  cleared,
}: Pick<Props, 'query' | 'onChange'> & { cleared: (group: PillGroup | null) => void }) {
  const options = useOptions()
  return (
    <Pills
      query={query}
      options={options.of}
      known={options.status === 'done' || options.status === 'error'}
      onClear={(group) => {
        onChange(clearGroup(query, group))
        cleared(group)
      }}
      onClearAll={() => {
        onChange(clearAll(query))
        cleared(null)
      }}
    />
  )
}

function RequestList() {
  const { t } = useTranslation('releases')
  return (
    <a className={css.request} href={REQUEST_LIST_SURVEY_URL} target="_blank" rel="noopener noreferrer">
      <ExternalLink size={15} strokeWidth={1.75} aria-hidden="true" />
      <span className={css.requestWords}>{t('requestList')}</span>
    </a>
  )
}
