import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { Popover } from '../../kit/overlays/Popover.tsx'
import * as css from './panels.css.ts'

export interface PanelProps {
  /** The button it hangs from; without one it is a dialog, as on the phone. */
  anchor?: RefObject<HTMLElement | null> | undefined
  onClose: () => void
}

interface Props extends PanelProps {
  title: string
  /** Beside the title. */
  action?: ReactNode
  children: ReactNode
}

export function PanelFrame({ title, anchor, action, onClose, children }: Props) {
  const { t } = useTranslation()
  const inside = (
    <>
      <div className={css.head}>
        <h2 className={css.title}>{title}</h2>
        {action}
        <IconButton size={36} label={t('close')} icon={<X size={18} strokeWidth={1.75} />} onClick={onClose} />
      </div>
      {children}
    </>
  )
  if (!anchor)
    return (
      <Dialog label={title} className={css.sheet} onClose={onClose}>
        {inside}
      </Dialog>
    )
  return (
    <Popover anchor={anchor} role="dialog" label={title} className={css.panel} onClose={onClose}>
      {inside}
    </Popover>
  )
}
