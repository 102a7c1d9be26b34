import { useFormikContext } from 'formik'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../../theme/cx.ts'
import { Frame, type FrameProps } from '../fields/Frame.tsx'
import * as fields from '../fields/fields.css.ts'
import { useFormField } from '../fields/useFormField.ts'
import * as css from './people.css.ts'

interface Props extends FrameProps {
  name: string
  /** What it holds, as soon as that is known. */
  value: string
  end?: ReactNode
}

/** A field of the form that is sent and judged, and that nobody types in. */
export function FixedField({ name, label, value, hint, end }: Props) {
  const { value: held, set, error, waiting, control } = useFormField(name)
  const latest = useRef(set)
  latest.current = set
  // While an answer is on its way a field takes nothing.
  useEffect(() => {
    if (!waiting && held !== value) latest.current(value)
  }, [value, held, waiting])
  return (
    <Frame {...{ id: control.id, label, hint, error }} end={end && <span className={css.lock}>{end}</span>}>
      <input {...control} value={held} readOnly className={cx(fields.input, fields.fixed, fields.withEnd)} />
    </Frame>
  )
}

interface WrittenProps {
  names: readonly string[]
  /** Told of each change. */
  onChange: (values: Readonly<Record<string, string>>) => void
}

/** Tells what fields of a form hold. */
export function Written({ names, onChange }: WrittenProps) {
  const { values } = useFormikContext<Record<string, string>>()
  const latest = useRef(onChange)
  latest.current = onChange
  const held = names.map((name) => values[name] ?? '')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words are no change
  useEffect(() => latest.current(Object.fromEntries(names.map((name, at) => [name, held[at] ?? '']))), held)
  return null
}
