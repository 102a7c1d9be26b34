/**
 * The form all others are made of, over formik. It guarantees: one submit at a time, however often it is pressed; what
 * a browser filled in without an event is sent as well; the first wrong field, or the summary, has the focus after a
 * try that failed here or at the server; a field's refusal stands as long as the field holds what was refused; nothing
 * that was typed is taken away. It decides nothing of its fields: that is said by the rules (`rules.ts`).
 */
import '../../i18n/forms.ts'
import { type FormikErrors, FormikProvider, type FormikValues, getIn, setIn, useFormik } from 'formik'
import {
  type ComponentType,
  type ReactNode,
  type SubmitEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { whenShown } from '#actions/shown.ts'
import type { Refusal } from '#core/model/people/refusal.ts'
import { moment } from '../../kit/time/moment.ts'
import { takeTyped } from '../../kit/typedEarly.ts'
import { controlsOf, differing } from './adopt.ts'
import { judge, type Rules } from './judge.ts'
import { FormContext, type FormState } from './state.ts'
import { secondsLeft, timeWords, WAIT_MAX_MS } from './timeWords.ts'
import { useAnnouncer } from './useAnnouncer.tsx'
import { focusOn, inWords, type Wrong, wrongControls } from './wrong.ts'

export interface FormProps<V extends FormikValues> {
  /** What the fields hold at first; later changes of it change nothing that was typed. */
  initial: V
  rules: Rules<V>
  /** An answer is on its way. */
  busy: boolean
  /** Why the last try came to nothing; another object for each. */
  refusal: Refusal | null
  /** @param values as they are sent: cleaned by the rules */
  onSubmit: (values: V) => void | Promise<void>
  /** Something was changed after a refusal, which may be taken back then. */
  onEdit?: () => void
  /** Told whenever it begins or ceases to differ from what it held at first. */
  onDirty?: (dirty: boolean) => void
  /** The fields a wait is about (`Retry-After`): with others in them it may be sent at once. All without; none where an account is counted. */
  waitsFor?: readonly (keyof V & string)[]
  /** For long forms, which bring it: several errors are listed above it, with ways to their fields (`Summary`). */
  summary?: ComponentType<{ listed: readonly Wrong[]; onMended: () => void }> | undefined
  className?: string
  children: ReactNode
}

/** A refusal with what it was an answer to. */
interface Answer {
  readonly refusal: Refusal
  /** Null once it was sent again. */
  readonly values: FormikValues | null
  readonly waitUntil: number
}

/** Until when nobody needs to try again, by refusal: a form that is left and come back to begins no wait anew. */
const waits = new WeakMap<Refusal, number>()

/** @returns a `moment`; 0 without a wait */
function waitOf(refusal: Refusal): number {
  if (refusal.retryAfterMs === undefined) return 0
  const until = waits.get(refusal) ?? moment() + Math.min(refusal.retryAfterMs, WAIT_MAX_MS)
  waits.set(refusal, until)
  return until
}

const BROKEN: Refusal = { code: 'NONE', message: '' }
const NONE_LISTED: readonly Wrong[] = []

export function Form<V extends FormikValues>({
  initial,
  rules,
  busy,
  refusal: refused,
  onSubmit,
  onEdit,
  onDirty,
  waitsFor,
  summary: Summary,
  className,
  children,
}: FormProps<V>) {
  const { t, i18n } = useTranslation('forms')
  const form = useRef<HTMLFormElement>(null)
  const latch = useRef(false)
  /** How many tries are over, and whether the last one was stopped here. */
  const [settled, setSettled] = useState({ count: 0, stopped: false })
  const passed = useRef(false)
  const [sent, setSent] = useState<FormikValues>(initial)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [broken, setBroken] = useState<Refusal | null>(null)
  const [listed, setListed] = useState<readonly Wrong[]>(NONE_LISTED)
  const [say, region] = useAnnouncer()

  // The newer of the two is said.
  const [heard, setHeard] = useState(refused)
  if (refused !== heard) {
    setHeard(refused)
    if (refused !== null) setBroken(null)
  }
  const refusal = broken ?? refused
  if (refusal !== null && refusal !== answer?.refusal) setAnswer({ refusal, values: sent, waitUntil: waitOf(refusal) })

  const formik = useFormik<V>({
    initialValues: initial,
    validateOnBlur: false,
    validate: (values) =>
      Object.entries(judge(rules, values).errors).reduce<FormikErrors<V>>(
        (errors, [name, text]) => setIn(errors, name, text),
        {},
      ),
    async onSubmit(values) {
      const judged = judge(rules, values).sent
      if (judged === null) return
      passed.current = true
      setSent(values)
      setBroken(null)
      setAnswer((before) => before && { ...before, values: null })
      await onSubmit(judged)
      // Before the wish shows `busy` says nothing of it, and a second press would send it twice.
      await new Promise<void>((shown) => whenShown(shown))
    },
  })
  const { values, dirty, isSubmitting, submitCount } = formik
  const isHeld = (waitsFor ?? Object.keys(values)).every((name) =>
    Object.is(getIn(answer?.values, name), getIn(values, name)),
  )
  const waitUntil = refusal === null || !isHeld ? 0 : (answer?.waitUntil ?? 0)

  /** @param but keeps its own event */
  const adopt = (but: EventTarget | null) => {
    const others = form.current ? controlsOf(form.current).filter((control) => control !== but) : []
    for (const [name, value] of differing(others, values)) void formik.setFieldValue(name, value)
  }

  // It may have stood, and been written in, before any script had come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is taken over
  useLayoutEffect(() => {
    const noted = takeTyped()
    if (noted === null) return
    adopt(null)
    const { values: typed, focus } = noted
    for (const control of form.current ? controlsOf(form.current) : []) {
      const held = typed.find(([name]) => name === control.name)?.[1]
      const isEmpty = control.type === 'checkbox' ? !control.checked : control.value === ''
      if (held && isEmpty) void formik.setFieldValue(control.name, held)
      if (control.name === focus && document.activeElement === document.body) control.focus()
    }
  }, [])

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (latch.current) return
    const left = secondsLeft(waitUntil)
    if (left > 0) return say(t('wait', { time: timeWords(left, i18n.language) }))
    latch.current = true
    passed.current = false
    // Formik judges what it rendered last.
    flushSync(() => adopt(null))
    try {
      await formik.submitForm()
    } catch {
      setBroken({ ...BROKEN })
    }
    const stopped = !passed.current
    setSettled(({ count }) => ({ count: count + 1, stopped }))
  }

  // It opens again once what was sent is settled and no answer is waited for, in the render that knows both.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `settled` is the moment itself
  useEffect(() => {
    if (!busy) latch.current = false
  }, [busy, settled])

  const edited = useRef({ values, onEdit })
  edited.current.onEdit = onEdit
  useEffect(() => {
    if (edited.current.values === values) return
    edited.current.values = values
    setBroken(null)
    if (refusal !== null && secondsLeft(waitUntil) === 0) edited.current.onEdit?.()
  }, [values, refusal, waitUntil])

  const told = useRef(onDirty)
  told.current = onDirty
  useEffect(() => told.current?.(dirty), [dirty])

  // After a try that failed here, and after an answer that names fields.
  const named = answer?.values && answer.refusal.fields ? answer.refusal : null
  useEffect(() => {
    // What was mended a moment ago may still be shown: an error can linger.
    if (!settled.stopped && named === null) return setListed(NONE_LISTED)
    const wrong = form.current ? wrongControls(form.current) : []
    const isListed = Summary !== undefined && wrong.length > 1
    setListed(isListed ? inWords(wrong) : NONE_LISTED)
    if (wrong[0] && !isListed) focusOn(wrong[0])
  }, [settled, named, Summary])

  const forget = useCallback(() => setListed(NONE_LISTED), [])
  const state = useMemo<FormState>(() => {
    const fields = Object.entries(answer?.refusal.fields ?? {})
    const isAnswered = (name: string) => !!answer?.values && Object.is(getIn(answer.values, name), getIn(values, name))
    return {
      isListed: listed.length > 0,
      waiting: busy || isSubmitting,
      tries: submitCount,
      refusal,
      waitUntil,
      elsewhere: fields.flatMap(([name, text]) => (getIn(values, name) === undefined ? [text] : [])),
      isAnswered,
      refusedOf: (name) => (isAnswered(name) ? answer?.refusal.fields?.[name] : undefined),
      say,
    }
  }, [answer, busy, isSubmitting, listed, refusal, say, submitCount, values, waitUntil])

  return (
    <FormikProvider value={formik}>
      <FormContext value={state}>
        <form
          ref={form}
          noValidate
          // Whatever sends it without being asked, nothing of it comes into an address.
          method="post"
          className={className}
          onSubmit={(event) => void submit(event)}
          onInput={({ target }) => adopt(target)}
          // A field that is left is judged and drawn again: what it holds itself has had its event, or has none.
          onBlur={() => adopt(null)}
        >
          {Summary && listed.length > 0 && <Summary listed={listed} onMended={forget} />}
          {children}
          {region}
        </form>
      </FormContext>
    </FormikProvider>
  )
}
