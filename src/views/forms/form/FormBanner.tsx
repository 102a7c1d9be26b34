import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BANNER_PLACE } from '#core/model/beginAnew.ts'
import { supportEmail } from '#projections/session.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { Banner } from './Banner.tsx'
import * as css from './form.css.ts'
import { LongWait } from './LongWait.tsx'
import { sentenceOf } from './sentences.ts'
import { useForm } from './state.ts'
import { secondsLeft, timeWords } from './timeWords.ts'

interface Props {
  /** The room that is kept for it, px: nothing moves under the hand that tries again. */
  room: keyof typeof css.room
  /** Words for what has no sentence of its own; the server's text stands in for the body where there is one. */
  failed?: { title: string; body: string } | undefined
}

/** Where the page itself says something before the application stands. */
const PLACE = { [BANNER_PLACE]: '' }

/** What the server said to the form as a whole (D-064), or that it takes long. What it said of fields stands at them. */
export function FormBanner({ room, failed }: Props) {
  const { waiting, isListed } = useForm()
  const isSaid = useIsSaid()
  return (
    <div className={cx(css.place, css.room[room])} {...PLACE}>
      {isSaid && !isListed && <Refused failed={failed} />}
      {waiting && <LongWait />}
    </div>
  )
}

/** Whether there is something to say of the form as a whole: what fields say themselves is none of it. */
export function useIsSaid(): boolean {
  const { refusal, elsewhere, waitUntil } = useForm()
  const isAtFields = Object.keys(refusal?.fields ?? {}).length > 0 && elsewhere.length === 0 && waitUntil === 0
  return refusal !== null && !isAtFields
}

/** @param isInside of a box that has its colour and its place already */
export function Refused({ failed, isInside }: Pick<Props, 'failed'> & { isInside?: boolean }) {
  const { t } = useTranslation('forms')
  const { refusal, elsewhere } = useForm()
  const email = useSignalValue(supportEmail)
  const sentence = refusal === null ? null : sentenceOf(refusal.code)
  const isForeseen = sentence !== null && sentence !== 'unknown'
  const kind = sentence === 'pending' ? 'info' : 'error'
  const title = isForeseen ? t(`refused.${sentence}.title`) : (failed?.title ?? t('refused.unknown.title'))
  const body = isForeseen
    ? t(`refused.${sentence}.body`, { email })
    : refusal?.message || failed?.body || t('refused.unknown.body')
  const banner = useRef<HTMLDivElement>(null)
  // On a phone it may lie below what was pressed.
  useEffect(() => {
    // Its answer, a promise in newer browsers, is no clean-up.
    if (!isInside) void banner.current?.scrollIntoView({ block: 'nearest' })
  }, [isInside])
  return (
    <Banner ref={banner} kind={kind} title={title} body={body} isInside={isInside}>
      {elsewhere.map((text) => (
        <p key={text} className={css.bannerBody}>
          {text}
        </p>
      ))}
      <FormWait />
    </Banner>
  )
}

/** How long nobody needs to try again, for a form that says in words of its own what the server said. */
export function FormWait() {
  const { waitUntil } = useForm()
  return waitUntil > 0 ? <Wait key={waitUntil} until={waitUntil} /> : null
}

/** Shows each second and speaks the first and the last. */
function Wait({ until }: { until: number }) {
  const { t, i18n } = useTranslation('forms')
  const { say } = useForm()
  const [atFirst] = useState(() => secondsLeft(until))
  const [left, setLeft] = useState(atFirst)
  useEffect(() => {
    const timer = setInterval(() => {
      const now = secondsLeft(until)
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      say(t('waitOver'))
    }, 1000)
    return () => clearInterval(timer)
  }, [until, say, t])
  const words = (seconds: number) =>
    seconds > 0 ? t('wait', { time: timeWords(seconds, i18n.language) }) : t('waitOver')
  return (
    <p className={css.bannerBody}>
      <span className={visuallyHidden}>{words(atFirst)}</span>
      <span aria-hidden="true" className={css.ticking}>
        {words(left)}
      </span>
    </p>
  )
}
