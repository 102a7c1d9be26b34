import '../../i18n/releasePage.ts'
import { Download, FileText, Paperclip } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { saveAttachment } from '#actions/releases.ts'
import type { Attachment } from '#core/model/catalogue/release.ts'
import { attachmentFile } from '#core/model/catalogue/releaseFile.ts'
import { megabytes } from '#core/model/text/formats.ts'
import { isFetching } from '#projections/library.ts'
import { Spinner } from '../../kit/graphics/Spinner.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import * as css from './Attachments.css.ts'

interface Props {
  releaseid: string
  attachments: readonly Attachment[]
}

/** What comes with the release besides its songs; each is saved under its title (RELEASE-039 to RELEASE-041). */
export function Attachments({ releaseid, attachments }: Props) {
  const { t } = useTranslation('releasePage')
  if (attachments.length === 0)
    return (
      <div className={css.empty}>
        <Paperclip size={28} strokeWidth={1.5} aria-hidden="true" />
        <p>{t('attachments.none')}</p>
      </div>
    )
  return (
    <ul className={css.list}>
      {attachments.map((attachment, index) => (
        <li key={attachment.url}>
          <AttachmentRow releaseid={releaseid} attachment={attachment} index={index} />
        </li>
      ))}
    </ul>
  )
}

function AttachmentRow({
  releaseid,
  attachment,
  index,
}: Omit<Props, 'attachments'> & { attachment: Attachment; index: number }) {
  const { t } = useTranslation('releasePage')
  const busy = useSignalValue(useMemo(() => isFetching(releaseid, attachmentFile(index)), [releaseid, index]))
  return (
    <button
      type="button"
      className={css.row}
      aria-describedby={`size-${releaseid}-${index}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={() => !busy && saveAttachment(releaseid, index)}
    >
      <FileText size={20} strokeWidth={1.5} className={css.icon} aria-hidden="true" />
      <span className={visuallyHidden}>{`${t('attachments.download')} `}</span>
      <span className={css.title} dir="auto">
        {attachment.title}
      </span>
      {/* Said as the description: a name holds no numbers that change. */}
      <span className={css.size} id={`size-${releaseid}-${index}`} aria-hidden="true">
        {t('attachments.size', { size: megabytes(attachment.size) })}
      </span>
      <span className={css.sign}>
        {busy ? <Spinner /> : <Download size={18} strokeWidth={1.75} aria-hidden="true" />}
      </span>
    </button>
  )
}
