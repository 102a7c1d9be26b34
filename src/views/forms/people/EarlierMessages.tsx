import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTACT_TYPES } from '#core/model/people/sharing.ts'
import { isolated } from '#core/model/text/direction.ts'
import { mediumDate } from '#core/model/text/formats.ts'
import { contactHistory } from '#projections/sharing.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import * as css from './people.css.ts'

interface Props {
  releaseid: string
  /** Whom the form writes to. */
  to: string
}

/** What was written to the same owner before, the newest first; the others come at a press (H-067). */
export function EarlierMessages({ releaseid, to }: Props) {
  const { t } = useTranslation('sharing')
  const [all, setAll] = useState(false)
  const headId = useId()
  const messages = useSignalValue(useMemo(() => contactHistory(releaseid), [releaseid]))?.messages ?? []
  if (messages.length === 0) return null
  const shown = all ? messages : messages.slice(0, 1)
  return (
    <section aria-labelledby={headId} className={css.earlier}>
      <div className={css.earlierHead}>
        <h3 id={headId} className={css.earlierTitle}>
          {t('contact.earlier', { count: messages.length, to: isolated(to) })}
        </h3>
        {messages.length > 1 && (
          <Button variant="link" size={32} aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'contact.earlierLess' : 'contact.earlierAll', { count: messages.length })}
          </Button>
        )}
      </div>
      <ul className={css.earlierList} aria-labelledby={headId} tabIndex={all ? 0 : undefined}>
        {shown.map(({ title, contactType, text, at }) => (
          <li key={`${at}:${text}`} className={css.earlierOne}>
            <p className={css.earlierAbout}>
              <bdi>{title}</bdi>
              {`, ${t(`contact.types.${CONTACT_TYPES[contactType - 1] ?? 'other'}`)}, `}
              <Day at={at} />
            </p>
            <p dir="auto" className={css.earlierText}>
              {text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** @param at ms since 1970 */
function Day({ at }: { at: number }) {
  const iso = new Date(at).toISOString()
  return <time dateTime={iso}>{mediumDate(iso)}</time>
}
