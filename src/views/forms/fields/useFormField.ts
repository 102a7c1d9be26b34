import { useField } from 'formik'
import { type FocusEvent, useId, useRef } from 'react'
import { useForm } from '../form/state.ts'

const holds = (value: string | boolean) => value !== '' && value !== false

/** A field of a form by its name: what it holds, what is wrong with it, and what its control is given. */
export function useFormField<T extends string | boolean = string>(name: string) {
  const id = useId()
  const { waiting, tries, refusedOf } = useForm()
  const [{ value }, { touched, error: fault }, { setValue, setTouched }] = useField<T>(name)
  const error = (touched ? fault : undefined) ?? refusedOf(name)
  /** Whoever fills it in here took away what it held. */
  const isEmptied = useRef(false)
  const set = (next: T) => {
    if (waiting) return
    isEmptied.current = !holds(next) && (isEmptied.current || holds(value))
    void setValue(next)
  }
  /** What never held anything is not judged before it was sent: who only walks through a form has done nothing wrong. */
  const leave = () => {
    if (tries > 0) return
    const isJudged = holds(value) || isEmptied.current
    if (isJudged !== touched) void setTouched(isJudged, false)
  }
  const control = {
    id,
    name,
    onBlur: (_: FocusEvent) => leave(),
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': `${id}e`,
  }
  return { id, value, set, fault, error, touched, waiting, tries, control }
}
