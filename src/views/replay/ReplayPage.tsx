/** The replay page, whole, and how it gets onto the page. */
import '@fontsource-variable/jetbrains-mono/index.css'
import '../theme/index.ts'
import '../i18n/engineers/replay.ts'
import { type RefObject, StrictMode, useEffect, useMemo, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useTranslation } from 'react-i18next'
import { useGrowing } from '../kit/lists/useGrowing.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { CauseChain } from './chain/CauseChain.tsx'
import { EventList } from './events/EventList.tsx'
import { ReplayHeader } from './header/ReplayHeader.tsx'
import { ReplayContext } from './model/context.ts'
import { keysOf } from './model/keys.ts'
import { Replay, type ReplayPorts } from './model/replay.ts'
import { openFile, Refused, UnderWay, Welcome } from './open/OpenLog.tsx'
import { Part } from './Part.tsx'
import { PlayerFrame } from './player/PlayerFrame.tsx'
import * as css from './ReplayPage.css.ts'
import { StatePanel } from './state/StatePanel.tsx'
import { Lanes } from './time/Lanes.tsx'
import { Transport } from './time/Transport.tsx'

/** @param ports given how to tell that the worker is gone */
export function mountReplay(root: HTMLElement, ports: (died: (message: string) => void) => ReplayPorts): void {
  const replay = new Replay(
    ports((message) => {
      replay.broken.value = message
    }),
  )
  createRoot(root).render(
    <StrictMode>
      <ReplayPage replay={replay} />
    </StrictMode>,
  )
}

export function ReplayPage({ replay }: { replay: Replay }) {
  const { t } = useTranslation('replay')
  const log = useSignalValue(replay.log)
  const broken = useSignalValue(replay.broken)
  const search = useRef<HTMLInputElement>(null)
  const isOver = useDrop(replay)
  const keys = useMemo(() => keysOf(replay, () => search.current?.focus()), [replay])
  useEffect(() => {
    addEventListener('keydown', keys)
    return () => removeEventListener('keydown', keys)
  }, [keys])
  useEffect(() => {
    document.title = log ? t('titleOf', { name: log.name }) : t('title')
  }, [t, log])
  return (
    <ReplayContext value={replay}>
      <div className={css.page}>
        <Part>
          <ReplayHeader />
        </Part>
        {broken !== null && (
          <p role="alert" className={css.broken}>
            {t('broken', { reason: broken })}
          </p>
        )}
        <Refused />
        {log ? (
          <main className={css.main}>
            <OpenLog search={search} />
          </main>
        ) : (
          <main className={css.main}>
            <Welcome />
          </main>
        )}
        <UnderWay />
        {isOver && <div className={css.drop}>{t('open.drop')}</div>}
      </div>
    </ReplayContext>
  )
}

/** What stands on the page of a log that is open, part by part: all of it at once would hold the page up. */
function OpenLog({ search }: { search: RefObject<HTMLInputElement | null> }) {
  const parts = useGrowing(5, 1)
  return (
    <>
      <Part>
        <Transport />
      </Part>
      {parts > 1 && (
        <Part>
          <Lanes />
        </Part>
      )}
      <div className={css.panels}>
        {parts > 2 && (
          <Part>
            <EventList search={search} />
          </Part>
        )}
        {parts > 3 && (
          <Part>
            <StatePanel />
          </Part>
        )}
        {parts > 4 && (
          <div className={css.player}>
            <Part>
              <PlayerFrame />
            </Part>
          </div>
        )}
      </div>
      {parts > 4 && (
        <Part>
          <CauseChain />
        </Part>
      )}
    </>
  )
}

/** A log that is dropped anywhere is opened. @returns whether files are held over the page */
function useDrop(replay: Replay): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    // A text that is dropped into a field is none of this page's.
    const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent) => {
      if (!isOfFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!isOfFiles(event)) return
      event.preventDefault()
      setOver(false)
      openFile(replay, event.dataTransfer?.files)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [replay])
  return isOver
}
