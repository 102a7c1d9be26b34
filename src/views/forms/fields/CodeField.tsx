import { useFormikContext } from 'formik'
import { type ChangeEvent, type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { VERIFICATION_CODE_LENGTH } from '#core/model/constants.ts'
import { codeDigits } from '#core/model/people/fields/verificationCode.ts'
import { cx } from '../../theme/cx.ts'
import { useForm } from '../form/state.ts'
import { Frame, type FrameProps } from './Frame.tsx'
import * as css from './fields.css.ts'
import { useFormField } from './useFormField.ts'

/**
 * The code out of a mail, in one field that a browser can fill in: whatever is typed or pasted, its digits are kept. A
 * key too many does nothing (SIGNUP-039), and a code that is pasted whole takes the place of what is there. It is sent by
 * the button or the Enter key alone: whoever fills it in and presses the button finds it there (WCAG 3.2.2).
 */
export function CodeField({ name, ...frame }: FrameProps & { name: string }) {
  const { id, value, set, error, waiting, control } = useFormField(name)
  const [composed, setComposed] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const { refusal, refusedOf, isAnswered } = useForm()
  const { setFieldValue } = useFormikContext()
  const refused = refusedOf(name)
  // It is whole, and would take no key of another one. Where the form puts the focus, all of it is chosen.
  const choose = () => {
    if (refused !== undefined) input.current?.select()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(choose, [refused])
  // One that expired is good for nothing, and nothing is said at the field.
  const isExpired = !waiting && refusal?.code === 'CODE_EXPIRED' && isAnswered(name)
  useEffect(() => {
    if (isExpired) void setFieldValue(name, '', false)
  }, [isExpired, name, setFieldValue])
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
    const pasted = codeDigits(event.clipboardData.getData('text'))
    take(
      pasted.length === VERIFICATION_CODE_LENGTH
        ? pasted
        : value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length),
    )
  }
  return (
    <Frame {...frame} id={id} error={error}>
      <input
        {...control}
        ref={input}
        value={composed ?? value}
        onChange={change}
        onClick={choose}
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
