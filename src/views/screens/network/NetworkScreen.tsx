import { computed } from '@preact/signals-react'
import '../../i18n/network.ts'
import { Info, Search, UserPlus, X } from 'lucide-react'
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteConnection, listConnections } from '#actions/people/connections.ts'
import { nameOf } from '#core/model/people/initials.ts'
import type { Connection } from '#core/model/people/network.ts'
import { isolated } from '#core/model/text/direction.ts'
import { fold } from '#core/model/text/fold.ts'
import {
  connections,
  connectionsFailed,
  connectionsLeaving,
  deletionFailure,
  foundBy,
} from '#projections/connections.ts'
import { playingRelease } from '#projections/player.ts'
import { releaseCard, releaseDetail } from '#projections/releases.ts'
import { claims } from '#projections/session.ts'
import { useAnnouncer } from '../../forms/form/useAnnouncer.tsx'
import { openInvite } from '../../forms/invite/invite.state.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { useScrollReturn } from '../../kit/lists/useScrollReturn.ts'
import { grouped } from '../../kit/numbers.ts'
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx'
import { Spoken } from '../../kit/time/Spoken.tsx'
import { useFocusOnLeave } from '../../kit/useFocusOnLeave.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { ConnectionBones, ConnectionTable } from './ConnectionTable.tsx'
import { DeletionFailed } from './DeletionFailed.tsx'
import { ListFailed, NobodyFound, NobodyYet } from './NetworkStates.tsx'
import * as css from './network.css.ts'

type Known = Readonly<Connection>
const playingCard = computed(() => {
  const id = playingRelease.value
  return id === null ? undefined : (releaseDetail(id).value?.release ?? releaseCard(id).value)
})

/** Whom the player is connected with (NETWORK-001 to NETWORK-007). */
export function NetworkScreen() {
  const { t } = useTranslation('network')
  const all = useSignalValue(connections)
  const hasFailed = useSignalValue(connectionsFailed)
  const failure = useSignalValue(deletionFailure)
  const isVerified = useSignalValue(claims)?.verified === true
  const [text, setText] = useState('')
  const [isUpward, setUpward] = useState(true)
  const [deleting, setDeleting] = useState<{ connection: Known; place: number } | null>(null)
  const [announce, announced] = useAnnouncer()
  const scroller = useRef<HTMLDivElement>(null)
  useScrollReturn(scroller)
  const searchField = useRef<HTMLInputElement>(null)
  /** Where the focus goes once the row it was in is gone. */
  const goal = useRef<number | null>(null)
  useEffect(listConnections, [])

  const sought = fold(useDeferredValue(text))
  const shown = useMemo(() => {
    const found = sought === '' ? (all ?? []) : (all ?? []).filter((one) => foundBy(one).whole.includes(sought))
    return isUpward ? found : found.toReversed()
  }, [all, sought, isUpward])
  const pending = useMemo(() => (all ?? []).filter(({ verified }) => !verified).length, [all])

  const playing = useSignalValue(playingCard)
  const sharing = isVerified && playing?.allow_sharing ? playing : null
  const ask = useCallback((connection: Known, place: number) => setDeleting({ connection, place }), [])
  const confirm = () => {
    if (!deleting) return
    const { connection, place } = deleting
    goal.current = place
    setDeleting(null)
    deleteConnection(connection.player_id)
  }
  useEffect(() => {
    if (goal.current === null || deleting) return
    const place = Math.min(goal.current, shown.length - 1)
    goal.current = null
    const next = scroller.current?.querySelector<HTMLElement>(`[data-place="${place}"] button`)
    ;(next ?? searchField.current ?? scroller.current)?.focus({ preventScroll: true })
  }, [shown, deleting])

  // Said once it is known, and each time.
  const leaving = useSignalValue(connectionsLeaving)
  const before = useRef(leaving)
  useEffect(() => {
    const gone = before.current.filter((id) => !leaving.includes(id) && !failure?.ids.includes(id))
    before.current = leaving
    for (const _ of gone) announce(t('deleted'))
  }, [leaving, failure, announce, t])

  const count = (what: 'count' | 'pending' | 'found', n: number) => t(what, { count: n, shown: grouped(n) })
  const summary = [count('count', all?.length ?? 0), ...(pending > 0 ? [count('pending', pending)] : [])].join(', ')
  const clear = () => {
    setText('')
    searchField.current?.focus()
  }
  const isEmpty = all?.length === 0
  const invite = useRef<HTMLButtonElement>(null)
  const toInvite = () => {
    announce(t('none.title'))
    return invite.current ?? scroller.current
  }
  return (
    <>
      <div className={css.bar}>
        {!isEmpty && (
          <SearchBox onLeave={toInvite}>
            <Search size={17} strokeWidth={1.75} className={css.searchIcon} aria-hidden="true" />
            <input
              ref={searchField}
              type="search"
              className={css.search}
              aria-label={t('search')}
              placeholder={t('search')}
              maxLength={100}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            {text !== '' && (
              <span className={css.clear}>
                <IconButton size={32} label={t('clearSearch')} icon={<X size={16} />} onClick={clear} />
              </span>
            )}
          </SearchBox>
        )}
        <p role="status" className={css.count}>
          {all !== null && !isEmpty && (sought === '' ? summary : count('found', shown.length))}
        </p>
        <span className={css.spacer} />
        {isVerified ? (
          <Button ref={invite} variant="primary" icon={<UserPlus size={18} strokeWidth={1.75} />} onClick={openInvite}>
            {t('invite')}
          </Button>
        ) : (
          <p className={css.note}>
            <Info size={16} className={css.noteIcon} aria-hidden="true" />
            {t('notYet')}
          </p>
        )}
      </div>
      {failure && <DeletionFailed failure={failure} />}
      {announced}
      <div ref={scroller} className={css.scroller} tabIndex={-1} data-testid="network-scroller">
        {all === null && !hasFailed && (
          <>
            <Spoken stays words={t('loading')} />
            <ConnectionBones />
          </>
        )}
        {all === null && hasFailed && <ListFailed />}
        {isEmpty && <NobodyYet verified={isVerified} />}
        {all !== null && !isEmpty && shown.length === 0 && <NobodyFound onClear={clear} />}
        {shown.length > 0 && (
          <ConnectionTable
            scroller={scroller}
            connections={shown}
            isUpward={isUpward}
            onTurn={() => setUpward(!isUpward)}
            sharing={sharing}
            onDelete={ask}
          />
        )}
      </div>
      {deleting && (
        <ConfirmDialog
          title={t('deleteTitle', { name: isolated(nameOf(deleting.connection)) })}
          body={t('deleteText', { name: isolated(nameOf(deleting.connection)) })}
          verb={t('deleteVerb')}
          onConfirm={confirm}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}

/** Where the list turns out to hold nobody there is nothing to search. */
function SearchBox({ onLeave, children }: { onLeave: () => HTMLElement | null; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useFocusOnLeave(box, onLeave)
  return (
    <div ref={box} className={css.searchBox}>
      {children}
    </div>
  )
}
