import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VERIFICATION_RESEND_S } from '#core/model/constants.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { moment } from '../../kit/time/moment.ts'
import * as css from './form.css.ts'
import { useForm } from './state.ts'
import { secondsLeft, timeWords, WAIT_MAX_MS } from './timeWords.ts'

interface Props {
  /** When the last code went out, ms since 1970; left out, another may be had at once. */
  sentAt?: number
  onAsk: () => void
  /** On the button. */
  ask: string
  /** Said once another is on its way, unless something else says it. */
  sent?: string
  /** @param time that is left, in words */
  wait: (time: string) => string
}

/**
 * Has another code sent, once the last one had its time (SIGNUP-041, D-025), and once the server's own wait is over where
 * there were too many. Fields are not asked.
 */
export function Again({ sentAt = 0, onAsk, ask, sent, wait }: Props) {
  const { i18n } = useTranslation('forms')
  const { say, waiting, refusal } = useForm()
  const [asked, setAsked] = useState(0)
  /** A `moment`: the device's clock may be put back. */
  const [refusedUntil, setRefusedUntil] = useState(0)
  const left = Math.max(useSecondsFrom(sentAt), secondsLeft(refusedUntil))
  const pending = useRef(false)
  useEffect(() => {
    if (refusal === null || !pending.current) return
    pending.current = false
    setRefusedUntil(moment() + Math.min(refusal.retryAfterMs ?? 0, WAIT_MAX_MS))
  }, [refusal])
  const isSent = asked > 0 && sentAt > asked
  useEffect(() => {
    if (isSent) pending.current = false
    if (isSent && sent) say(sent)
  }, [isSent, say, sent])
  const note = useRef<HTMLParagraphElement>(null)
  const isWaiting = left > 0
  useEffect(() => {
    // What was pressed is gone.
    if (isWaiting && asked > 0 && document.activeElement === document.body) note.current?.focus()
  }, [isWaiting, asked])
  if (isWaiting)
    return (
      <p ref={note} tabIndex={-1} className={css.againNote}>
        {isSent && sent && `${sent} `}
        {wait(timeWords(left, i18n.language))}
      </p>
    )
  return (
    <div className={css.again}>
      <Button
        variant="link"
        size={32}
        busy={waiting}
        onClick={() => {
          pending.current = true
          setAsked(Date.now())
          onAsk()
        }}
      >
        {ask}
      </Button>
    </div>
  )
}

/** Whole seconds until another code may be had, ticking. */
function useSecondsFrom(sentAt: number): number {
  const left = () => {
    const passed = (Date.now() - sentAt) / 1000
    // A clock that was put back is no reason to wait for long.
    return passed < 0 ? 0 : Math.max(0, Math.ceil(VERIFICATION_RESEND_S - passed))
  }
  const [, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 500)
    return () => clearInterval(timer)
  }, [])
  return left()
}
