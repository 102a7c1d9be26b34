import { Lock, Maximize2, Minimize2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../kit/controls/Button.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { useNumber } from '../../stateTree/useNumber.ts'
import { cx } from '../../theme/cx.ts'
import { useReplay } from '../model/context.ts'
import * as css from './PlayerFrame.css.ts'
import { READY } from './replayed.tsx'

/** The application's page, as a frame of the same sealed page. */
const ADDRESS = '/replay.html?player'

/** The product as the person saw it, drawn of the replayed state: in a window as large as theirs was, made smaller. */
export function PlayerFrame() {
  const { t } = useTranslation('replay')
  const number = useNumber()
  const replay = useReplay()
  const log = useSignalValue(replay.log)
  const moment = useSignalValue(replay.moment)
  const leftOut = useSignalValue(replay.leftOut)
  const frame = useRef<HTMLIFrameElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [isLarge, setLarge] = useState(false)
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const ready = ({ source, data }: MessageEvent<unknown>) => {
      const player = frame.current?.contentWindow
      if (!player || source !== player || data !== READY) return
      const { port1, port2 } = new MessageChannel()
      void replay.worker.show(port1)
      player.postMessage(null, location.origin, [port2])
    }
    addEventListener('message', ready)
    return () => removeEventListener('message', ready)
  }, [replay])
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => setRoom({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (!isLarge) return
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && setLarge(false)
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [isLarge])
  const seen = log?.window ?? { width: 1280, height: 800 }
  const scale = Math.max(0, Math.min(1, (room.width - 2) / seen.width, (room.height - 2) / seen.height))
  return (
    <section className={cx(css.panel, isLarge && css.large)} aria-labelledby="replay-player">
      <header className={css.head}>
        <h2 id="replay-player" className={css.title}>
          {t('player.title', { seq: number.format(moment?.seq ?? 0) })}
        </h2>
        {leftOut && <span className={css.altered}>{t('player.altered')}</span>}
        <span className={css.sealed} title={t('player.sealedWhy')}>
          <Lock size={14} aria-hidden="true" />
          {t('player.sealed')}
        </span>
        <IconButton
          size={32}
          label={t(isLarge ? 'player.smaller' : 'player.larger')}
          icon={isLarge ? <Minimize2 size={16} /> : <Maximize2 size={16} />}
          onClick={() => setLarge(!isLarge)}
        />
      </header>
      <div ref={box} className={css.box}>
        <div className={css.stage} style={{ width: seen.width * scale + 2, height: seen.height * scale + 2 }}>
          <iframe
            ref={frame}
            title={t('player.frame')}
            src={ADDRESS}
            sandbox="allow-scripts allow-same-origin"
            tabIndex={-1}
            className={css.frame}
            style={{ width: seen.width, height: seen.height, transform: `scale(${scale})` }}
          />
        </div>
      </div>
      <p className={css.foot}>{t('player.window', { width: seen.width, height: seen.height })}</p>
    </section>
  )
}
