import { type ChangeEvent, type CompositionEvent, useRef, useState } from 'react'
import { VERIFICATION_CODE_LENGTH } from '#core/model/constants.ts'
import { codeDigits } from '#core/model/people/verificationCode.ts'
import { cx } from '../../theme/cx.ts'
import { Frame, type FrameProps } from './Frame.tsx'
import * as css from './fields.css.ts'
import { useFormField } from './useFormField.ts'

/**
 * The code out of a mail, in one field that a browser can fill in: whatever is typed or pasted, its digits are kept. It
 * has no `maxlength`, which would cut a pasted "123 45". A whole code is sent by itself, each once.
 */
export function CodeField({ name, ...frame }: FrameProps & { name: string }) {
  const { id, value, set, error, waiting, control } = useFormField(name)
  const [composed, setComposed] = useState<string | null>(null)
  const sent = useRef('')
  const take = (text: string, form: HTMLFormElement | null) => {
    const digits = codeDigits(text)
    if (waiting) return
    set(digits)
    if (digits.length < VERIFICATION_CODE_LENGTH || digits === sent.current) return
    sent.current = digits
    // Formik has it by then, and who types on is not held up.
    queueMicrotask(() => form?.requestSubmit())
  }
  const change = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    if ('isComposing' in nativeEvent && nativeEvent.isComposing) setComposed(currentTarget.value)
    else take(currentTarget.value, currentTarget.form)
  }
  const composedEnd = ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
    setComposed(null)
    take(currentTarget.value, currentTarget.form)
  }
  return (
    <Frame {...frame} id={id} error={error}>
      <input
        {...control}
        value={composed ?? value}
        onChange={change}
        onCompositionEnd={composedEnd}
        data-own-value=""
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        readOnly={waiting}
        className={cx(css.input, css.code)}
      />
    </Frame>
  )
}
