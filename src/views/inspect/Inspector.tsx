import '../i18n/engineers/inspect.ts'
import { PanelBottom, PanelRight, Pause, Play, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { domainOf } from '#core/model/eventTypes.ts'
import { IconButton } from '../kit/controls/Button.tsx'
import { isCommand } from '../kit/keys.ts'
import { isComposed } from '../kit/overlays/layers.state.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { useNumber } from '../stateTree/useNumber.ts'
import { cx } from '../theme/cx.ts'
import { visuallyHidden } from '../theme/hidden.css.ts'
import { EventRows } from './EventRows.tsx'
import { HealthTables } from './HealthTables.tsx'
import * as css from './Inspector.css.ts'
import type { Inspected, LiveLog, LiveRow } from './liveLog.ts'
import { StateTab } from './StateTab.tsx'
import { useDock } from './useDock.ts'

const TABS = ['payload', 'state', 'health'] as const

/**
 * The running log beside the page it is about.
 * @param page makes room for it
 */
export function Inspector({ inspected, page }: { inspected: Inspected; page: HTMLElement | null }) {
  const { t } = useTranslation('inspect')
  const { log } = inspected
  const dock = useDock(page)
  const isPaused = useSignalValue(log.isPaused)
  const [chosen, setChosen] = useState<LiveRow | null>(null)
  const [tab, setTab] = useState<(typeof TABS)[number]>('payload')
  const id = useId()
  const before = useRef<Element | null>(null)
  const isBelow = dock.side === 'below'
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposed(event.nativeEvent)) return
    const { current } = before
    if (current instanceof HTMLElement && current.isConnected) current.focus()
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  const moveTab = (event: KeyboardEvent) => {
    if (isCommand(event)) return
    const at = TABS.indexOf(tab)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const next = to === undefined ? undefined : TABS.at(to % TABS.length)
    if (!next) return
    event.preventDefault()
    setTab(next)
    document.getElementById(`${id}${next}`)?.focus()
  }
  return (
    <section
      className={css.panel[dock.side]}
      style={isBelow ? { height: dock.size } : { width: dock.size }}
      aria-label={t('title')}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) before.current = relatedTarget
      }}
      onKeyDown={leave}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved */}
      <div
        role="separator"
        tabIndex={0}
        className={css.edge[dock.side]}
        aria-label={t('size')}
        aria-orientation={isBelow ? 'horizontal' : 'vertical'}
        aria-valuenow={dock.size}
        aria-valuemin={0}
        aria-valuemax={dock.most}
        onKeyDown={dock.onKeyDown}
        onPointerDown={dock.onPointerDown}
      />
      <div className={css.bar}>
        <h2 className={css.title}>{t('title')}</h2>
        <Filters log={log} />
        <span className={css.space} />
        <IconButton
          size={32}
          label={t(isPaused ? 'resume' : 'pause')}
          icon={isPaused ? <Play size={16} /> : <Pause size={16} />}
          onClick={() => log.pause(!isPaused)}
        />
        <IconButton
          size={32}
          label={t(isBelow ? 'beside' : 'below')}
          icon={isBelow ? <PanelRight size={16} /> : <PanelBottom size={16} />}
          onClick={dock.turn}
        />
        <IconButton size={32} label={t('close')} icon={<X size={16} />} onClick={inspected.close} />
      </div>
      <div className={css.halves[dock.side]}>
        <EventRows
          log={log}
          chosen={chosen}
          onChoose={(row) => {
            setChosen(row)
            setTab('payload')
          }}
        />
        <div className={cx(css.half, css.second[dock.side])}>
          <div role="tablist" aria-label={t('tabs.label')} className={css.tabs} onKeyDown={moveTab}>
            {TABS.map((one) => (
              <button
                key={one}
                type="button"
                role="tab"
                id={`${id}${one}`}
                className={css.tab}
                aria-selected={tab === one}
                aria-controls={`${id}panel`}
                tabIndex={tab === one ? 0 : -1}
                onClick={() => setTab(one)}
              >
                {t(`tabs.${one}`)}
              </button>
            ))}
          </div>
          <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${tab}`} className={css.half}>
            {tab === 'payload' && <Payload row={chosen} log={log} onChoose={setChosen} />}
            {tab === 'state' && <StateTab state={inspected.state} edition={inspected.edition} />}
            {tab === 'health' && <HealthTables inspected={inspected} />}
          </div>
        </div>
      </div>
    </section>
  )
}

function Filters({ log }: { log: LiveLog }) {
  const { t } = useTranslation('inspect')
  const filter = useSignalValue(log.filter)
  const types = useSignalValue(log.types)
  const sources = useSignalValue(log.sources)
  const total = useSignalValue(log.total)
  const listed = useSignalValue(log.rows).length
  const number = useNumber()
  const count = t('filter.count', { listed: number.format(listed), all: number.format(total) })
  // It changes with every event, and is said when something else is wanted.
  const heard = useRef({ filter, count })
  if (heard.current.filter !== filter) heard.current = { filter, count }
  const domains = [...new Set(types.map(domainOf))]
  const choices = {
    domain: domains,
    type: types.filter((type) => filter.domain === '' || domainOf(type) === filter.domain),
    source: sources.map(({ source }) => source),
  }
  return (
    <>
      {(['domain', 'type', 'source'] as const).map((what) => (
        <select
          key={what}
          className={css.choice}
          aria-label={t(`filter.${what}Label`)}
          value={filter[what]}
          onChange={({ currentTarget: { value } }) =>
            log.choose(what === 'domain' ? { domain: value, type: '' } : { [what]: value })
          }
        >
          <option value="">{t(`filter.${what}`)}</option>
          {choices[what].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      ))}
      <input
        type="search"
        className={css.search}
        placeholder={t('filter.text')}
        aria-label={t('filter.textLabel')}
        value={filter.text}
        onChange={({ currentTarget: { value } }) => log.choose({ text: value })}
      />
      <span className={css.count}>{count}</span>
      <span className={visuallyHidden} role="status">
        {heard.current.count}
      </span>
    </>
  )
}

interface PayloadProps {
  readonly row: LiveRow | null
  readonly log: LiveLog
  readonly onChoose: (row: LiveRow) => void
}

/** What is in an event, and the way to what led to it. */
function Payload({ row, log, onChoose }: PayloadProps) {
  const { t } = useTranslation('inspect')
  if (!row) return <p className={css.quiet}>{t('payload.none')}</p>
  const cause = log.causeOf(row)
  return (
    <>
      {cause && (
        <button type="button" className={css.link} onClick={() => onChoose(cause)}>
          {t('payload.cause', { seq: `${cause.seq} ${cause.type}` })}
        </button>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={css.scroller} tabIndex={0} aria-label={t('tabs.payload')}>
        <pre className={css.payload}>{JSON.stringify(row.payload, null, 2)}</pre>
      </section>
    </>
  )
}
