import '../i18n/notices.ts'
import type { TFunction } from 'i18next'
import type { Notice } from '#core/model/entities.ts'
import { PLAYLIST_TRACKS_MAX } from '#core/model/playlists/playlist.ts'
import { isolated, unturned } from '#core/model/text/direction.ts'
import { grouped } from '../kit/numbers.ts'

type Words = TFunction<'notices'>

type Said = Pick<Notice, 'category' | 'subject' | 'detail' | 'person'>

/** The sentences of a notification (SHELL-027 and following); the subject's title follows on its own line. */
export function noticeWords(notice: Said, t: Words): { message: string; subject: string } {
  // Names that were kept before they were cleaned of it would turn the sentence around.
  const bare = unturned(notice.subject)
  const subject = isolated(bare)
  const said = sentences({ ...notice, subject }, t)
  return said.subject === subject ? { ...said, subject: bare } : said
}

/** The direction of a subject's line: a name's own, but a sentence around a name goes as the page does. */
export const lineOf = (subject: string) => (subject.includes('\u2068') ? 'ltr' : 'auto')

function sentences({ category, detail, subject, ...names }: Said, t: Words): ReturnType<typeof noticeWords> {
  const person = names.person === undefined ? undefined : isolated(unturned(names.person))
  const refresh = (said: string) =>
    said === '' ? t('hasErrorRefresh') : t(/[.!?]\u2069?$/.test(said) ? 'endedRefresh' : 'saidRefresh', { said })
  const inAll = (count: number) => (count > 1 ? t('andMore', { subject, more: grouped(count - 1) }) : subject)
  if (category === 'hasError') {
    if (detail.startsWith('fell.'))
      return { message: t('error.fell'), subject: refresh(inAll(Number(detail.split('.')[1]))) }
    if (detail.startsWith('undo.')) return { message: t('error.undo'), subject: inAll(Number(detail.split('.')[1])) }
    if (detail.startsWith('queue.')) {
      const count = Number(detail.split('.')[1])
      return {
        message: t('error.queue', { count, shown: grouped(count) }),
        subject: refresh(count === 1 ? subject : ''),
      }
    }
    if (detail.startsWith('selection.')) {
      const count = Number(detail.split('.')[1])
      return { message: t('error.selection', { count, shown: grouped(count) }), subject: '' }
    }
    // What the server said of it stands below (PLAYLIST-023), or what it is about (D-058).
    const isSaid = (detail.startsWith('playlist') || NAMED.includes(detail)) && subject !== ''
    return {
      // A log of another version may name what is not known here.
      message: t(`error.${detail as 'report'}`, { defaultValue: t('hasError') }),
      subject: isSaid ? refresh(subject) : afterwards(detail, t),
    }
  }
  // D-058: the sentence of a saved setting is said of the profile as well.
  if (category === 'profileUpdated') return { message: t('profileUpdated'), subject: t('settingSaved') }
  if (category === 'removedFromQueue')
    return { message: t(detail === 'song' ? 'skippedInQueue' : 'removedFromQueue'), subject }
  if (category === 'addedToPlaylist') {
    const [count = 0, left = 0, over = 0, overReleases = 0] = detail.split('.').map(Number)
    const songs = count > 1 ? t('songsInPlaylist', { shown: grouped(count), subject }) : subject
    const known = left > 0 ? t('andLeft', { subject: songs, count: left, more: grouped(left) }) : songs
    const most = grouped(PLAYLIST_TRACKS_MAX)
    // What nobody looked into is counted in releases alone: how many songs of it there was no room for nobody knows.
    const subjectOf = () => {
      if (overReleases > 0)
        return t('andOverReleases', { subject: known, count: overReleases, more: grouped(overReleases), most })
      return over > 0 ? t('andOver', { subject: known, count: over, more: grouped(over), most }) : known
    }
    return { message: t(count === 0 ? 'alreadyInPlaylist' : 'addedToPlaylist'), subject: subjectOf() }
  }
  if (detail === 'removed') return { message: t(`${category}`), subject: t('removedFromPlaylist', { subject }) }
  if (detail === 'all') {
    const all = category === 'unFlag' ? t('all.unFlag') : t('all.unArchive')
    return { message: t(`${category}`), subject: all }
  }
  const count = Number(detail) || 1
  return { message: t(`${category}`, { name: person, count }), subject: inAll(count) }
}

/** Errors that say nothing without the title. */
const NAMED = ['downloadEmpty', 'report', 'attachment']

/** What is to be done about an error; '' where there is nothing. */
function afterwards(detail: string, t: Words): string {
  // A part that was begun anew goes on, and a refresh would stop all of them; one that is lost says itself to reload.
  if (/^worker(Restarted|Lost)/.test(detail)) return ''
  // To refresh would destroy what is kept in memory alone.
  if (detail.startsWith('logLost')) return t('logKept')
  if (detail === 'mails') return t('choiceKept')
  if (detail === 'downloads.journal') return t('listKept')
  if (detail === 'downloads.folderUnkept') return t('folderHolds')
  if (detail.startsWith('downloads.')) return t('downloadsWait')
  return t(detail.startsWith('invitation') ? 'askAgain' : 'hasErrorRefresh')
}
