import type { KeyboardEvent } from 'react'
import { isCommand } from '../../kit/keys.ts'
import { grouped } from '../../kit/numbers.ts'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { cx } from '../../theme/cx.ts'
import * as css from './area.css.ts'

export interface PageTab {
  readonly name: string
  readonly label: string
  readonly address: string
  /** How many things it lists, once that is known. */
  readonly count?: number | undefined
}

interface Props {
  label: string
  tabs: readonly PageTab[]
  /** The name of the one that is shown. */
  chosen: string
  /** The id of what it shows. */
  panel: string
}

/** The pages of an area side by side; the address says which is shown (ACCOUNT-002). Arrows, Home and End move. */
export function TabRow({ label, tabs, chosen, panel }: Props) {
  const navigate = useNavigate()
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (isCommand(event)) return
    const shown = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
    // Two quick presses come before the first has led anywhere.
    const at = shown.findIndex((tab) => tab === event.target)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!next) return
    event.preventDefault()
    shown[tabs.indexOf(next)]?.focus()
    navigate(next.address)
  }
  return (
    <div role="tablist" aria-label={label} className={css.tabs} onKeyDown={onKeyDown}>
      {tabs.map(({ name, label: words, address, count }) => (
        <button
          key={name}
          type="button"
          role="tab"
          data-tab={name}
          aria-selected={name === chosen}
          aria-controls={panel}
          tabIndex={name === chosen ? 0 : -1}
          className={cx(css.tab, name === chosen && css.tabChosen)}
          onClick={() => name !== chosen && navigate(address)}
        >
          {words}
          {count !== undefined && (
            <span className={css.tabCount} aria-hidden="true">
              {grouped(count)}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
