import { useTranslation } from 'react-i18next'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { useNumber } from '../../stateTree/useNumber.ts'
import { useReplay } from '../model/context.ts'
import * as css from './StatePanel.css.ts'

/** What somebody wrote to an event, and all that was written. */
export function Note() {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const moment = useSignalValue(replay.moment)
  const notes = useSignalValue(replay.kept.notes)
  const number = useNumber()
  const seq = moment?.event?.seq ?? null
  if (seq === null) return <p className={css.text}>{t('payload.none')}</p>
  return (
    <>
      <textarea
        key={seq}
        className={css.note}
        aria-label={t('note.label', { seq: number.format(seq) })}
        placeholder={t('note.placeholder')}
        maxLength={4000}
        value={notes.get(seq) ?? ''}
        onChange={(event) => replay.kept.note(seq, event.target.value)}
      />
      {notes.size > 0 && (
        <div className={css.notes}>
          {[...notes]
            .toSorted(([a], [b]) => a - b)
            .map(([at, text]) => (
              <button key={at} type="button" className={css.noteRow} onClick={() => replay.go(at)}>
                <span className={css.noteSeq}>{number.format(at)}</span>
                <span>{text}</span>
              </button>
            ))}
        </div>
      )}
    </>
  )
}
