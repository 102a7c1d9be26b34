import { ChevronDown, Search } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Counted } from '#core/contracts/replay.ts'
import { domainOf } from '#core/model/eventTypes.ts'
import { isComposed } from '../../kit/overlays/layers.state.ts'
import { Popover } from '../../kit/overlays/Popover.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { useNumber } from '../../stateTree/useNumber.ts'
import { cx } from '../../theme/cx.ts'
import { useReplay } from '../model/context.ts'
import * as css from './Filters.css.ts'

/** Which events are listed, and how many those are. @param search takes the focus when somebody wants to look for a text */
export function Filters({ search }: { search: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const log = useSignalValue(replay.log)
  const filter = useSignalValue(replay.filter)
  const listed = useSignalValue(replay.listed)
  const number = useNumber()
  const domains = useMemo(() => domainsOf(log?.types ?? []), [log])
  if (!log) return null
  return (
    <div className={css.filters}>
      <Choice
        name={t('filter.domain')}
        all={domains}
        chosen={filter.domains}
        onChoose={(chosen) => replay.choose({ domains: chosen })}
      />
      <Choice
        name={t('filter.type')}
        all={log.types}
        chosen={filter.types}
        onChoose={(chosen) => replay.choose({ types: chosen })}
      />
      <Choice
        name={t('filter.source')}
        all={log.sources}
        chosen={filter.sources}
        onChoose={(chosen) => replay.choose({ sources: chosen })}
      />
      <span className={css.search}>
        <Search size={14} className={css.glass} aria-hidden="true" />
        <input
          ref={search}
          type="search"
          className={css.field}
          placeholder={t('filter.search')}
          aria-label={t('filter.searchLabel')}
          title={t('filter.searchKey')}
          value={filter.text}
          onChange={(event) => replay.choose({ text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || isComposed(event.nativeEvent)) return
            if (filter.text === '') event.currentTarget.blur()
            else replay.choose({ text: '' })
          }}
        />
      </span>
      <span className={css.count} role="status">
        {t('filter.count', { listed: number.format(listed), all: number.format(log.last - log.first) })}
      </span>
    </div>
  )
}

function domainsOf(types: readonly Counted[]): Counted[] {
  const counts = new Map<string, number>()
  for (const { name, count } of types) {
    const domain = domainOf(name)
    counts.set(domain, (counts.get(domain) ?? 0) + count)
  }
  return [...counts].map(([name, count]) => ({ name, count }))
}

interface ChoiceProps {
  readonly name: string
  readonly all: readonly Counted[]
  /** None: all. */
  readonly chosen: readonly string[]
  readonly onChoose: (chosen: readonly string[]) => void
}

/** Some of many, behind a button that says how many. */
function Choice({ name, all, chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation('replay')
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const number = useNumber()
  const sorted = useMemo(() => all.toSorted((a, b) => a.name.localeCompare(b.name, 'en')), [all])
  const toggle = (one: string) => {
    const next = new Set(chosen)
    if (!next.delete(one)) next.add(one)
    onChoose(next.size === all.length ? [] : [...next])
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={cx(css.choice, chosen.length > 0 && css.narrowed)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {chosen.length === 0 ? name : t('filter.some', { name, chosen: chosen.length, all: all.length })}
        <ChevronDown size={14} aria-hidden="true" />
      </button>
      {isOpen && (
        <Popover
          anchor={button}
          role="dialog"
          label={name}
          align="left"
          className={css.list}
          onClose={() => setOpen(false)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setOpen(false)
          }}
        >
          <button type="button" className={css.none} disabled={chosen.length === 0} onClick={() => onChoose([])}>
            {t('filter.all')}
          </button>
          {sorted.map(({ name: one, count }) => (
            <label key={one} className={css.option}>
              <input type="checkbox" checked={chosen.includes(one)} onChange={() => toggle(one)} />
              <span className={css.optionName}>{one}</span>
              <span className={css.optionCount}>{number.format(count)}</span>
            </label>
          ))}
        </Popover>
      )}
    </>
  )
}
