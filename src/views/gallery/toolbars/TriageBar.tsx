import { Archive, Download, Flag, Headphones, type LucideIcon, Undo2, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { endTriage, takeBack } from '#actions/decisions.ts'
import { HOOKS } from '#core/model/catalogue/hook.ts'
import { lastDecision, triage } from '#projections/decisions.ts'
import { player } from '#projections/player.ts'
import { settings } from '#projections/settings.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { grouped } from '../../kit/numbers.ts'
import { useFocusOnLeave } from '../../kit/useFocusOnLeave.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import { afterBar } from './afterBar.ts'
import { abovePlayer } from './bar.css.ts'
import * as css from './TriageBar.css.ts'

const COUNTS: readonly { of: 'heard' | 'flagged' | 'archived' | 'downloaded'; key: string | null; Icon: LucideIcon }[] =
  [
    { of: 'heard', key: null, Icon: Headphones },
    { of: 'flagged', key: 'F', Icon: Flag },
    { of: 'archived', key: 'A', Icon: Archive },
    { of: 'downloaded', key: 'D', Icon: Download },
  ]

/** What came of the round of triage so far, and its keys. What is decided is announced by its notification. */
export function TriageBar({ raised }: { raised: boolean }) {
  const { t } = useTranslation('gallery')
  const round = useSignalValue(triage)
  const last = useSignalValue(lastDecision)
  const hook = useSignalValue(settings, (state) => state.hook)
  const shouldShowMiniPlayer = useSignalValue(player, (state) => state.shouldShowMiniPlayer)
  const box = useRef<HTMLDivElement>(null)
  useFocusOnLeave(box, afterBar)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div
      ref={box}
      role="group"
      aria-label={t('triage.name')}
      className={cx(css.triageBar, raised && css.raised, shouldShowMiniPlayer && abovePlayer)}
      data-keeps-open=""
    >
      <span className={css.name} aria-hidden="true">
        {t('triage.name')}
      </span>
      <ul className={css.counts}>
        {COUNTS.map(({ of, key, Icon }) => (
          <li key={of} className={css.count} data-count={of}>
            {key && <kbd className={css.key}>{key}</kbd>}
            <Icon size={16} strokeWidth={1.75} className={css.glyph} aria-hidden="true" />
            <span className={css.number}>{grouped(round[of])}</span>
            <span className={css.word}>{t(`triage.${of}`)}</span>
          </li>
        ))}
      </ul>
      <ul className={css.hooks} aria-label={t('triage.hooks')}>
        {HOOKS.map((share, at) => (
          <li
            key={share}
            className={cx(css.hook, share === hook && css.chosen)}
            aria-current={share === hook || undefined}
          >
            <kbd className={css.key}>{at + 1}</kbd>
            {share === 0 ? t('triage.start') : t('triage.share', { percent: share * 100 })}
          </li>
        ))}
      </ul>
      <span className={css.steps}>
        <kbd className={css.key}>J</kbd>
        <kbd className={css.key}>K</kbd>
        {t('triage.step')}
      </span>
      <Button
        size={36}
        variant="secondary"
        className={css.undo}
        icon={<Undo2 size={16} strokeWidth={1.75} />}
        aria-keyshortcuts="U Control+Z"
        aria-disabled={last === null || undefined}
        onMouseDown={keepFocus}
        onClick={() => last !== null && takeBack(last)}
      >
        <span className={css.undoWord}>{t('triage.undo')}</span>
        <span className={cx(css.key, css.undoKey)} aria-hidden="true">
          U
        </span>
      </Button>
      <IconButton
        size={36}
        label={t('triage.leave')}
        hint={t('triage.leaveHint')}
        aria-keyshortcuts="T"
        icon={<X size={18} />}
        onMouseDown={keepFocus}
        onClick={endTriage}
      />
    </div>
  )
}

/** A press leaves the focus on its release, where the keys go on. */
function keepFocus(event: { preventDefault(): void }): void {
  event.preventDefault()
}
