import { FileDown, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OpenedLog } from '#core/contracts/replay.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { LogoMark } from '../../kit/graphics/Logo.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { useNumber } from '../../stateTree/useNumber.ts'
import { cx } from '../../theme/cx.ts'
import { useReplay } from '../model/context.ts'
import { PickLog } from '../open/OpenLog.tsx'
import * as css from './ReplayHeader.css.ts'

/** Which log is open, and whether it replays to what was recorded. */
export function ReplayHeader() {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const log = useSignalValue(replay.log)
  const number = useNumber()
  return (
    <header className={css.header}>
      <h1 className={css.brand}>
        <LogoMark />
        {t('title')}
      </h1>
      {log && (
        <>
          <span className={css.name} title={log.name}>
            {log.name}
          </span>
          <span className={css.chip}>
            {t('header.events', { count: log.last - log.first, n: number.format(log.last - log.first) })}
          </span>
          <span className={cx(css.chip, css.build)}>{t('header.build', { build: log.build })}</span>
          {log.isMasked && <span className={css.chip}>{t('header.masked')}</span>}
          <Verdict log={log} />
        </>
      )}
      {log && (
        <div className={css.tools}>
          <PickLog variant="secondary" size={36} />
          <Button size={36} icon={<FileDown size={16} />} onClick={() => void replay.exportMasked()}>
            {t('header.export')}
          </Button>
        </div>
      )}
    </header>
  )
}

function Verdict({ log }: { log: OpenedLog }) {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const number = useNumber()
  const leftOut = useSignalValue(replay.leftOut)
  const { difference, isOurs, threw, checkpoints, compared, cut, skipped, isChained } = log
  const counted =
    compared === checkpoints
      ? t('header.checkpoints', { count: checkpoints, n: number.format(checkpoints) })
      : t('header.compared', { count: compared, n: number.format(compared), all: number.format(checkpoints) })
  return (
    <div className={css.verdict}>
      {difference ? (
        <button
          type="button"
          className={css.differs}
          title={t('header.differsWhy', {
            after: number.format(difference.after),
            recorded: difference.recorded,
            replayed: difference.replayed,
          })}
          onClick={() => {
            replay.pause()
            replay.pinned.value = difference.after
            replay.go(difference.seq)
          }}
        >
          <ShieldAlert size={16} aria-hidden="true" />
          {t('header.differs', { after: number.format(difference.after + 1), seq: number.format(difference.seq) })}
        </button>
      ) : threw ? null : checkpoints > 0 ? (
        <span className={css.match}>
          <ShieldCheck size={16} aria-hidden="true" />
          {t('header.match')}
        </span>
      ) : (
        <span className={css.unknown}>{t('header.unchecked')}</span>
      )}
      {difference && !isOurs && (
        <span className={css.warning} title={t('header.othersWhy')}>
          {t('header.others')}
        </span>
      )}
      {threw && (
        <button
          type="button"
          className={css.differs}
          title={t('header.threwWhy', {
            line: number.format(threw.line),
            type: threw.type,
            message: threw.message,
          })}
          onClick={() => {
            replay.pause()
            replay.go(threw.seq)
          }}
        >
          <ShieldAlert size={16} aria-hidden="true" />
          {t('header.threw', { seq: number.format(threw.seq) })}
        </button>
      )}
      <span className={css.checkpoints}>{isChained ? t('header.chained', { checkpoints: counted }) : counted}</span>
      {leftOut && (
        <span className={css.warning}>
          {t('header.altered', { count: leftOut.seqs.length, n: number.format(leftOut.seqs.length) })}
        </span>
      )}
      {cut && (
        <span className={css.warning} title={cut.reason}>
          {t('header.cut', { line: number.format(cut.line), reason: cut.reason })}
        </span>
      )}
      {skipped > 0 && (
        <span className={css.warning}>{t('header.skipped', { count: skipped, n: number.format(skipped) })}</span>
      )}
    </div>
  )
}
