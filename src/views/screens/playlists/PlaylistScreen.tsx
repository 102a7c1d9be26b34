import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { openPlaylist } from '#actions/playlists.ts'
import { isId } from '#core/model/ids.ts'
import { playlist, playlistView } from '#projections/playlists.ts'
import { isOnline } from '#projections/session.ts'
import { ButtonLink } from '../../kit/controls/ButtonLink.tsx'
import { ListState } from '../../kit/lists/ListState.tsx'
import { useScrollReturn } from '../../kit/lists/useScrollReturn.ts'
import { LeavingButton } from '../../kit/overlays/LeavingButton.tsx'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { useAskAgain } from '../../kit/time/useAskAgain.ts'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { media } from '../../theme/tokens.css.ts'
import { crumbTitle } from '../crumb.state.ts'
import { PlaylistHead } from './PlaylistHead.tsx'
import { PlaylistTracks } from './PlaylistTracks.tsx'
import * as css from './playlists.css.ts'

/** One playlist (ROUTE-017): what it is, what can be done with it, and its tracks in order. */
export function PlaylistScreen() {
  const { playlistid = '' } = useParams()
  return <PlaylistPage key={playlistid} playlistid={playlistid} />
}

function PlaylistPage({ playlistid }: { playlistid: string }) {
  const navigate = useNavigate()
  const page = useRef<HTMLDivElement>(null)
  useScrollReturn(page)
  const card = useSignalValue(useMemo(() => playlist(playlistid), [playlistid]))
  const { status, error, ids, retryAfterMs } = useSignalValue(useMemo(() => playlistView(playlistid), [playlistid]))
  const isOpened = useRef(false)
  const isNone = !isId(playlistid)
  useEffect(() => {
    if (isNone) return
    // One that is known is read anew: another tab or device may have changed it.
    if (status === 'unknown' || (!isOpened.current && status !== 'gone')) openPlaylist(playlistid)
    isOpened.current = true
    if (status === 'gone') navigate('/playlists', { replace: true })
  }, [playlistid, isNone, status, navigate])
  const isGone = isNone || error === 'NOT_FOUND'
  const retry = () => openPlaylist(playlistid)
  const online = useSignalValue(isOnline)
  useAskAgain({ hasFailed: status === 'error' && !isGone, online, retryAfterMs }, retry)
  const name = card?.name ?? ''
  useEffect(() => {
    crumbTitle.value = name
    return () => {
      crumbTitle.value = ''
    }
  }, [name])
  if (isNone || status === 'error') return <Failed isGone={isGone} onRetry={retry} />
  const isKnown = status === 'done'
  return (
    <div ref={page} className={css.page} data-testid="playlist-scroller">
      {card ? <PlaylistHead card={card} ids={isKnown ? ids : null} /> : <HeadSkeleton />}
      {isKnown && ids.length > 0 && <PlaylistTracks playlistid={playlistid} name={name} ids={ids} scroller={page} />}
      {isKnown && ids.length === 0 && <Nothing />}
      {!isKnown && <Rows count={Math.min(10, card?.tracks ?? 6)} />}
      <Loading isKnown={isKnown} />
    </div>
  )
}

/** A list that is here sooner is not said to be on its way, ms. */
const SAID_AFTER_MS = 250

/** Said in a region that stands before its words do: what comes with them is not spoken. */
function Loading({ isKnown }: { isKnown: boolean }) {
  const { t } = useTranslation('playlists')
  const [isSaid, setSaid] = useState(false)
  useEffect(() => {
    if (isKnown) return
    const timer = setTimeout(() => setSaid(true), SAID_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSaid(false)
    }
  }, [isKnown])
  return (
    <p role="status" className={visuallyHidden}>
      {isSaid && t('loadingOne')}
    </p>
  )
}

function Nothing() {
  const { t } = useTranslation('playlists')
  return (
    <ListState title={t('detailEmpty.title')} text={t('detailEmpty.text')}>
      <ButtonLink variant="secondary" to="/releases">
        {t('detailEmpty.action')}
      </ButtonLink>
    </ListState>
  )
}

function Failed({ isGone, onRetry }: { isGone: boolean; onRetry: () => void }) {
  const { t } = useTranslation('playlists')
  return (
    <ListState
      heading="h1"
      title={t(isGone ? 'failed.goneTitle' : 'failed.one')}
      text={t(isGone ? 'failed.goneText' : 'failed.text')}
      failed
    >
      {!isGone && (
        <LeavingButton variant="primary" onClick={onRetry}>
          {t('failed.retry')}
        </LeavingButton>
      )}
      <ButtonLink variant="secondary" to="/playlists">
        {t('failed.back')}
      </ButtonLink>
    </ListState>
  )
}

function HeadSkeleton() {
  const phone = useMedia(media.phone)
  const size = phone ? 96 : 184
  return (
    <div className={css.head} aria-hidden="true">
      <span className={css.bone} style={{ width: size, height: size, borderRadius: 10 }} />
      <span style={{ display: 'grid', gap: 12, alignContent: 'center' }}>
        <span className={css.bone} style={{ width: '46%', height: 28 }} />
        <span className={css.bone} style={{ width: '24%', height: 14 }} />
      </span>
    </div>
  )
}

function Rows({ count }: { count: number }) {
  return (
    <div className={css.skeletonRows} aria-hidden="true" data-skeleton="">
      {Array.from({ length: count }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no other name
        <span key={n} className={css.bone} style={{ height: 40 }} />
      ))}
    </div>
  )
}
