import { Check } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import {
  chooseSortAttribute,
  isDescending,
  type ReleaseSort,
  SORT_ATTRIBUTES,
  sortAttribute,
  sortOf,
} from '#core/model/catalogue/releaseQuery.ts'
import { Menu, MenuRule } from '../../kit/overlays/Popover.tsx'
import { cx } from '../../theme/cx.ts'
import * as css from './SortMenu.css.ts'

interface Props {
  anchor: RefObject<HTMLElement | null>
  sort: ReleaseSort
  onSort: (sort: ReleaseSort) => void
  onClose: () => void
}

/** Every attribute the list can be sorted by, and both directions (FILTER-022, FILTER-023). */
export function SortPanel({ anchor, sort, onSort, onClose }: Props) {
  const { t } = useTranslation('releases')
  const attribute = sortAttribute(sort)
  const descending = isDescending(sort)
  return (
    <Menu anchor={anchor} label={t('sort.menu')} className={css.menu} onClose={onClose}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu */}
      <div role="group" aria-label={t('sort.menu')}>
        {SORT_ATTRIBUTES.map((one) => (
          <Item
            key={one}
            checked={attribute === one}
            onSelect={() => onSort(chooseSortAttribute(sort, one))}
            label={t(`sort.by.${one}`)}
          />
        ))}
      </div>
      <MenuRule />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu */}
      <div role="group" aria-label={t('sort.direction')}>
        {[false, true].map((down) => (
          <Item
            key={String(down)}
            checked={descending === down}
            onSelect={() => onSort(sortOf(attribute, down))}
            label={t(`sort.${down ? 'descending' : 'ascending'}.${attribute}`)}
          />
        ))}
      </div>
    </Menu>
  )
}

function Item({ checked, label, onSelect }: { checked: boolean; label: string; onSelect: () => void }) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={checked}
      tabIndex={-1}
      className={css.item}
      {...(checked && { 'data-autofocus': '' })}
      onClick={onSelect}
    >
      <Check size={16} strokeWidth={2.25} className={cx(css.tick, !checked && css.noTick)} aria-hidden="true" />
      {label}
    </button>
  )
}
