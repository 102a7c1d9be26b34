import { X } from 'lucide-react'
import { memo, type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { takeBack } from '#actions/decisions.ts'
import { changeMarks } from '#actions/library.ts'
import { dismissNotice } from '#actions/notices.ts'
import { undoQueueRemoval } from '#actions/player.ts'
import { changePlaylist } from '#actions/playlists.ts'
import { NOTIFICATION_DISMISS_MS, NOTIFICATION_ERROR_DISMISS_MS } from '#core/model/constants.ts'
import type { Notice } from '#core/model/entities.ts'
import type { MarkChange } from '#core/model/library/library.ts'
import { isHeld } from '#projections/decisions.ts'
import { downloadsOpen } from '#projections/downloads/downloads.ts'
import { notice, noticesShown } from '#projections/notices.ts'
import { player } from '#projections/player.ts'
import { playlistWayBack } from '#projections/playlists.ts'
import { Button, IconButton } from '../kit/controls/Button.tsx'
import { layersInert, lowerBars, topDialog } from '../kit/overlays/layers.state.ts'
import { pageMain } from '../kit/pageMain.ts'
import { said } from '../kit/said.ts'
import { Countdown } from '../kit/time/countdown.ts'
import { useFocusOnLeave } from '../kit/useFocusOnLeave.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { cx } from '../theme/cx.ts'
import { visuallyHidden } from '../theme/hidden.css.ts'
import { NOTICE_ICONS } from './noticeIcons.ts'
import { lineOf, noticeWords } from './noticeWords.ts'
import { toastsReach } from './shell.state.ts'
import * as css from './Toasts.css.ts'
import { useFailuresSaid } from './useFailuresSaid.ts'

/**
 * Notifications, bottom right; inside the topmost dialog while one is open, where they can be heard and pressed. What
 * they are drawn in moves there as it is: in another portal all of them would be made anew in the press.
 */
export function Toasts() {
  const host = useSignalValue(topDialog)
  const { ids, lines } = useSpoken(host, useSignalValue(noticesShown), useSignalValue(said))
  const shouldShowMiniPlayer = useSignalValue(player, (state) => state.shouldShowMiniPlayer)
  const lower = useSignalValue(lowerBars)
  const bars = host ? null : lower
  const stack = useRef<HTMLDivElement>(null)
  const [box] = useState(made)
  useLayoutEffect(() => (host ?? document.body).append(box), [host, box])
  useEffect(() => () => box.remove(), [box])
  useRoomTaken(stack, host)
  // biome-ignore lint/correctness/useExhaustiveDependencies: where they scroll the newest is in sight
  useLayoutEffect(() => {
    if (matchMedia(css.SCROLLS).matches) stack.current?.scrollTo(0, stack.current.scrollHeight)
  }, [ids])
  useFailuresSaid()
  return createPortal(
    <div
      ref={stack}
      className={cx(css.stack, shouldShowMiniPlayer && css.abovePlayBar, bars && css.aboveBars[bars])}
      aria-live="polite"
      data-keeps-open=""
    >
      {ids.map((id) => (
        <Toast key={id} id={id} />
      ))}
      {lines.map(({ id, words }) => (
        <p key={`said.${id}`} className={visuallyHidden}>
          {words}
        </p>
      ))}
    </div>,
    box,
  )
}

function made(): HTMLElement {
  const box = document.createElement('div')
  box.style.display = 'contents'
  return box
}

/** What the region holds. */
interface Held {
  readonly ids: readonly string[]
  readonly lines: typeof said.value
}

/**
 * What a region holds when it comes is not spoken, and with another host it is another region: for two frames it holds
 * only what was heard in the one before.
 * @param host where they are now
 */
function useSpoken(host: HTMLElement | null, ids: Held['ids'], lines: Held['lines']): Held {
  const [stood, setStood] = useState<Held & { readonly host?: HTMLElement | null }>({ ids: [], lines: [] })
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setStood({ host, ids, lines }))
    })
    return () => cancelAnimationFrame(frame)
  }, [host, ids, lines])
  if (stood.host === host) return { ids, lines }
  return { ids: ids.filter((id) => stood.ids.includes(id)), lines: lines.filter((line) => stood.lines.includes(line)) }
}

/**
 * Says how far up from the window's lower edge they reach: what hangs down from the header ends above them. A style of
 * the document itself would have all of it styled anew with each.
 * @param host where they are now
 */
function useRoomTaken(stack: RefObject<HTMLDivElement | null>, host: HTMLElement | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: elsewhere it is another element
  useEffect(() => {
    const element = stack.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const { top, height } = element.getBoundingClientRect()
      toastsReach.value = height > 0 ? innerHeight - top : 0
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      toastsReach.value = 0
    }
  }, [stack, host])
}

/** What the open downloads show themselves. */
const OF_DOWNLOADS: readonly Notice['category'][] = [
  'addDownloadQueue',
  'downloadFinished',
  'downloadRemoved',
  'downloadKept',
]

/** The region is drawn anew with each that comes or goes, and again when it is spoken: those that stay are not. */
const Toast = memo(function Toast({ id }: { id: string }) {
  const held = useMemo(() => notice(id), [id])
  const shown = useSignalValue(held)
  const isListed = useSignalValue(downloadsOpen) && shown !== undefined && OF_DOWNLOADS.includes(shown.category)
  // The list shows what came while it was open to the eye alone.
  const [isForEars] = useState(isListed)
  useEffect(() => {
    if (isListed && !isForEars) dismissNotice(id)
  }, [isListed, isForEars, id])
  if (!shown) return null
  if (isForEars) return <SpokenToast notice={shown} />
  return isListed ? null : <ToastCard notice={shown} />
})

/** What the open downloads show themselves, said to assistive technology alone. */
function SpokenToast({ notice: { id, ...said } }: { notice: Readonly<Notice> }) {
  const { t } = useTranslation('notices')
  const { message, subject } = noticeWords(said, t)
  const messageId = useId()
  useCountdown(NOTIFICATION_DISMISS_MS, false, () => dismissNotice(id))
  return (
    <div
      role="status"
      aria-labelledby={messageId}
      className={visuallyHidden}
      data-category={said.category}
      data-type={said.notificationType}
    >
      <div id={messageId}>{message}</div>
      {subject !== '' && <div>{subject}</div>}
    </div>
  )
}

/** Their second line is a sentence of the message, not what it is about. */
const SENTENCES = new Set<string>(['hasError', 'profileUpdated'])

function ToastCard({
  notice: { id, category, notificationType, undo, undoPlaylist, undoQueue, decision, ...said },
}: {
  notice: Readonly<Notice>
}) {
  const { t } = useTranslation('notices')
  const words = noticeWords({ category, ...said }, t)
  const messageId = useId()
  const subjectId = useId()
  // Not counted: a card that comes under a resting pointer may be entered twice, and is left once.
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  useCountdown(
    notificationType === 'error' ? NOTIFICATION_ERROR_DISMISS_MS : NOTIFICATION_DISMISS_MS,
    pointed || focused,
    () => dismissNotice(id),
  )
  const card = useRef<HTMLDivElement>(null)
  useFocusOnLeave(card, () => topDialog.peek()?.querySelector<HTMLElement>('[tabindex="-1"]') ?? pageMain())
  // What is said is heard all the same.
  const inert = useSignalValue(layersInert)
  const Icon = NOTICE_ICONS[notificationType]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press anywhere dismisses (SHELL-024); the key for it is the button inside
    <div
      ref={card}
      role="status"
      aria-labelledby={SENTENCES.has(category) ? `${messageId} ${subjectId}` : messageId}
      className={css.toast}
      data-category={category}
      data-type={notificationType}
      onClick={inert ? undefined : () => dismissNotice(id)}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon size={20} strokeWidth={1.75} className={css.icon[notificationType]} aria-hidden="true" />
      <div className={css.words}>
        <div id={messageId} className={css.message}>
          {words.message}
        </div>
        {words.subject !== '' && (
          <div id={subjectId} className={css.subject}>
            <bdi dir={lineOf(words.subject)}>{words.subject}</bdi>
          </div>
        )}
      </div>
      <span className={css.actions} inert={inert}>
        {undo && (
          <Button variant="link" size={32} onClick={() => takeMarksBack(undo, decision)}>
            {t('undo')}
          </Button>
        )}
        {undoQueue && (
          <Button variant="link" size={32} onClick={() => undoQueueRemoval(undoQueue)}>
            {t('undo')}
          </Button>
        )}
        {undoPlaylist && (
          <Button
            variant="link"
            size={32}
            onClick={() => changePlaylist(undoPlaylist.playlistid, playlistWayBack(undoPlaylist))}
          >
            {t('undo')}
          </Button>
        )}
        <IconButton size={32} label={t('dismiss')} icon={<X size={16} />} />
      </span>
    </div>
  )
}

/** By its decision, which waits while the release is being marked; what took something back is none. */
function takeMarksBack(undo: readonly MarkChange[], decision: string | undefined): void {
  if (decision !== undefined && isHeld(decision)) takeBack(decision)
  else changeMarks(undo)
}

/** Calls `done` once after `ms`; the time does not run while it is held. */
function useCountdown(ms: number, held: boolean, done: () => void): void {
  const latest = useRef(done)
  latest.current = done
  const [countdown] = useState(() => new Countdown(ms, () => latest.current()))
  useEffect(() => {
    if (!held) countdown.run()
    return () => countdown.hold()
  }, [countdown, held])
}
