import { type ComponentProps, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countGraphemes } from '#core/model/text/graphemes.ts'
import { cleaned, type TextRule, textFault } from '#core/model/text/textRule.ts'
import { cx } from '../../theme/cx.ts'
import { useForm } from '../form/state.ts'
import { Frame, type FrameProps } from './Frame.tsx'
import * as css from './fields.css.ts'
import { useFormField } from './useFormField.ts'

interface Props extends FrameProps, Pick<ComponentProps<'input'>, 'autoComplete'> {
  name: string
  rule: TextRule
  multiline?: boolean
  /** The error goes this long after it was mended, ms, so that it does not flicker under the first key. */
  lingerMs?: number
  'data-autofocus'?: string
}

/** How many characters beyond the limit are counted: each key counts anew, and a log may be pasted. */
const OVER_MAX = 1000

/** How long nothing is typed before it is said by how much a text is too long, ms. */
const PAUSE_MS = 1000

/** A text with a counter of what a person takes for characters. It may be typed on beyond its limit. */
export function CountedField({ name, label, rule, multiline = false, lingerMs = 0, ...rest }: Props) {
  const { t } = useTranslation('forms')
  const { say } = useForm()
  const { starred, optional, hint, ...own } = rest
  const { id, value, set, fault, error, waiting, control } = useFormField(name)
  const most = rule.max + OVER_MAX
  const counted = useMemo(() => countGraphemes(cleaned(rule, value), most + 1), [rule, value, most])
  const count = Math.min(counted, most)
  const over = count - rule.max
  const more = counted > most ? '+' : ''
  // Too long is told at once: the counter shows it anyway.
  const told = error ?? (over > 0 ? fault : undefined)
  // The counter finds nothing wrong: what is too long are its characters (H-014).
  const isHeavy = told !== undefined && over <= 0 && textFault(rule, value) === 'long'
  const shown = useLingering(isHeavy ? t('heavy') : told, lingerMs)
  useEffect(() => {
    if (over <= 0) return
    const timer = setTimeout(() => say(t('over', { count: over, more })), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [over, more, say, t])
  const Control = multiline ? 'textarea' : 'input'
  return (
    <Frame
      {...{ id, label, starred, optional, hint, error: shown }}
      aside={
        <span id={`${id}c`} className={cx(css.counter, over > 0 && css.over)}>
          {t('counter', { count, more, max: rule.max })}
        </span>
      }
    >
      <Control
        autoComplete="off"
        dir="auto"
        {...own}
        {...control}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
        readOnly={waiting}
        aria-required={starred || undefined}
        aria-invalid={shown !== undefined || undefined}
        aria-describedby={shown === undefined ? cx(optional && `${id}o`, `${id}e`, `${id}c`) : `${id}e`}
        className={cx(css.input, multiline && css.area)}
      />
    </Frame>
  )
}

/** The value at once; its absence once it lasted `ms`. */
function useLingering(value: string | undefined, ms: number): string | undefined {
  const [kept, setKept] = useState(value)
  useEffect(() => {
    if (value !== undefined || ms === 0) return setKept(value)
    const timer = setTimeout(() => setKept(undefined), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return value ?? (ms === 0 ? undefined : kept)
}
