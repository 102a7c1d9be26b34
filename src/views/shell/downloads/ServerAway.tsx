import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadServer } from '#projections/downloads.ts'
import { useSignalValue } from '../../parts/useSignalValue.ts'
import * as css from './Downloads.css.ts'

/** Says that files wait for a server that does not answer, and counts down to the next time it is asked. */
export function ServerAway() {
  const { t } = useTranslation('downloads')
  const { retryAt } = useSignalValue(downloadServer)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (retryAt === null) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [retryAt])
  if (retryAt === null) return null
  const count = Math.ceil((retryAt - now) / 1000)
  return (
    <div className={css.failures} data-server="away">
      {/* What counts down is not read out each second. */}
      <span className={css.failuresText}>{count > 0 ? t('server.away', { count }) : t('server.asking')}</span>
    </div>
  )
}
