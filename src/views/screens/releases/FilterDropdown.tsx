import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WithScript } from '../../kit/overlays/WithScript.tsx'
import { script, usePreload } from '../../kit/script.ts'
import { cx } from '../../theme/cx.ts'
import * as css from './FilterDropdown.css.ts'
import type { FilterGroup } from './FilterPanel.tsx'

const filterPanel = script(() => import('./FilterPanel.tsx'))
const NEXT = [filterPanel]

/** A filter group: a button, and what it opens. */
export function FilterDropdown({ onOpen, ...group }: FilterGroup & { onOpen: () => void }) {
  const { label, chosen } = group
  const { t } = useTranslation('releases')
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const countId = useId()
  usePreload(NEXT)
  const close = () => setOpen(false)
  const press = () => {
    if (!open) onOpen()
    setOpen(!open)
  }
  useEffect(() => {
    if (!open) return
    // As the panel itself does once it is here: what somebody goes on to meanwhile is not covered by it.
    const elsewhere = ({ target }: PointerEvent) => {
      if (filterPanel.here.peek() === null && !button.current?.contains(target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', elsewhere, true)
    return () => document.removeEventListener('pointerdown', elsewhere, true)
  }, [open])
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
