import { computed } from '@preact/signals-react'
import { ArrowDown } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadSummary, downloadsOpen } from '#projections/downloads/downloads.ts'
import { Tooltip } from '../../kit/controls/Tooltip.tsx'
import { Ring } from '../../kit/graphics/Ring.tsx'
import { WithScript } from '../../kit/overlays/WithScript.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { downloadsPopover } from '../scripts.ts'
import * as css from './DownloadsButton.css.ts'

const progress = computed(() => downloadSummary.value.progress)
/** Everything but the percentage, so that the button is not rendered four times a second. */
const counts = computed(() => {
  const { active, waiting, failed, interrupted, paused } = downloadSummary.value
  return `${active} ${waiting} ${failed} ${interrupted} ${paused}`
})

const close = () => {
  downloadsOpen.value = false
}

/** Opens the downloads; shows how many are under way and how far they are altogether (SHELL-015). */
export function DownloadsButton() {
  const { t } = useTranslation('downloads')
  const button = useRef<HTMLButtonElement>(null)
  const descriptionId = useId()
  const open = useSignalValue(downloadsOpen)
  const [active = 0, waiting = 0, failed = 0, interrupted = 0, paused = 0] = useSignalValue(counts)
    .split(' ')
    .map(Number)
  const underWay = active + waiting
  // What truly failed is red; what was cut off or paused waits to be resumed.
  const shown = underWay || failed || interrupted + paused
  const more = [
    ...(interrupted > 0 ? [t('describeMore.interrupted', { count: interrupted })] : []),
    ...(paused > 0 ? [t('still.paused', { count: paused })] : []),
    ...(failed > 0 ? [t('describeMore.failed', { count: failed })] : []),
  ]
  return (
    <>
      <Tooltip text={t('title')}>
        <button
          ref={button}
          type="button"
          className={css.button}
          aria-label={t('title')}
          aria-describedby={descriptionId}
          aria-haspopup="dialog"
          aria-expanded={open}
          onPointerEnter={downloadsPopover.want}
          onFocus={downloadsPopover.want}
          onClick={() => {
            downloadsOpen.value = !open
          }}
        >
          {underWay > 0 && (
            <span className={css.buttonRing}>
              <Ring progress={progress} size={34} />
            </span>
          )}
          <ArrowDown size={18} strokeWidth={2} aria-hidden="true" />
          {shown > 0 && (
            <span
              className={cx(css.count, underWay === 0 && (failed > 0 ? css.countFailed : css.countHeld))}
              data-count={shown}
              aria-hidden="true"
            />
          )}
        </button>
      </Tooltip>
      <span id={descriptionId} className={visuallyHidden}>
        {[t('describe', { active: t('active', { count: active }), waiting }), ...more].join(', ')}
      </span>
      {open && (
        <WithScript script={downloadsPopover} onClose={close}>
          {({ DownloadsPopover }) => <DownloadsPopover anchor={button} />}
        </WithScript>
      )}
    </>
  )
}
