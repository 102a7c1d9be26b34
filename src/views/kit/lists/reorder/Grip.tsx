import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Menu, MenuItem } from '../../overlays/Popover.tsx'
import { carry, type Handle, stepOf } from './reorder.ts'

/** Where a row can be moved, and the keys that carry a lifted one there. */
const WAYS = [
  ['top', 'Home', ArrowUpToLine],
  ['up', 'ArrowUp', ArrowUp],
  ['down', 'ArrowDown', ArrowDown],
  ['bottom', 'End', ArrowDownToLine],
] as const
export type Way = (typeof WAYS)[number][0]

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
  /** What its menu says of a way. */
  readonly wordsOf: (way: Way) => string
}

/** What a row is carried by; to whom a press is all they can do it offers where the row can go (WCAG 2.5.7). */
export function Grip({ id, handle, label, lifted, describedBy, className, size = 14, wordsOf }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  /** The last press became a drag. */
  const carried = useRef(false)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  /** The first row cannot go up, nor the last down. */
  const ways = () => {
    const held = handle.lift(id)
    return WAYS.filter(([, key]) => held && carry(held, held.ids.indexOf(id) + (stepOf(key, 1) ?? 0)) !== held)
  }
  const send = (key: string) => {
    close()
    // As by keys: it is lifted, carried and put down.
    for (const press of [' ', key, ' '])
      flushSync(() => handle.onKeyDown(id, { key: press, repeat: false, preventDefault() {}, stopPropagation() {} }))
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-pressed={lifted}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-describedby={describedBy}
        data-handle=""
        onKeyDown={(event) => handle.onKeyDown(id, event)}
        onPointerDown={(event) => {
          carried.current = false
          handle.onPointerDown(id, event, () => {
            carried.current = true
            close()
          })
        }}
        onClick={({ detail }) => {
          if (detail === 0 || !carried.current) setOpen(!open && ways().length > 0)
        }}
        onBlur={(event) => handle.onBlur(id, event)}
      >
        <GripVertical size={size} aria-hidden="true" />
      </button>
      {open && (
        <Menu anchor={button} label={label} align="left" onClose={close}>
          <div role="none" data-keeps-open="">
            {ways().map(([way, key, Sign]) => (
              <MenuItem key={way} icon={<Sign size={18} strokeWidth={1.75} />} onSelect={() => send(key)}>
                {wordsOf(way)}
              </MenuItem>
            ))}
          </div>
        </Menu>
      )}
    </>
  )
}
