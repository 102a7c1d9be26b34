import { type MouseEvent, type ReactNode, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wantReleaseOptions } from '#actions/releases.ts'
import type { OptionsState } from '#core/model/entities.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Spinner } from '../../kit/graphics/Spinner.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { LeavingButton } from '../../kit/overlays/LeavingButton.tsx'
import { Popover } from '../../kit/overlays/Popover.tsx'
import { panelAround } from '../../kit/overlays/panelFocus.ts'
import { Spoken } from '../../kit/time/Spoken.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { cx } from '../../theme/cx.ts'
import { media } from '../../theme/tokens.css.ts'
import * as css from './FilterDropdown.css.ts'
import { OptionList } from './OptionList.tsx'
import type { Option } from './options.ts'

export interface FilterGroup {
  /** What the group is called: the name of the button and of its list. */
  label: string
  status: OptionsState['status']
  options: readonly Option[]
  chosen: readonly string[]
  /** The words of the button that closes the sheet on a phone. */
  done: string
  /** @returns whether it was done: not where no more can be chosen */
  onToggle: (id: string) => boolean
  onClear: () => void
}

interface Props extends FilterGroup {
  /** The button it belongs to. */
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** The options of a filter group, under its button; on a phone they are a sheet. */
export function FilterPanel({ anchor, label, status, options, chosen, done, onToggle, onClear, onClose }: Props) {
  const { t } = useTranslation('releases')
  const phone = useMedia(media.phone)
  // What no list knows stays where it stood: the next press would mean what took its place.
  const [opened] = useState(chosen)
  const content = (
    <Content label={label} status={status} options={options}>
      <OptionList
        label={label}
        options={withUnknown(options, [...new Set([...opened, ...chosen])])}
        chosen={chosen}
        onToggle={onToggle}
      />
    </Content>
  )
  // The button goes with its press.
  const clearFrom = ({ currentTarget }: MouseEvent) => {
    panelAround(currentTarget)?.querySelector<HTMLElement>('[role="listbox"]')?.focus({ preventScroll: true })
    onClear()
  }
  const clear = (
    <Button variant="link" size={32} onClick={clearFrom} className={cx(chosen.length === 0 && css.nothingToClear)}>
      {t('filter.clear')}
    </Button>
  )
  if (phone)
    return (
      <Dialog label={label} onClose={onClose} className={css.sheet} returnTo={() => anchor.current}>
        <span className={css.grip} aria-hidden="true" />
        <div className={css.sheetHead}>
          <h2 className={css.sheetTitle}>{label}</h2>
          {clear}
        </div>
        {content}
        <div className={css.sheetFoot}>
          <Button variant="primary" wide className={css.done} onClick={onClose}>
            {done}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Popover anchor={anchor} role="dialog" label={label} align="left" className={css.popover} onClose={onClose}>
      {content}
      {chosen.length > 0 && (
        <div className={css.foot}>
          <span className={css.count}>{t('filter.chosen', { count: chosen.length })}</span>
          {clear}
        </div>
      )}
    </Popover>
  )
}

/** Ids no list knows stand first, so that they can be taken back here too. */
function withUnknown(options: readonly Option[], ids: readonly string[]): readonly Option[] {
  const unknown = ids.filter((id) => !options.some((option) => option.id === id))
  return unknown.length === 0 ? options : [...unknown.map((id) => ({ id, name: id })), ...options]
}

function Content({
  label,
  status,
  options,
  children,
}: Pick<FilterGroup, 'label' | 'status' | 'options'> & { children: ReactNode }) {
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
    <div className={css.state}>
      <Spinner />
      <Spoken stays words={t('filter.loading', { group: label })} />
    </div>
  )
}
