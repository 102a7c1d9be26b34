import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { marketLogo } from '#core/model/catalogue/marketLogo.ts'
import { Picture } from '../../kit/graphics/Picture.tsx'
import { isComposed } from '../../kit/overlays/layers.state.ts'
import { panelAround } from '../../kit/overlays/panelFocus.ts'
import { say } from '../../kit/said.ts'
import { cx } from '../../theme/cx.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import * as css from './OptionList.css.ts'
import { FIELD_FROM, moved, narrowed, type Option, TYPE_AHEAD_MS, typedTo } from './options.ts'

/** Options a page key moves by. */
const PAGE = 8
/** How long nothing is typed before it is said how many are left, ms. */
const PAUSE_MS = 600

interface Props {
  label: string
  options: readonly Option[]
  chosen: readonly string[]
  /** @returns whether it was done: not where no more can be chosen */
  onToggle: (id: string) => boolean
}

const showActiveIn = (list: HTMLElement | null) =>
  list?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })

/**
 * A list of options of which any number can be chosen. The focus stays on the list, or on the field above it,
 * and the option in question is named to assistive technology.
 */
export function OptionList({ label, options, chosen, onToggle }: Props) {
  const { t } = useTranslation('releases')
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(() => options.findIndex((option) => chosen.includes(option.id)))
  const typed = useRef({ text: '', when: Number.NEGATIVE_INFINITY })
  const shown = narrowed(options, text)
  const active = shown[at]
  const optionId = (option: Option) => `${id}-${options.indexOf(option)}`

  // What is pressed is in sight: to look whether it is would lay out all that the press changed, a whole gallery.
  const isPressed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another option, or the same one elsewhere
  useEffect(() => {
    if (!isPressed.current) showActiveIn(list.current)
    isPressed.current = false
  }, [active?.id, shown.length])

  // Not at every letter: how many are left is said once nothing more is typed.
  const [counted, setCounted] = useState('')
  const count = text === '' ? 0 : shown.length
  useEffect(() => {
    const timer = setTimeout(() => setCounted(count === 0 ? '' : t('filter.found', { count })), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [count, t])

  // A panel that opened before its options were there has the focus itself: they take it as they come.
  useLayoutEffect(() => {
    const box = list.current
    if (box && document.activeElement === panelAround(box)) box.focus({ preventScroll: true })
  }, [])

  // It stands there until something is chosen, given up or looked for again.
  const [fullOf, setFullOf] = useState<string | null>(null)
  const looked = `${chosen.length} ${text}`
  const isFull = fullOf === looked
  const toggle = (option: Option): boolean => {
    const isDone = onToggle(option.id)
    setFullOf(isDone ? null : looked)
    return isDone
  }
  /** @returns the option that was chosen or given up */
  const toggleActive = (): Option | undefined => {
    // The wheel may have taken it out of sight.
    showActiveIn(list.current)
    return active && toggle(active) ? active : undefined
  }
  const move = (event: KeyboardEvent): boolean => {
    const to = moved(event.key, at, shown.length, PAGE)
    if (to === null) return false
    event.preventDefault()
    setAt(to)
    return true
  }
  const onListKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowUp' && at <= 0 && field.current) {
      event.preventDefault()
      field.current.focus()
      return
    }
    if (move(event)) return
    const searching = event.timeStamp - typed.current.when < TYPE_AHEAD_MS && typed.current.text !== ''
    if (event.key === 'Enter' || (event.key === ' ' && !searching)) {
      event.preventDefault()
      toggleActive()
    } else if ([...event.key].length === 1) {
      event.preventDefault()
      typed.current = { text: searching ? typed.current.text + event.key : event.key, when: event.timeStamp }
      const to = typedTo(shown, at, typed.current.text)
      if (to !== null) setAt(to)
    }
  }
  const onFieldKey = (event: KeyboardEvent) => {
    // Enter ends a composition first.
    if (isComposed(event.nativeEvent)) return
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      setAt((now) => Math.max(0, now))
      list.current?.focus()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const option = toggleActive()
      // While letters are typed a state that changes elsewhere is not read.
      if (option) say(t(chosen.includes(option.id) ? 'filter.unticked' : 'filter.ticked', { name: option.name }))
    }
  }
  return (
    <>
      {options.length >= FIELD_FROM && (
        <div className={css.fieldBox}>
          <Search size={16} strokeWidth={1.75} className={css.fieldIcon} aria-hidden="true" />
          <input
            ref={field}
            type="text"
            role="combobox"
            className={css.field}
            aria-label={t('filter.find', { group: label })}
            placeholder={t('filter.find', { group: label })}
            aria-controls={id}
            aria-expanded={shown.length > 0}
            aria-autocomplete="list"
            aria-activedescendant={active ? optionId(active) : undefined}
            value={text}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setText(event.target.value)
              setAt(event.target.value === '' ? -1 : 0)
            }}
            onKeyDown={onFieldKey}
          />
        </div>
      )}
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable="true"
        aria-activedescendant={active ? optionId(active) : undefined}
        tabIndex={0}
        data-autofocus=""
        className={css.list}
        onKeyDown={onListKey}
        onFocus={({ currentTarget }) => {
          if (at >= 0 || shown.length === 0) return
          // A press that brings the focus is on what it meets: nothing moves away under it.
          isPressed.current = !currentTarget.matches(':focus-visible')
          setAt(0)
        }}
      >
        {shown.map((option, index) => {
          const isChosen = chosen.includes(option.id)
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys
            <div
              key={option.id}
              id={optionId(option)}
              role="option"
              aria-selected={isChosen}
              data-active={index === at ? '' : undefined}
              className={css.option}
              onClick={() => {
                isPressed.current = index !== at
                setAt(index)
                toggle(option)
              }}
            >
              <span className={cx(css.box, isChosen && css.boxOn)} aria-hidden="true">
                {isChosen && <Check size={14} strokeWidth={3} />}
              </span>
              {option.icon !== undefined && option.icon !== '' && (
                <Picture
                  src={marketLogo(option.icon)}
                  alt=""
                  width={20}
                  height={20}
                  loading="lazy"
                  className={css.logo}
                  instead={<span className={css.logo} />}
                />
              )}
              <bdi className={css.name}>{option.name}</bdi>
            </div>
          )
        })}
      </div>
      <p className={shown.length === 0 || isFull ? css.none : visuallyHidden} role="status">
        {shown.length === 0 ? t('filter.noneFound') : isFull ? t('filter.full') : counted}
      </p>
    </>
  )
}
