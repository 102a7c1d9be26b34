import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import * as css from './form.css.ts'
import { focusOn } from './wrong.ts'

/** What is wrong, in the words that stand at the fields, each a way to its field. It takes the focus when it comes. */
export function Summary({ controls }: { controls: readonly HTMLElement[] }) {
  const { t } = useTranslation('forms')
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is another try
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
    box.current?.focus({ preventScroll: true })
  }, [controls])
  return (
    <div ref={box} role="alert" tabIndex={-1} aria-labelledby={titleId} className={css.summary}>
      <h2 id={titleId} className={css.bannerTitle}>
        {t('summary')}
      </h2>
      <ul className={css.summaryList}>
        {controls.map((control) => (
          <li key={control.id}>
            <a
              href={`#${control.id}`}
              className={css.summaryLink}
              onClick={(event) => {
                event.preventDefault()
                focusOn(control)
              }}
            >
              {document.getElementById(`${control.id}e`)?.textContent}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
