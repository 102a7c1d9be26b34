import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLateMenu } from '../../kit/overlays/useLateMenu.ts'
import { WithScript } from '../../kit/overlays/WithScript.tsx'
import { script } from '../../kit/script.ts'
import { cx } from '../../theme/cx.ts'
import * as css from './FilterDropdown.css.ts'
import type { FilterGroup } from './FilterPanel.tsx'

const filterPanel = script(() => import('./FilterPanel.tsx'))

/** A filter group: a button, and what it opens. */
export function FilterDropdown({ onOpen, ...group }: FilterGroup & { onOpen: () => void }) {
  const { label, chosen } = group
  const { t } = useTranslation('releases')
  const { button, open, setOpen } = useLateMenu(filterPanel)
  const countId = useId()
  const close = () => setOpen(false)
  const press = () => {
    if (!open) onOpen()
    setOpen(!open)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={cx(css.button, chosen.length > 0 && css.active)}
        aria-haspopup="dialog"
        data-filter=""
        aria-expanded={open}
        aria-describedby={chosen.length > 0 ? countId : undefined}
        onClick={press}
      >
        {label}
        <ChevronDown size={14} strokeWidth={2} className={css.chevron} aria-hidden="true" />
      </button>
      {chosen.length > 0 && (
        <span id={countId} hidden>
          {t('filter.chosen', { count: chosen.length })}
        </span>
      )}
      {open && (
        <WithScript script={filterPanel} onClose={close}>
          {({ FilterPanel }) => <FilterPanel {...group} anchor={button} onClose={close} />}
        </WithScript>
      )}
    </>
  )
}
