import { GripVertical } from 'lucide-react'
import type { Handle } from './reorder.ts'

interface Props {
  /** Of its row. */
  readonly id: string
  readonly handle: Handle
  readonly label: string
  readonly lifted: boolean
  /** Id of the words that say which keys carry the row. */
  readonly describedBy: string
  readonly className: string
  /** px; default: 14 */
  readonly size?: number
}

/** What a row is carried by. */
export function Grip({ id, handle, label, lifted, describedBy, className, size = 14 }: Props) {
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-pressed={lifted}
      aria-describedby={describedBy}
      data-handle=""
      onKeyDown={(event) => handle.onKeyDown(id, event)}
      onPointerDown={(event) => handle.onPointerDown(id, event)}
      onBlur={(event) => handle.onBlur(id, event)}
    >
      <GripVertical size={size} aria-hidden="true" />
    </button>
  )
}
