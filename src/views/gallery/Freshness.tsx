import { ArrowUp } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { refreshReleaseList } from '#actions/releases.ts'
import { releaseList } from '#projections/releases.ts'
import { grouped } from '../kit/numbers.ts'
import { pageMain } from '../kit/pageMain.ts'
import { script, useScriptSoon } from '../kit/script.ts'
import { useFocusOnLeave } from '../kit/useFocusOnLeave.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import * as css from './Freshness.css.ts'

const pull = script(() => import('./pull.ts'))
interface Props {
  queryId: string
  scroller: RefObject<HTMLElement | null>
}

/** What lies over the top of the gallery: newcomers that wait to be shown, and the pull that loads the list anew. */
export function Freshness({ queryId, scroller }: Props) {
  const list = useSignalValue(releaseList(queryId))
  const indicator = useRef<HTMLDivElement>(null)
  const newcomers = list?.total == null ? 0 : (list.newcomers ?? 0)
  // Nobody pulls before there is something to see; a script that does not come leaves the list as it is.
  const module = useScriptSoon(pull)
  useEffect(() => {
    if (!module || !scroller.current || !indicator.current) return
    return module.listenForPull({
      scroller: scroller.current,
      indicator: indicator.current,
      refresh: () => refreshReleaseList(queryId),
    })
  }, [queryId, scroller, module])
  return (
    <>
      <div ref={indicator} className={css.pull} aria-hidden="true" data-testid="pull-indicator">
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <circle className={css.rail} cx="10" cy="10" r="8" />
          <circle className={css.share} cx="10" cy="10" r="8" pathLength="1" />
        </svg>
      </div>
      <div role="status" className={css.newcomers}>
        {newcomers > 0 && <Pill queryId={queryId} count={newcomers} />}
      </div>
    </>
  )
}

function Pill({ queryId, count }: { queryId: string; count: number }) {
  const { t } = useTranslation('gallery')
  const pill = useRef<HTMLButtonElement>(null)
  // From there the keys lead into the list it brought.
  useFocusOnLeave(pill, pageMain)
  return (
    <button
      ref={pill}
      type="button"
      aria-label={t('newcomersName', { shown: grouped(count) })}
      className={css.pill}
      onClick={() => refreshReleaseList(queryId)}
    >
      <ArrowUp size={16} strokeWidth={2} aria-hidden="true" />
      {t('newcomers', { count, shown: grouped(count) })}
    </button>
  )
}
