import '../../i18n/releasePage.ts'
import { ArrowLeft, X } from 'lucide-react'
import { type RefObject, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { Cover } from '../../music/Cover.tsx'
import { cx } from '../../theme/cx.ts'
import { media } from '../../theme/tokens.css.ts'
import { ErrorDialog } from '../ErrorDialog.tsx'
import { ArchiveButton, FlagButton } from './MarkButtons.tsx'
import { PeopleButtons } from './PeopleButtons.tsx'
import { DownloadAll, Headline, InfoLink, LabelLine, PlayButton } from './parts.tsx'
import { QueueActions } from './QueueActions.tsx'
import * as css from './release.css.ts'
import { SharedNote } from './SharedNote.tsx'
import { TrackList, TrackSkeleton } from './TrackList.tsx'
import { useRelease } from './useRelease.ts'

interface Props {
  releaseid: string
  /** The one that whoever opened this has just wished for. */
  wished?: RefObject<string | null>
  onClose: () => void
}

/** A release over the gallery (RELEASE-018). What the gallery knows of it stands at once; its songs follow. */
export function ReleaseModal({ releaseid, wished, onClose }: Props) {
  const { t } = useTranslation('releasePage')
  const { t: common } = useTranslation()
  const { card, detail, error } = useRelease(releaseid, wished)
  const phone = useMedia(media.phone)
  const titleId = useId()
  if (error) {
    const { title, body } = { title: t(`error.${error}.title`), body: t(`error.${error}.body`) }
    return <ErrorDialog title={title} body={body} ok={common('ok')} isPlace onOk={onClose} />
  }
  return (
    <Dialog
      {...(card ? { labelledBy: titleId } : { label: common('loading') })}
      onClose={onClose}
      isPlace
      className={css.dialog}
      returnTo={() => {
        const opener = document.querySelector<HTMLElement>(`[data-release-id="${CSS.escape(releaseid)}"]`)
        // Of what was found its link takes the focus.
        return opener?.querySelector<HTMLElement>('[data-search-item]') ?? opener
      }}
    >
      <div className={css.dialogClose}>
        <IconButton
          label={common('close')}
          icon={phone ? <ArrowLeft size={20} strokeWidth={1.75} /> : <X size={20} strokeWidth={1.75} />}
          onClick={onClose}
        />
      </div>
      {card ? (
        <>
          <div className={css.dialogHead}>
            <Cover src={phone ? card.thumbnail : card.coverart} radius={10} colour={card.colour} />
            <div className={css.dialogWords}>
              <div className={css.dialogTop}>
                <Headline card={card} id={titleId} level="h2" />
                <LabelLine card={card} />
              </div>
              {!phone && (
                <div className={cx(css.buttons, css.dialogButtons)}>
                  <PlayButton card={card} />
                  <DownloadAll card={card} detail={detail} hideForbidden />
                </div>
              )}
            </div>
            {phone && (
              <div className={cx(css.buttons, css.dialogButtons)}>
                <PlayButton card={card} />
                <DownloadAll card={card} detail={detail} hideForbidden />
              </div>
            )}
          </div>
          <div className={cx(css.quiet, css.dialogQuiet)}>
            <QueueActions card={card} />
            <FlagButton card={card} />
            <ArchiveButton card={card} />
            <PeopleButtons card={card} />
            <InfoLink releaseid={releaseid} />
          </div>
        </>
      ) : (
        <div className={css.dialogHead} aria-hidden="true">
          <span className={css.bone} style={{ aspectRatio: '1' }} />
          <span style={{ display: 'grid', gap: 10, alignContent: 'start' }}>
            <span className={css.bone} style={{ width: 48, height: 12 }} />
            <span className={css.bone} style={{ width: '60%', height: 28 }} />
            <span className={css.bone} style={{ width: '34%', height: 18 }} />
          </span>
        </div>
      )}
      <div className={css.dialogList} aria-busy={detail === null}>
        <SharedNote detail={detail} inDialog />
        {detail ? (
          <TrackList release={detail} inDialog />
        ) : (
          <TrackSkeleton count={Math.min(card?.trackcount ?? 6, 12)} inDialog />
        )}
      </div>
      <div className={css.dialogFade} />
    </Dialog>
  )
}
