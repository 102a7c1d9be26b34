import { type ChangeEvent, type ClipboardEvent, useState } from 'react'
import { VERIFICATION_CODE_LENGTH } from '#core/model/constants.ts'
import { codeDigits } from '#core/model/people/fields/verificationCode.ts'
import { cx } from '../../theme/cx.ts'
import { Frame, type FrameProps } from './Frame.tsx'
import * as css from './fields.css.ts'
import { useFormField } from './useFormField.ts'

/**
 * The code out of a mail, in one field that a browser can fill in: whatever is typed or pasted, its digits are kept, and
 * a key too many does nothing (SIGNUP-039). It is sent by the button or the Enter key alone: whoever fills it in and
 * presses the button finds it there (WCAG 3.2.2).
 */
export function CodeField({ name, ...frame }: FrameProps & { name: string }) {
  const { id, value, set, error, waiting, control } = useFormField(name)
  const [composed, setComposed] = useState<string | null>(null)
  const take = (text: string) => {
    if (!waiting) set(codeDigits(text))
  }
  const change = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setComposed(currentTarget.value)
    else take(currentTarget.value)
  }
  // The browser would cut "123 45" before its digits are taken.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    take(
      value.slice(0, selectionStart ?? value.length) +
        event.clipboardData.getData('text') +
        value.slice(selectionEnd ?? value.length),
    )
  }
  return (
    <Frame {...frame} id={id} error={error}>
      <input
        {...control}
        value={composed ?? value}
        onChange={change}
        onPaste={paste}
        onCompositionEnd={({ currentTarget }) => {
          setComposed(null)
          take(currentTarget.value)
        }}
        data-own-value=""
        maxLength={VERIFICATION_CODE_LENGTH}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        readOnly={waiting}
        className={cx(css.input, css.code)}
      />
    </Frame>
  )
}
