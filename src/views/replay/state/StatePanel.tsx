import { Ban, Bookmark, BookmarkCheck, NotebookPen, Undo2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/controls/Button.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { useNumber } from '../../stateTree/useNumber.ts'
import { useReplay } from '../model/context.ts'
import { Note } from './Note.tsx'
import { Payload } from './Payload.tsx'
import * as css from './StatePanel.css.ts'
import { StateTree } from './StateTree.tsx'

const TABS = ['state', 'payload', 'note'] as const
type Tab = (typeof TABS)[number]

/** What the event did and holds, and what can be done with it. */
export function StatePanel() {
  const { t } = useTranslation(['replay', 'tree'])
  const replay = useReplay()
  const [tab, setTab] = useState<Tab>('state')
  const id = useId()
  const views: Record<Tab, ReactNode> = { state: <StateTree />, payload: <Payload />, note: <Note /> }
  const keys = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const next = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length] ?? 'state'
    setTab(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  const onlyChanges = useSignalValue(replay.onlyChanges)
  return (
    <section className={css.panel} aria-label={t('state.label')}>
      <div className={css.head}>
        <div role="tablist" aria-label={t('state.label')} className={css.tabs} onKeyDown={keys}>
          {TABS.map((one) => (
            <button
              key={one}
              id={`${id}-${one}`}
              type="button"
              role="tab"
              aria-selected={tab === one}
              aria-controls={`${id}-panel`}
              tabIndex={tab === one ? 0 : -1}
              className={css.tab}
              onClick={() => setTab(one)}
            >
              {t(`state.${one}`)}
            </button>
          ))}
        </div>
        {tab === 'state' && (
          <Switch
            label={t('onlyChanges', { ns: 'tree' })}
            checked={onlyChanges}
            onToggle={() => {
              replay.onlyChanges.value = !onlyChanges
            }}
          />
        )}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`} className={css.content}>
        {views[tab]}
      </div>
      <LeftOutWords />
      <Tools onNote={() => setTab('note')} />
    </section>
  )
}

function Tools({ onNote }: { onNote: () => void }) {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const moment = useSignalValue(replay.moment)
  const bookmarks = useSignalValue(replay.kept.bookmarks)
  const notes = useSignalValue(replay.kept.notes)
  const leftOut = useSignalValue(replay.leftOut)
  const seq = moment?.event?.seq ?? null
  if (seq === null) return null
  const isOut = leftOut?.seqs.includes(seq) ?? false
  const isMarked = bookmarks.has(seq)
  return (
    <div className={css.tools}>
      <Button
        size={28}
        icon={isOut ? <Undo2 size={16} /> : <Ban size={16} />}
        onClick={() => void replay.toggleLeftOut(seq)}
      >
        {t(isOut ? 'tools.takeIn' : 'tools.leaveOut')}
      </Button>
      <Button
        size={28}
        aria-pressed={isMarked}
        icon={isMarked ? <BookmarkCheck size={16} /> : <Bookmark size={16} />}
        onClick={() => replay.kept.toggleBookmark(seq)}
      >
        {t(isMarked ? 'tools.unmark' : 'tools.mark')}
      </Button>
      <Button size={28} icon={<NotebookPen size={16} />} onClick={onNote}>
        {t(notes.has(seq) ? 'tools.editNote' : 'tools.note')}
      </Button>
    </div>
  )
}

/** What became of the state without the events that are left out. */
function LeftOutWords() {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const leftOut = useSignalValue(replay.leftOut)
  const withRecorded = useSignalValue(replay.withRecorded)
  const number = useNumber()
  const words = useRef<HTMLParagraphElement>(null)
  if (!leftOut) return null
  const { seqs, from, sameFrom, differing, threw } = leftOut
  const what =
    seqs.length === 1
      ? t('leftOut.one', { seq: number.format(seqs[0] ?? 0) })
      : t('leftOut.some', { count: seqs.length, n: number.format(seqs.length) })
  const became =
    from === null
      ? t('leftOut.nothing')
      : sameFrom === null
        ? t('leftOut.toTheEnd', { from: number.format(from), count: differing, n: number.format(differing) })
        : t('leftOut.until', { from: number.format(from), same: number.format(sameFrom), n: number.format(differing) })
  return (
    <div className={css.leftOut}>
      <p ref={words} role="status">
        <strong>{what}</strong> {became}
        {threw && ` ${t('leftOut.threw', { seq: number.format(threw.seq), type: threw.type, message: threw.message })}`}
      </p>
      <div className={css.leftOutTools}>
        {from !== null && (
          <Button
            size={28}
            aria-pressed={withRecorded}
            onClick={() => {
              replay.withRecorded.value = !withRecorded
            }}
          >
            {t(withRecorded ? 'leftOut.withBefore' : 'leftOut.withRecorded')}
          </Button>
        )}
        {from !== null && (
          <Button size={28} onClick={() => replay.go(from)}>
            {t('leftOut.go')}
          </Button>
        )}
        <Button size={28} onClick={() => void replay.takeAllIn()}>
          {t('leftOut.takeAll')}
        </Button>
      </div>
    </div>
  )
}
