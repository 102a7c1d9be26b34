/**
 * A choice of one out of many, found by typing: an editable combobox with a list (ARIA Authoring Practices, "Combobox
 * with list autocomplete"). The form holds the code; what is typed stays as it was typed, and where it names nothing the
 * form holds that text, which its rule refuses. While signs are being composed no key is taken.
 */
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isComposed, layerOpened } from '../../kit/overlays/layers.state.ts'
import { cx } from '../../theme/cx.ts'
import { useForm } from '../form/state.ts'
import { type Choice, held, matching } from './choices.ts'
import * as css from './combo.css.ts'
import { Frame, type FrameProps } from './Frame.tsx'
import * as fields from './fields.css.ts'
import { useFormField } from './useFormField.ts'

interface Props extends FrameProps {
  name: string
  choices: readonly Choice[]
  /** What browsers may fill in, as a name: `country-name`, `address-level1`. */
  autoComplete?: string
}

/** Not more are drawn at once; who looks for another types on. */
const SHOWN_MAX = 300
/** How long nothing is typed before it is said how many are left, ms. */
const PAUSE_MS = 600

export function ComboField({ name, label, choices, autoComplete = 'off', starred, optional, hint }: Props) {
  const { t } = useTranslation('forms')
  const { say } = useForm()
  const { id, value, set, error, waiting, control } = useFormField(name)
  const listId = useId()
  const [text, setText] = useState(() => choices.find((choice) => choice.value === value)?.label ?? value)
  const [isOpen, setIsOpen] = useState(false)
  const [isTyped, setIsTyped] = useState(false)
  const [at, setAt] = useState(-1)
  const list = useRef<HTMLDivElement>(null)
  // Opened without typing, it shows all of them and stands at what is chosen.
  const left = isTyped ? matching(choices, text).slice(0, SHOWN_MAX) : choices
  const active = isOpen ? left[at] : undefined

  const open = (place: number) => {
    if (waiting) return
    setIsOpen(true)
    setAt(place)
  }
  const close = () => {
    setIsOpen(false)
    setAt(-1)
  }
  const choose = (choice: Choice) => {
    if (waiting) return
    setText(choice.label)
    setIsTyped(false)
    set(choice.value)
    close()
  }
  /** @param here somebody types; else a browser fills it in, from anywhere */
  const type = (typed: string, here: boolean) => {
    if (waiting) return
    setText(typed)
    setIsTyped(true)
    set(held(choices, typed))
    if (here) open(-1)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposed(event.nativeEvent)) return
    const chosen = left.findIndex((choice) => choice.value === value)
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      const step = key === 'ArrowDown' ? 1 : -1
      if (!isOpen) return open(event.altKey ? -1 : Math.max(0, chosen))
      if (event.altKey) return close()
      const from = at === -1 && step === -1 ? left.length : at
      return setAt((from + step + left.length) % Math.max(1, left.length))
    }
    if (!isOpen) return
    if (key === 'Enter' && active) {
      event.preventDefault()
      choose(active)
    } else if (key === 'Tab' && active) choose(active)
  }

  // Escape, and on a phone Back, closes it and not the dialog around it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what closes it only sets state
  useEffect(() => (isOpen ? layerOpened(close, true) : undefined), [isOpen])
  // Sent by Enter while it was open, nothing can be chosen any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what closes it only sets state
  useEffect(() => {
    if (waiting) close()
  }, [waiting])
  useEffect(() => {
    if (active) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const count = left.length
  useEffect(() => {
    if (!isOpen || !isTyped) return
    const words = count === 0 ? t('combo.none') : t('combo.count', { count })
    const timer = setTimeout(() => say(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isOpen, isTyped, count, say, t])

  return (
    <Frame
      {...{ id, label, starred, optional, error, hint }}
      end={<ChevronDown size={18} strokeWidth={1.75} className={fields.arrow} aria-hidden="true" />}
    >
      <input
        {...control}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active ? `${listId}${active.value}` : undefined}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value, currentTarget === document.activeElement)}
        onKeyDown={press}
        onClick={() => (isOpen ? undefined : open(-1))}
        onBlur={(event) => {
          close()
          control.onBlur(event)
        }}
        data-own-value=""
        autoComplete={autoComplete}
        spellCheck={false}
        readOnly={waiting}
        aria-required={starred || undefined}
        className={cx(fields.input, fields.withEnd)}
      />
      <div ref={list} id={listId} role="listbox" aria-label={label} hidden={!isOpen} className={css.list}>
        {isOpen &&
          left.map((choice) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box, which names the active one
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the box
            <div
              key={choice.value}
              id={`${listId}${choice.value}`}
              role="option"
              aria-selected={choice === active}
              data-chosen={choice.value === value || undefined}
              className={css.option}
              // The box keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
            >
              {choice.label}
            </div>
          ))}
        {isOpen && count === 0 && <p className={css.none}>{t('combo.none')}</p>}
      </div>
    </Frame>
  )
}
