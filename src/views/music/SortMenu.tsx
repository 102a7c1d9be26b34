import { ArrowDown, ArrowUp, ArrowUpDown, Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  chooseSortAttribute,
  DEFAULT_SORT,
  isDescending,
  type ReleaseSort,
  SORT_ATTRIBUTES,
  sortAttribute,
  sortOf,
} from '#core/model/catalogue/releaseQuery.ts'
import { IconButton } from '../kit/controls/Button.tsx'
import { Menu, MenuRule } from '../kit/overlays/Popover.tsx'
import { cx } from '../theme/cx.ts'
import * as css from './SortMenu.css.ts'

interface Props {
  sort: ReleaseSort
  onSort: (sort: ReleaseSort) => void
  className?: string
}

/** Every attribute the list can be sorted by, and both directions (FILTER-022, FILTER-023). */
export function SortMenu({ sort, onSort, className }: Props) {
  const { t } = useTranslation('releases')
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const attribute = sortAttribute(sort)
  const descending = isDescending(sort)
  const Direction = descending ? ArrowDown : ArrowUp
  return (
    <>
      <IconButton
        ref={button}
        label={t('sort.menu')}
        icon={
          sort === DEFAULT_SORT ? <ArrowUpDown size={18} strokeWidth={1.75} /> : <Direction size={18} strokeWidth={2} />
        }
        variant="secondary"
        size={32}
        on={sort !== DEFAULT_SORT && sort !== 'trend'}
        aria-haspopup="menu"
        aria-expanded={open}
        className={cx(css.menuButton, className)}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Menu anchor={button} label={t('sort.menu')} className={css.menu} onClose={() => setOpen(false)}>
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
      )}
    </>
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
