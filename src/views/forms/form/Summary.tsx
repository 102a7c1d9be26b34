import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../theme/cx.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { Refused, useIsSaid } from './FormBanner.tsx'
import * as css from './form.css.ts'
import { focusOn, isStillWrong, type Wrong } from './wrong.ts'

interface Props {
  listed: readonly Wrong[]
  /** All of them are mended. */
  onMended: () => void
}

/**
 * The fields that a try found wrong, each a way to it: what is wrong stands there. It takes the focus when it comes,
 * and what is mended leaves it. What is said of the form as a whole stands over them.
 */
export function Summary({ listed, onMended }: Props) {
  const { t } = useTranslation('forms')
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const [kept, setKept] = useState({ of: listed, left: listed })
  const left = kept.of === listed ? kept.left : listed
  const isEmpty = left.length === 0
  const isSaid = useIsSaid()
  useEffect(() => {
    if (isEmpty) onMended()
  }, [isEmpty, onMended])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is another try
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
    box.current?.focus({ preventScroll: true })
  }, [listed])
  // Errors go with what is typed, or a while after: only the page itself knows when.
  useEffect(() => {
    const form = box.current?.closest('form')
    if (!form || isEmpty) return
    const drop = () =>
      setKept((before) => {
        const former = before.of === listed ? before.left : listed
        const wrong = former.filter(isStillWrong)
        return wrong.length === former.length ? before : { of: listed, left: wrong }
      })
    drop()
    const observer = new MutationObserver(drop)
    observer.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] })
    return () => observer.disconnect()
  }, [listed, isEmpty])
  if (isEmpty) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups ways to fields, not the fields
    <div ref={box} role="group" tabIndex={-1} aria-labelledby={titleId} className={css.summary}>
      {isSaid && <Refused isInside />}
      <h2 id={titleId} className={isSaid ? visuallyHidden : css.bannerTitle}>
        {t('summary')}
      </h2>
      <ul className={cx(css.summaryList, isSaid && css.summaryUnder)}>
        {left.map(({ control, words }) => (
          <li key={control.id}>
            <a
              href={`#${control.id}`}
              className={css.summaryLink}
              onClick={(event) => {
                event.preventDefault()
                focusOn(control)
              }}
            >
              {words}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
