import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import * as css from './signup.css.ts'

export interface StepPlace {
  /** From 1 on. */
  readonly step: number
  readonly count: number
  /** The person came here from another step: the title has the focus. */
  readonly isEntered: boolean
}

/** What a step is called and where it stands (SIGNUP-001). */
export function StepHead({ place, title, lead }: { place: StepPlace; title: string; lead: string }) {
  const { t } = useTranslation('signup')
  const heading = useRef<HTMLHeadingElement>(null)
  const { step, count, isEntered } = place
  useEffect(() => {
    if (isEntered) heading.current?.focus()
  }, [isEntered])
  return (
    <>
      <p className={css.counter}>{t('step', { step, count })}</p>
      <h1 ref={heading} tabIndex={-1} className={css.title}>
        {title}
      </h1>
      <p className={css.lead}>{lead}</p>
    </>
  )
}
