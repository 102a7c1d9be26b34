import '../../i18n/releasePage.ts'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { type MouseEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { openReport } from '#actions/releases.ts'
import { isFetching } from '#projections/library.ts'
import * as button from '../../kit/controls/Button.css.ts'
import { Spinner } from '../../kit/graphics/Spinner.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'

const REPORTS = [
  ['pdf', 'report.pdf', FileText],
  ['csv', 'report.csv', FileSpreadsheet],
] as const

/** The metadata reports, each in a window of its own (RELEASE-042). */
export function Reports({ releaseid }: { releaseid: string }) {
  return REPORTS.map(([format, file, Icon]) => (
    <Report
      key={format}
      releaseid={releaseid}
      format={format}
      file={file}
      icon={<Icon size={16} strokeWidth={1.75} />}
    />
  ))
}

function Report(props: { releaseid: string; format: 'pdf' | 'csv'; file: string; icon: React.ReactNode }) {
  const { releaseid, format, file, icon } = props
  const { t } = useTranslation('releasePage')
  const busy = useSignalValue(useMemo(() => isFetching(releaseid, file), [releaseid, file]))
  const press = (event: MouseEvent) => {
    event.preventDefault()
    if (!busy) openReport(releaseid, format)
  }
  return (
    // The file needs a header that no link sends: the press opens the window and the file follows (D-089).
    <a
      href={`#${file}`}
      className={cx(button.button, button.variant.quiet, button.size[32])}
      aria-busy={busy || undefined}
      onClick={press}
      // The middle button asks for a window as well.
      onAuxClick={(event) => event.button === 1 && press(event)}
    >
      {busy ? <Spinner /> : icon}
      {t(`report.${format}`)}
    </a>
  )
}
