import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { changeVolume, toggleMute } from '#actions/player.ts'
import { player } from '#projections/player.ts'
import { IconButton } from '../../kit/controls/Button.tsx'
import { fill, range } from '../../kit/controls/Range.css.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import * as css from './PlayBar.css.ts'

const VOLUME_DEBOUNCE_MS = 100

const nameOf = (reference: string) => reference.slice(4, -1)

/** Mute and the volume's rail; what the rail says is sent 100 ms after it last moved, or when it is released (PLAYER-045). */
export function Volume({ rail = true }: { rail?: boolean }) {
  const { t } = useTranslation('player')
  const volume = useSignalValue(player, (state) => state.volume)
  const isMuted = useSignalValue(player, (state) => state.isMuted)
  const Icon = isMuted || volume === 0 ? VolumeX : volume < 50 ? Volume1 : Volume2
  return (
    <>
      <IconButton
        label={isMuted ? t('unmute') : t('mute')}
        icon={<Icon size={20} strokeWidth={1.75} />}
        onClick={toggleMute}
      />
      {rail && <VolumeRail volume={volume} label={t('volume')} className={css.volume} />}
    </>
  )
}

/** The volume's rail in the full player, between a soft and a loud sign. */
export function VolumeRow() {
  const { t } = useTranslation('player')
  const volume = useSignalValue(player, (state) => state.volume)
  return (
    <div className={css.fullVolume}>
      <Volume1 size={16} strokeWidth={1.75} aria-hidden="true" />
      <VolumeRail volume={volume} label={t('volume')} className={css.fullRail} />
      <Volume2 size={16} strokeWidth={1.75} aria-hidden="true" />
    </div>
  )
}

function VolumeRail({ volume, label, className }: { volume: number; label: string; className: string }) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const element = input.current
    if (!element) return
    const show = () => element.style.setProperty(nameOf(fill), `${element.value}%`)
    if (timer.current === undefined) element.value = String(volume)
    show()
    const send = () => {
      clearTimeout(timer.current)
      if (timer.current !== undefined) changeVolume(Number(element.value))
      timer.current = undefined
    }
    const onInput = () => {
      show()
      clearTimeout(timer.current)
      timer.current = setTimeout(send, VOLUME_DEBOUNCE_MS)
    }
    element.addEventListener('input', onInput)
    element.addEventListener('change', send)
    return () => {
      element.removeEventListener('input', onInput)
      element.removeEventListener('change', send)
    }
  }, [volume])
  return (
    <span className={className}>
      <input
        ref={input}
        className={range}
        type="range"
        min={0}
        max={100}
        step={1}
        defaultValue={volume}
        aria-label={label}
      />
    </span>
  )
}
