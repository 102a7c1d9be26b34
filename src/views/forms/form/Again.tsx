import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VERIFICATION_RESEND_S } from '#core/model/constants.ts'
import { Button } from '../../kit/controls/Button.tsx'
import * as css from './form.css.ts'
import { useForm } from './state.ts'
import { timeWords } from './timeWords.ts'

interface Props {
  /** When the last code went out, ms since 1970. */
  sentAt: number
  onAsk: () => void
  /** On the button. */
  ask: string
  /** Said once another is on its way, unless something else says it. */
  sent?: string
  /** @param time that is left, in words */
  wait: (time: string) => string
}

/** Has another code sent, once the last one had its time (SIGNUP-041, D-025). Fields are not asked. */
export function Again({ sentAt, onAsk, ask, sent, wait }: Props) {
  const { i18n } = useTranslation('forms')
  const { say, waiting } = useForm()
  const left = useSecondsFrom(sentAt)
  const [asked, setAsked] = useState(0)
  const isSent = asked > 0 && sentAt > asked
  useEffect(() => {
    if (isSent && sent) say(sent)
  }, [isSent, say, sent])
  if (left > 0)
    return (
      <p className={css.againNote}>
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
