import { type RefObject, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { isAnyWaiting, restOfItem } from '#projections/player.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { clearQueueOpen } from '../shell.state.ts'
import * as css from './PlayQueue.css.ts'
import { QueueItems } from './QueueItems.tsx'
import { RestSongs } from './RestSongs.tsx'

interface Props {
  /** The items that follow what plays. */
  ids: readonly string[]
  /** What scrolls. */
  body: RefObject<HTMLElement | null>
  /** What takes the focus of a row when none is left. */
  heading: RefObject<HTMLElement | null>
  selectedItem: string | null
  /** Whether anything was heard already, which can be cleared as well. */
  hasHistory: boolean
}

/** The songs that will play, in their order: the rest of what plays, then what was queued (QUEUE-003, D-160). */
export function UpNext({ ids, body, heading, selectedItem, hasHistory }: Props) {
  const { t } = useTranslation('player')
  const id = useId()
  const rest = useSignalValue(restOfItem)
  const waits = useSignalValue(isAnyWaiting)
  const isEmpty = ids.length === 0 && rest.length === 0
  return (
    <section aria-labelledby={id} className={css.section}>
      <div className={css.sectionHead}>
        <h3 id={id} className={css.sectionTitle}>
          {t('playQueue.next')}
        </h3>
        {(!isEmpty || hasHistory || waits) && (
          <Button
            variant="link"
            size={28}
            aria-haspopup="dialog"
            onClick={() => {
              clearQueueOpen.value = true
            }}
          >
            {t('playQueue.clear')}
          </Button>
        )}
      </div>
      {isEmpty && <p className={css.empty}>{t(waits ? 'playQueue.waiting' : 'playQueue.nothingNext')}</p>}
      {selectedItem !== null && rest.length > 0 && (
        <RestSongs itemId={selectedItem} songs={rest} body={body} heading={heading} />
      )}
      {ids.length > 0 && <QueueItems ids={ids} body={body} heading={heading} />}
    </section>
  )
}
