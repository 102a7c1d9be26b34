import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { useNumber } from '../../stateTree/useNumber.ts'
import { useReplay } from '../model/context.ts'
import { clock } from '../model/times.ts'
import * as css from './StatePanel.css.ts'

/** The event itself, as it stands in the file. */
export function Payload() {
  const { t, i18n } = useTranslation('replay')
  const replay = useReplay()
  const moment = useSignalValue(replay.moment)
  const number = useNumber()
  const when = useMemo(
    () => new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' }),
    [i18n.language],
  )
  const event = moment?.event
  if (!event) return <p className={css.text}>{t('payload.none')}</p>
  const facts = [
    ['type', `${event.type} v${event.v}`],
    ['time', `${clock(event.t, true)}${event.date === null ? '' : ` (${when.format(event.date)})`}`],
    ['source', event.source],
    ['cause', event.cause === null ? '-' : number.format(event.cause)],
    ['line', number.format(event.line)],
    ...(event.skipped === null ? [] : [['skipped', event.skipped] as const]),
  ] as const
  return (
    <>
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <FactRow key={name} name={t(`payload.${name}`)} value={value} />
        ))}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is long has to be scrolled by keys */}
      <pre className={css.text} tabIndex={0}>
        {event.payload}
      </pre>
    </>
  )
}

function FactRow({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className={css.fact}>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
