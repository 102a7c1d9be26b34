import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ReleaseSort, toggleSort } from '#core/model/catalogue/releaseQuery.ts'
import { segments } from '../../kit/controls/Segments.css.ts'
import { isCommand } from '../../kit/keys.ts'
import * as css from './SortToggle.css.ts'

interface Props {
  sort: ReleaseSort
  onSort: (sort: ReleaseSort) => void
}

const CHOICES = [
  ['newest', '-date'],
  ['popular', 'trend'],
] as const

/** Newest or popular (FILTER-008); neither while the list is sorted otherwise. */
export function SortToggle({ sort, onSort }: Props) {
  const { t } = useTranslation('releases')
  const group = useRef<HTMLDivElement>(null)
  const known = sort === '-date' || sort === 'trend'
  const onKeyDown = (event: KeyboardEvent) => {
    if (isCommand(event) || !['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    const next = toggleSort(sort)
    onSort(next)
    group.current?.querySelector<HTMLElement>(`[data-sort="${next}"]`)?.focus()
  }
  return (
    <div ref={group} role="radiogroup" aria-label={t('sort.label')} className={segments} onKeyDown={onKeyDown}>
      {CHOICES.map(([name, key]) => (
        // biome-ignore lint/a11y/useSemanticElements: an input would be drawn by the browser
        <button
          key={key}
          type="button"
          role="radio"
          aria-checked={sort === key}
          tabIndex={sort === key || (!known && key === '-date') ? 0 : -1}
          data-sort={key}
          className={css.choice}
          onClick={() => onSort(key)}
        >
          {t(`sort.${name}`)}
        </button>
      ))}
    </div>
  )
}
