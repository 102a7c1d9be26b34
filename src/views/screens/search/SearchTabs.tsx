import '../../i18n/search.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchSection } from '#core/model/search/hits.ts'
import { isCommand } from '../../kit/keys.ts'
import { useNavigate } from '../../kit/routing/RouterView.tsx'
import { SECTIONS, searchAddress } from './address.ts'
import * as css from './page.css.ts'

interface Props {
  section: SearchSection
  term: string
  /** The id of what they show. */
  panel: string
}

/** The categories of the results (SEARCH-006). Arrows, Home and End move between them. */
export function SearchTabs({ section, term, panel }: Props) {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const chosen = useRef<HTMLButtonElement>(null)
  // On a narrow screen the tabs scroll, and the one that was chosen is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is chosen
  useEffect(() => {
    // Newer browsers answer a promise, which is no clean-up.
    void chosen.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [section])
  const show = (one: SearchSection) => navigate(searchAddress(one, term))
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (isCommand(event)) return
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
    // Two quick presses come before the first has led anywhere.
    const at = tabs.findIndex((tab) => tab === event.target)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: SECTIONS.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = SECTIONS.at(to % SECTIONS.length)
    if (!next) return
    tabs[SECTIONS.indexOf(next)]?.focus()
    show(next)
  }
  return (
    <div role="tablist" aria-label={t('tabs.label')} className={css.tabList} onKeyDown={onKeyDown}>
      {SECTIONS.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          ref={one === section ? chosen : undefined}
          aria-selected={one === section}
          aria-controls={panel}
          tabIndex={one === section ? 0 : -1}
          className={css.tab}
          onClick={() => show(one)}
        >
          {t(`tabs.${one}`)}
        </button>
      ))}
    </div>
  )
}
