// Who is to have a release: those who were chosen as pills, and the rest to choose from, found by name.
import { Search, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { listConnections } from '#actions/people/connections.ts'
import { initialsOf, nameOf } from '#core/model/people/initials.ts'
import { SHARE_RECEIVERS_MAX } from '#core/model/people/sharing.ts'
import { fold } from '#core/model/text/fold.ts'
import { connectionsFailed, foundBy } from '#projections/connections.ts'
import { tick } from '../../kit/controls/Tick.css.ts'
import { Spinner } from '../../kit/graphics/Spinner.tsx'
import { useHeldRow } from '../../kit/lists/useHeldRow.ts'
import { placesShown, useWindow } from '../../kit/lists/useWindow.ts'
import { LeavingButton } from '../../kit/overlays/LeavingButton.tsx'
import { isComposed } from '../../kit/overlays/layers.state.ts'
import { Spoken } from '../../kit/time/Spoken.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import * as fields from '../fields/fields.css.ts'
import { useForm } from '../form/state.ts'
import * as css from './people.css.ts'

export interface Person {
  readonly id: string
  readonly name: string
}

interface Connected {
  readonly id: string
  readonly full_name: string
  readonly email: string
}

interface Props {
  /** The verified connections, by name; null until they were read (SHARE-008). */
  people: readonly Connected[] | null
  chosen: readonly Person[]
  search: RefObject<HTMLInputElement | null>
  onChange: (chosen: readonly Person[]) => void
}

/** Height of a row, px. */
const ROW = 48

export function Receivers({ people, chosen, search, onChange }: Props) {
  const { t } = useTranslation('sharing')
  const { say, waiting } = useForm()
  const [query, setQuery] = useState('')
  const listId = useId()
  const pills = useRef<HTMLUListElement>(null)
  const offered = useMemo(() => {
    const taken = new Set(chosen.map(({ id }) => id))
    return (people ?? []).filter((one) => !taken.has(one.id))
  }, [people, chosen])
  // The letter stands first, and then those it finds.
  const shown = useDeferredValue(query)
  const left = useMemo(() => offered.filter(foundIn(shown)), [offered, shown])
  const isFull = chosen.length >= SHARE_RECEIVERS_MAX
  const add = (one: Connected) => {
    if (waiting || isFull) return
    onChange([...chosen, { id: one.id, name: nameOf(one) }])
    say(t('share.added'))
  }
  const remove = ({ id }: Person) => {
    if (waiting) return
    const at = chosen.findIndex((one) => one.id === id)
    const next = pills.current?.querySelectorAll('button')
    const neighbour = next?.[at + 1] ?? next?.[at - 1] ?? search.current
    neighbour?.focus()
    onChange(chosen.filter((one) => one.id !== id))
    say(t('share.removed'))
  }
  const count = left.length
  const isSought = shown.trim() !== ''
  return (
    <div>
      {chosen.length > 0 && (
        <ul ref={pills} className={css.pills} aria-label={t('share.chosen')}>
          {chosen.map((one) => (
            <li key={one.id} className={css.pill}>
              <bdi className={css.pillName}>{one.name}</bdi>
              <button
                type="button"
                className={css.pillButton}
                aria-label={t('share.remove', { name: one.name })}
                onClick={() => remove(one)}
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <span className={css.search}>
        <Search size={16} strokeWidth={1.75} className={css.searchIcon} aria-hidden="true" />
        <input
          ref={search}
          type="search"
          aria-label={t('share.search')}
          aria-controls={listId}
          autoComplete="off"
          spellCheck={false}
          data-autofocus=""
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isComposed(event.nativeEvent)) return
            if (event.key === 'ArrowDown') moveIn(event, listId, 0)
            if (event.key !== 'Enter') return
            // It chooses, and sends nothing.
            event.preventDefault()
            // Of what is typed, not of what is shown yet.
            const first = query.trim() === '' ? undefined : offered.find(foundIn(query))
            if (!first) return
            add(first)
            setQuery('')
          }}
          placeholder={t('share.search')}
          className={cx(fields.input, css.searchBox)}
        />
        {/* There before its words, which are not spoken else. */}
        <span className={css.found} role="status">
          {isSought && people !== null && t('share.found', { count })}
        </span>
      </span>
      {people === null ? (
        <Reading />
      ) : count === 0 ? (
        <p id={listId} className={css.still}>
          {t(isSought ? 'share.none' : 'share.allChosen')}
        </p>
      ) : (
        <Choice
          id={listId}
          people={left}
          isFull={isFull}
          isLast={count === 1 || chosen.length + 1 >= SHARE_RECEIVERS_MAX}
          search={search}
          onAdd={add}
        />
      )}
      {isFull && <p className={css.still}>{t('share.full', { count: SHARE_RECEIVERS_MAX })}</p>}
    </div>
  )
}

function foundIn(query: string): (one: Connected) => boolean {
  const sought = fold(query)
  return (one) => foundBy(one).name.includes(sought)
}

interface ChoiceProps {
  id: string
  people: readonly Connected[]
  isFull: boolean
  /** After the next choice there is no other to make. */
  isLast: boolean
  search: RefObject<HTMLInputElement | null>
  onAdd: (one: Connected) => void
}

const keyOfRow = ({ dataset }: HTMLElement) => dataset.player

/** Draws what is in sight alone: there may be thousands. */
function Choice({ id, people, isFull, isLast, search, onAdd }: ChoiceProps) {
  const { t } = useTranslation('sharing')
  const box = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLUListElement>(null)
  const seen = useWindow(box, body, people.length, ROW)
  const focused = useHeldRow(
    body,
    useMemo(() => people.map((one) => one.id), [people]),
    keyOfRow,
  )
  // The arrows lead from it to those beside it.
  const around = focused < 0 ? [] : [focused - 1, focused, focused + 1]
  /** The place that has the focus once what was chosen there is gone. */
  const next = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is what it waits for
  useEffect(() => {
    if (next.current === null) return
    const at = Math.min(next.current, people.length - 1)
    next.current = null
    rowAt(id, at)?.focus({ preventScroll: true })
  }, [people])
  return (
    <div ref={box} className={css.list}>
      <ul
        ref={body}
        id={id}
        className={css.rows}
        style={{ height: people.length * ROW }}
        aria-label={t('share.choice')}
        onKeyDown={(event) => {
          const at = Number((event.target as HTMLElement).dataset.place)
          if (event.key === 'ArrowDown') moveIn(event, id, at + 1)
          else if (event.key === 'ArrowUp' && at > 0) moveIn(event, id, at - 1)
          else if (event.key === 'ArrowUp') {
            event.preventDefault()
            search.current?.focus()
          } else if (event.key === 'Enter') event.preventDefault()
        }}
      >
        {placesShown(seen, ...around).map((place) => {
          const one = people[place]
          if (!one) return null
          const emailId = `${id}${one.id}`
          const name = nameOf(one)
          return (
            <li key={one.id} data-player={one.id} aria-setsize={people.length} aria-posinset={place + 1}>
              <label className={css.row} style={{ top: place * ROW }}>
                <input
                  type="checkbox"
                  className={tick}
                  checked={false}
                  disabled={isFull}
                  data-place={place}
                  aria-describedby={emailId}
                  onChange={(event) => {
                    // By a key, the next one is at hand, or the search where none is; a pointer finds its own way.
                    const box = event.currentTarget
                    if (isLast && box.matches(':focus-visible')) search.current?.focus()
                    else if (box === document.activeElement) next.current = place
                    onAdd(one)
                  }}
                />
                <span
                  className={css.face}
                  data-initials={initialsOf(one.full_name, one.email).initials}
                  aria-hidden="true"
                />
                <bdi className={css.name}>{name}</bdi>
                <span id={emailId} className={css.email} aria-hidden="true">
                  {name !== one.email && one.email}
                </span>
              </label>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Reading() {
  const { t } = useTranslation('sharing')
  const hasFailed = useSignalValue(connectionsFailed)
  if (!hasFailed)
    return (
      <p className={css.still}>
        <Spinner />
        <span>{t('share.loading')}</span>
        <Spoken words={t('share.loading')} />
      </p>
    )
  return (
    <div className={css.still} role="alert">
      {t('share.unread')}
      <LeavingButton variant="link" size={32} onClick={listConnections}>
        {t('share.again')}
      </LeavingButton>
    </div>
  )
}

const rowAt = (listId: string, place: number): HTMLElement | null =>
  document.getElementById(listId)?.querySelector<HTMLElement>(`[data-place="${place}"]`) ?? null

function moveIn(event: KeyboardEvent, listId: string, place: number): void {
  const row = rowAt(listId, place)
  event.preventDefault()
  row?.focus({ preventScroll: true })
  row?.closest('label')?.scrollIntoView({ block: 'nearest' })
}
