import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../../theme/cx.ts'
import { Frame, type FrameProps } from './Frame.tsx'
import * as css from './fields.css.ts'
import { useFormField } from './useFormField.ts'

export interface TextFieldProps extends FrameProps, Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> {
  name: string
  end?: ReactNode
}

/** A line of text. */
export function TextField({ name, label, starred, optional, hint, end, ...rest }: TextFieldProps) {
  const { id, value, set, error, waiting, control } = useFormField(name)
  return (
    <Frame {...{ id, label, starred, optional, error, hint, end }}>
      <input
        // What has a type of its own is written from the left in any script.
        dir={rest.type === undefined ? 'auto' : undefined}
        {...rest}
        {...control}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
        readOnly={waiting}
        aria-required={starred || undefined}
        aria-describedby={error === undefined ? cx(optional && `${id}o`, `${id}e`, rest['aria-describedby']) : `${id}e`}
        className={cx(css.input, end !== undefined && css.withEnd)}
      />
    </Frame>
  )
}
