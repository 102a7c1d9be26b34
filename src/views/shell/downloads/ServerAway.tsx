import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadServer } from '#projections/downloads/downloads.ts'
import { isOnline } from '#projections/session.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import * as css from './Downloads.css.ts'

/** Says that files wait for a server that does not answer, and counts down to the next time it is asked. */
export function ServerAway() {
  const { t } = useTranslation('downloads')
  const { retryAt: asksAt } = useSignalValue(downloadServer)
  const online = useSignalValue(isOnline)
  // Nobody asks a server while the device is offline, and the rows say so.
  const retryAt = online ? asksAt : null
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (retryAt === null) return
    let seen = Date.now()
    setNow(seen)
    // Never back: behind a clock that is put back the rest of a minute would last for hours.
    const timer = setInterval(() => {
      const at = Date.now()
      const gone = Math.max(0, at - seen)
      seen = at
      setNow((now) => now + gone)
    }, 1000)
    return () => clearInterval(timer)
  }, [retryAt])
  const count = retryAt === null ? 0 : Math.ceil((retryAt - now) / 1000)
  return (
    <>
      {/* Read out once; what counts down is not read out each second. */}
      <p role="status" className={visuallyHidden}>
        {retryAt !== null && t('server.gone')}
      </p>
      {retryAt !== null && (
        <div className={cx(css.notice, css.isHeld)} data-server="away">
          <CloudOff size={16} strokeWidth={1.75} className={css.noticeSign} aria-hidden="true" />
          <span className={css.noticeText}>{count > 0 ? t('server.away', { count }) : t('server.asking')}</span>
        </div>
      )}
    </>
  )
}
