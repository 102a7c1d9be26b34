import { useFormikContext } from 'formik'
import { useEffect } from 'react'
import { keepTyped } from '#actions/people/signup.ts'

/** Never kept: a password is asked for again (D-033). */
const SECRETS: ReadonlySet<string> = new Set(['password', 'confirm_password', 'code'])

/** Keeps what stands in a form for this tab, so that a reload loses no word. */
export function KeptTyped({ step }: { step: string }) {
  const { values } = useFormikContext<Record<string, string | boolean>>()
  useEffect(() => {
    keepTyped(step, Object.fromEntries(Object.entries(values).filter(([name]) => !SECRETS.has(name))))
  }, [step, values])
  return null
}
