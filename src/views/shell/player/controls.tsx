// The controls of playback, the same ones in the bar, the mini player and the full-screen player.
import { Pause, Play, SkipBack, SkipForward } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { skipBack, skipForward, toggleAutoPlay, togglePlay } from '#actions/player.ts'
import { currentSong, hasNext, isPlaying, player, starved } from '#projections/player.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { Tooltip } from '../../kit/controls/Tooltip.tsx'
import { Spinner } from '../../kit/graphics/Spinner.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import * as css from './PlayBar.css.ts'
import { position } from './position.state.ts'

/** Plays and pauses; a ring goes round it while the song loads. */
export function PlayButton({ large = false }: { large?: boolean }) {
  const { t } = useTranslation('player')
  const playing = useSignalValue(isPlaying)
  const isLoading = useSignalValue(player, (state) => state.isLoading)
  const waits = useSignalValue(starved) || isLoading
  const label = playing ? t('pause') : t('play')
  const Icon = playing ? Pause : Play
  return (
    <Tooltip text={label}>
      <button
        type="button"
        className={cx(css.play, large && css.playLarge)}
        aria-label={label}
        aria-busy={waits || undefined}
        data-plays=""
        onClick={togglePlay}
      >
        <Icon size={large ? 28 : 18} fill="currentColor" strokeWidth={playing ? 0 : 1.5} aria-hidden="true" />
        {waits && (
          <span className={css.loadingRing}>
            <Spinner size={large ? 76 : 48} />
          </span>
        )}
      </button>
    </Tooltip>
  )
}

export function PreviousButton({ large = false }: { large?: boolean }) {
  const { t } = useTranslation('player')
  return (
    <IconButton
      label={t('previous')}
      className={cx(large && css.fullSkip)}
      icon={<SkipBack size={large ? 26 : 18} fill="currentColor" strokeWidth={2} />}
      onClick={() => skipBack(position.peek())}
    />
  )
}

/** Inactive on the last song (PLAYER-040). */
export function NextButton({ large = false }: { large?: boolean }) {
  const { t } = useTranslation('player')
  const next = useSignalValue(hasNext)
  return (
    <IconButton
      label={t('next')}
      className={cx(large && css.fullSkip)}
      disabled={!next}
      icon={<SkipForward size={large ? 26 : 18} fill="currentColor" strokeWidth={2} />}
      onClick={skipForward}
    />
  )
}

export function AutoplaySwitch({ nameless = false }: { nameless?: boolean }) {
  const { t } = useTranslation('player')
  const autoPlay = useSignalValue(player, (state) => state.autoPlay)
  const song = useSignalValue(currentSong)
  return (
    <Switch
      label={t('autoplay')}
      nameless={nameless}
      checked={autoPlay}
      disabled={song === null}
      onToggle={toggleAutoPlay}
    />
  )
}
