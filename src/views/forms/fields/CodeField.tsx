import { type ChangeEvent, type CompositionEvent, useRef, useState } from 'react'
import { VERIFICATION_CODE_LENGTH } from '#core/model/constants.ts'
import { codeDigits } from '#core/model/people/fields/verificationCode.ts'
import { cx } from '../../theme/cx.ts'
import { Frame, type FrameProps } from './Frame.tsx'
import * as css from './fields.css.ts'
import { useFormField } from './useFormField.ts'

/**
 * The code out of a mail, in one field that a browser can fill in: whatever is typed or pasted, its digits are kept. It
 * has no `maxlength`, which would cut a pasted "123 45"; a key too many does nothing. A whole code is sent by itself, each
 * once, when it was finished at its end: who mends one in the middle is not done yet.
 */
export function CodeField({ name, ...frame }: FrameProps & { name: string }) {
  const { id, value, set, error, waiting, control } = useFormField(name)
  const [composed, setComposed] = useState<string | null>(null)
  const sent = useRef('')
  const take = (box: HTMLInputElement) => {
    const digits = codeDigits(box.value)
    if (waiting) return
    set(digits)
    // What a browser fills in has no caret.
    const isAtEnd = box !== document.activeElement || box.selectionEnd === box.value.length
    if (digits.length < VERIFICATION_CODE_LENGTH || digits === sent.current || !isAtEnd) return
    sent.current = digits
    // Formik has it by then, and who types on is not held up.
    queueMicrotask(() => box.form?.requestSubmit())
  }
  /** How many signs there are more than before, where it was whole already. */
  const surplusOf = (box: HTMLInputElement) =>
    value.length === VERIFICATION_CODE_LENGTH ? box.value.length - value.length : 0
  const change = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    if (!(nativeEvent instanceof InputEvent)) return take(currentTarget)
    if (nativeEvent.isComposing) return setComposed(currentTarget.value)
    const surplus = surplusOf(currentTarget)
    if (nativeEvent.inputType !== 'insertText' || surplus <= 0) return take(currentTarget)
    // React puts the former value back, and with it the caret at the end.
    const at = Math.max(0, (currentTarget.selectionStart ?? 0) - surplus)
    queueMicrotask(() => currentTarget.setSelectionRange(at, at))
  }
  const composedEnd = ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
    setComposed(null)
    if (surplusOf(currentTarget) <= 0) take(currentTarget)
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
