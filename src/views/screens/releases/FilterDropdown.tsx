import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wantReleaseOptions } from '#actions/releases.ts'
import type { OptionsState } from '#core/model/entities.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Spinner } from '../../kit/graphics/Spinner.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { LeavingButton } from '../../kit/overlays/LeavingButton.tsx'
import { Popover } from '../../kit/overlays/Popover.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { cx } from '../../theme/cx.ts'
import { visuallyHidden } from '../../theme/hidden.css.ts'
import { media } from '../../theme/tokens.css.ts'
import * as css from './FilterDropdown.css.ts'
import { OptionList } from './OptionList.tsx'
import type { Option } from './options.ts'

interface Props {
  /** What the group is called: the name of the button and of its list. */
  label: string
  status: OptionsState['status']
  options: readonly Option[]
  chosen: readonly string[]
  /** The words of the button that closes the sheet on a phone. */
  done: string
  onOpen: () => void
  onToggle: (id: string) => void
  onClear: () => void
}

/** A filter group: a button, and under it the list of its options; on a phone the list is a sheet. */
export function FilterDropdown({ label, status, options, chosen, done, onOpen, onToggle, onClear }: Props) {
  const { t } = useTranslation('releases')
  const phone = useMedia(media.phone)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const countId = useId()
  const close = () => setOpen(false)
  const press = () => {
    if (!open) onOpen()
    setOpen(!open)
  }
  const content = (
    <Content label={label} status={status} options={options}>
      <OptionList label={label} options={withUnknown(options, chosen)} chosen={chosen} onToggle={onToggle} />
    </Content>
  )
  const clear = (
    <Button variant="link" size={32} onClick={onClear} className={cx(chosen.length === 0 && css.nothingToClear)}>
      {t('filter.clear')}
    </Button>
  )
  return (
    <>
      <button
        ref={button}
        type="button"
        className={cx(css.button, chosen.length > 0 && css.active)}
        aria-haspopup="dialog"
        data-filter=""
        aria-expanded={open}
        aria-describedby={chosen.length > 0 ? countId : undefined}
        onClick={press}
      >
        {label}
        <ChevronDown size={14} strokeWidth={2} className={css.chevron} aria-hidden="true" />
      </button>
      {chosen.length > 0 && (
        <span id={countId} hidden>
          {t('filter.chosen', { count: chosen.length })}
        </span>
      )}
      {open && !phone && (
        <Popover anchor={button} role="dialog" label={label} align="left" className={css.popover} onClose={close}>
          {content}
          {chosen.length > 0 && (
            <div className={css.foot}>
              <span className={css.count}>{t('filter.chosen', { count: chosen.length })}</span>
              {clear}
            </div>
          )}
        </Popover>
      )}
      {open && phone && (
        <Dialog label={label} onClose={close} className={css.sheet} returnTo={() => button.current}>
          <span className={css.grip} aria-hidden="true" />
          <div className={css.sheetHead}>
            <h2 className={css.sheetTitle}>{label}</h2>
            {clear}
          </div>
          {content}
          <div className={css.sheetFoot}>
            <Button variant="primary" wide className={css.done} onClick={close}>
              {done}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** Chosen ids no list knows stand first, so that they can be taken back here too. */
function withUnknown(options: readonly Option[], chosen: readonly string[]): readonly Option[] {
  const unknown = chosen.filter((id) => !options.some((option) => option.id === id))
  return unknown.length === 0 ? options : [...unknown.map((id) => ({ id, name: id })), ...options]
}

function Content({
  label,
  status,
  options,
  children,
}: Pick<Props, 'label' | 'status' | 'options'> & { children: ReactNode }) {
  const { t } = useTranslation('releases')
  if (options.length > 0) return children
  if (status === 'error')
    return (
      <div className={css.state} role="alert">
        <p>{t('filter.failed')}</p>
        <LeavingButton size={32} data-autofocus="" onClick={wantReleaseOptions}>
          {t('filter.retry')}
        </LeavingButton>
      </div>
    )
  if (status === 'done') return <p className={css.state}>{t('filter.nothing')}</p>
  return (
    <div className={css.state} role="status">
      <Spinner />
      <span className={visuallyHidden}>{t('filter.loading', { group: label })}</span>
    </div>
  )
}
