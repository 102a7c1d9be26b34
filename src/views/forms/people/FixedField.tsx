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
  const { value: held, set, error, control } = useFormField(name)
  const latest = useRef(set)
  latest.current = set
  useEffect(() => latest.current(value), [value])
  return (
    <Frame {...{ id: control.id, label, hint, error }} end={end && <span className={css.lock}>{end}</span>}>
      <input {...control} value={held} readOnly className={cx(fields.input, fields.fixed, fields.withEnd)} />
    </Frame>
  )
}

/** Tells whether a field holds something. */
export function Holds({ names, onChange }: { names: readonly [string, string]; onChange: (holds: boolean) => void }) {
  const [first, second] = names
  const { value } = useFormField(first)
  const { value: other } = useFormField(second)
  const holds = value !== '' || other !== ''
  useEffect(() => onChange(holds), [holds, onChange])
  return null
}
