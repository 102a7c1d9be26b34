import '../../i18n/library.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clearHistory } from '#actions/recent.ts'
import { recent, recentSong } from '#projections/recent.ts'
import { useScrollReturn } from '../../kit/lists/useScrollReturn.ts'
import { grouped } from '../../kit/numbers.ts'
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { EmptyList } from './EmptyList.tsx'
import { ListBar } from './ListBar.tsx'
import * as css from './library.css.ts'
import { TrackTable } from './TrackTable.tsx'

/** The songs that were played on this device, newest first (RECENT-001). */
export function HistoryScreen() {
  const { t } = useTranslation('library')
  const { ids } = useSignalValue(recent)
  const scroller = useRef<HTMLDivElement>(null)
  useScrollReturn(scroller)
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const isEmpty = ids.length === 0
  return (
    <>
      <ListBar
        count={isEmpty ? '' : t('history.songs', { count: ids.length, shown: grouped(ids.length) })}
        clear={isEmpty ? null : { words: t('history.clear'), busy: false, press: () => setAsking(true) }}
      />
      <div ref={scroller} className={css.scroller}>
        {isEmpty ? (
          <EmptyList art="history" title={t('history.empty.title')} text={t('history.empty.text')} />
        ) : (
          <TrackTable ids={ids} songOf={recentSong} />
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={t('history.title')}
          body={t('history.confirm')}
          verb={t('history.clear')}
          onConfirm={() => {
            close()
            clearHistory()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
