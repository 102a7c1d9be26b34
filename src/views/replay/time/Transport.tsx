import { ArrowRightToLine, ChevronFirst, ChevronLast, Pause, Play, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { segment, segments } from '../../kit/controls/Segments.css.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { useNumber } from '../../stateTree/useNumber.ts'
import { useReplay } from '../model/context.ts'
import { SPEEDS } from '../model/playing.ts'
import { clock, readWanted } from '../model/times.ts'
import * as css from './Transport.css.ts'

/** Play, step, jump, and how fast. */
export function Transport() {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const isPlaying = useSignalValue(replay.isPlaying)
  const seq = useSignalValue(replay.seq)
  const ends = useSignalValue(replay.ends)
  const log = useSignalValue(replay.log)
  const failures = log?.failures.length ?? 0
  return (
    <div className={css.transport}>
      <div className={css.group}>
        <IconButton
          size={36}
          label={t('transport.back')}
          hint={t('transport.backKey')}
          icon={<ChevronFirst size={20} />}
          onClick={() => replay.step(-1)}
        />
        <IconButton
          size={40}
          variant="play"
          className={css.play}
          label={t(isPlaying ? 'transport.pause' : 'transport.play')}
          hint={t(isPlaying ? 'transport.pauseKey' : 'transport.playKey')}
          icon={isPlaying ? <Pause size={20} fill="currentColor" /> : <Play size={20} fill="currentColor" />}
          onClick={() => replay.togglePlay()}
        />
        <IconButton
          size={36}
          label={t('transport.forward')}
          hint={t('transport.forwardKey')}
          icon={<ChevronLast size={20} />}
          onClick={() => replay.step(1)}
        />
      </div>
      <Button
        size={32}
        icon={<TriangleAlert size={16} />}
        reason={failures === 0 ? t('transport.noError') : undefined}
        onClick={() => replay.nextFailure()}
      >
        {t('transport.nextError')}
      </Button>
      <p className={css.time}>
        <strong className={css.now}>{clock(replay.timeOf(seq), true)}</strong>
        <span className={css.end}> / {clock(ends, true)}</span>
      </p>
      <GoTo />
      <Speeds />
    </div>
  )
}

/** Jumps to an event by its number, or to a time. */
function GoTo() {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const seq = useSignalValue(replay.seq)
  const [text, setText] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const number = useNumber()
  const go = (event: SubmitEvent) => {
    event.preventDefault()
    // Nothing was typed: what stands there is where the playhead is.
    if (text === null) return
    const wanted = readWanted(text)
    if (!wanted) return setWrong(true)
    replay.pause()
    replay.go('seq' in wanted ? wanted.seq : replay.seqAt(wanted.t))
    setText(null)
  }
  return (
    <form
      className={css.goTo}
      onSubmit={go}
      onBlur={({ currentTarget, relatedTarget }) => {
        // On its way to the button what was typed is still wanted.
        if (currentTarget.contains(relatedTarget)) return
        setText(null)
        setWrong(false)
      }}
    >
      <label className={css.goToLabel} htmlFor="replay-go-to">
        {t('transport.goTo')}
      </label>
      <input
        id="replay-go-to"
        className={css.goToField}
        inputMode="text"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong || undefined}
        aria-description={t('transport.goToHint')}
        title={t('transport.goToHint')}
        value={text ?? number.format(seq)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setText(event.target.value)
          setWrong(false)
        }}
      />
      <button
        type="submit"
        className={css.goToGo}
        aria-label={t('transport.go')}
        // A press leaves the field as it is: not every browser says that it was this button which took the focus.
        onMouseDown={(event) => event.preventDefault()}
      >
        <ArrowRightToLine size={14} aria-hidden="true" />
      </button>
    </form>
  )
}

function Speeds() {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const speed = useSignalValue(replay.speed)
  /** One stop of the tab key; arrows go through them. */
  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const at = (SPEEDS.indexOf(speed) + by + SPEEDS.length) % SPEEDS.length
    replay.speed.value = SPEEDS[at] ?? null
    event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')[at]?.focus()
  }
  return (
    <div role="radiogroup" aria-label={t('transport.speed')} className={css.speeds} onKeyDown={step}>
      <div className={segments}>
        {SPEEDS.map((one) => (
          // biome-ignore lint/a11y/useSemanticElements: buttons side by side, one of which holds
          <button
            key={String(one)}
            type="button"
            role="radio"
            aria-checked={speed === one}
            tabIndex={speed === one ? 0 : -1}
            className={segment}
            onClick={() => {
              replay.speed.value = one
            }}
          >
            {one === null ? t('transport.fastest') : t('transport.times', { speed: one })}
          </button>
        ))}
      </div>
    </div>
  )
}
