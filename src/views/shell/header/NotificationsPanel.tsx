import '../../i18n/account.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clearNotices, readNotices } from '#actions/notices.ts'
import type { NoticeCategory, PastNotice } from '#core/model/entities.ts'
import { noticeHistory } from '#projections/notices.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { EmptyTray } from '../../kit/graphics/drawings.tsx'
import { leaving } from '../../kit/overlays/panelFocus.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { NOTICE_ICONS } from '../noticeIcons.ts'
import { lineOf, noticeWords } from '../noticeWords.ts'
import { PanelFrame, type PanelProps } from './PanelFrame.tsx'
import * as css from './panels.css.ts'

type Family = 'downloads' | 'lists' | 'people' | 'account' | 'problems'

const FAMILY: { readonly [C in NoticeCategory]: Family } = {
  hasError: 'problems',
  addDownloadQueue: 'downloads',
  downloadFinished: 'downloads',
  downloadRemoved: 'downloads',
  downloadKept: 'downloads',
  flag: 'lists',
  unFlag: 'lists',
  archive: 'lists',
  unArchive: 'lists',
  playlistCreated: 'lists',
  playlistUpdated: 'lists',
  addedToPlaylist: 'lists',
  removedFromQueue: 'lists',
  connectionAccepted: 'people',
  invitationAlreadyAccepted: 'people',
  invitationNotForUser: 'people',
  releaseShared: 'people',
  sharedWithYou: 'people',
  contactRequestSent: 'people',
  settingSaved: 'account',
  profileUpdated: 'account',
  emailSuccessfullyLinked: 'account',
  emailSuccessfullyUnlinked: 'account',
  emailLinkingFailed: 'account',
  emailUnlinkingFailed: 'account',
}

/** What was said in this session, newest first, by what it is about; what nobody saw before is marked (D-059). */
export function NotificationsPanel({ anchor, onClose }: PanelProps) {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const { entries, people } = useSignalValue(noticeHistory)
  const fresh = useFresh(entries)
  const families = byFamily(entries)
  return (
    <PanelFrame
      title={common('notice.label')}
      anchor={anchor}
      onClose={onClose}
      action={
        entries.length > 0 && (
          <Button variant="link" size={32} onClick={leaving(clearNotices)}>
            {t('notifications.clear')}
          </Button>
        )
      }
    >
      {entries.length === 0 ? (
        <div className={css.empty}>
          <EmptyTray className={css.emptyDrawing} />
          <p className={css.emptyTitle}>{t('notifications.empty')}</p>
          <p className={css.emptyText}>{t('notifications.emptyText')}</p>
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by key
        <section className={css.list} tabIndex={0} aria-label={common('notice.label')}>
          {families.map(([family, said]) => (
            <section key={family} aria-label={t(`notifications.family.${family}`)}>
              <h3 className={css.family}>{t(`notifications.family.${family}`)}</h3>
              <ul className={css.entries}>
                {said.map((one) => (
                  <Entry key={one.id} notice={one} person={people[one.id]} isNew={fresh.has(one.id)} />
                ))}
              </ul>
            </section>
          ))}
        </section>
      )}
    </PanelFrame>
  )
}

interface EntryProps {
  notice: PastNotice
  person: string | undefined
  isNew: boolean
}

function Entry({ notice, person, isNew }: EntryProps) {
  const { t } = useTranslation('account')
  const { t: words } = useTranslation('notices')
  const { message, subject } = noticeWords({ ...notice, ...(person === undefined ? {} : { person }) }, words)
  const Icon = NOTICE_ICONS[notice.notificationType]
  return (
    <li className={css.entry} data-category={notice.category} data-read={!isNew}>
      <Icon size={18} strokeWidth={1.75} className={css.entrySign[notice.notificationType]} aria-hidden="true" />
      <div className={css.words}>
        <p className={css.message}>{message}</p>
        {subject !== '' && (
          <p className={css.subject}>
            <bdi dir={lineOf(subject)}>{subject}</bdi>
          </p>
        )}
      </div>
      {isNew && <span className={css.isNew}>{t('notifications.new')}</span>}
    </li>
  )
}

/** What was unread when the panel opened, or came since: it stays marked as long as the panel is open. */
function useFresh(entries: readonly PastNotice[]): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const unread = entries.filter(({ read }) => !read).map(({ id }) => id)
    if (unread.length === 0) return
    setFresh((before) => new Set([...before, ...unread]))
    readNotices()
  }, [entries])
  return fresh
}

/** Newest first; a family stands where its newest does. */
function byFamily(entries: readonly PastNotice[]): [Family, PastNotice[]][] {
  const families = new Map<Family, PastNotice[]>()
  for (const entry of entries.toReversed()) {
    const family = FAMILY[entry.category]
    families.set(family, [...(families.get(family) ?? []), entry])
  }
  return [...families]
}
