import '../../i18n/search.ts'
import { Clock } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { clearRecentSearches } from '#actions/search.ts'
import { recentSearches } from '#projections/search.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { searchAddress } from './address.ts'
import * as css from './QuietView.css.ts'
import * as shared from './shared.css.ts'

const OPERATORS = [
  { name: 'artist', example: 'artist:kettering', begins: 'artist:' },
  { name: 'label', example: 'label:"north pier"', begins: 'label:"' },
  { name: 'genre', example: 'genre:jazz', begins: 'genre:' },
] as const

/** The button goes with its press; Escape and what is typed next are the field's. */
function clear(): void {
  document.querySelector<HTMLElement>('[data-search-box]')?.focus()
  clearRecentSearches()
}

/** The search view while nothing is typed: recent searches and what the search understands (SEARCH-015). */
export function QuietView({ onOperator }: { onOperator: (begins: string) => void }) {
  const { t } = useTranslation('search')
  const recentId = useId()
  const tipsId = useId()
  const terms = useSignalValue(recentSearches)
  return (
    <div className={css.quiet}>
      <div>
        <div className={shared.sectionHead}>
          <h2 id={recentId} className={shared.heading}>
            {t('recent.title')}
          </h2>
          {terms.length > 0 && (
            <Button variant="link" size={32} onClick={clear}>
              {t('recent.clear')}
            </Button>
          )}
        </div>
        {terms.length === 0 ? (
          <p className={shared.note}>{t('recent.none')}</p>
        ) : (
          <ul aria-labelledby={recentId}>
            {terms.map((term) => (
              <li key={term.toLowerCase()}>
                <Link to={searchAddress('top', term)} className={css.recent} data-search-item="">
                  <Clock size={18} strokeWidth={1.75} className={css.recentIcon} aria-hidden="true" />
                  <span className={css.recentTerm} dir="auto">
                    {term}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div>
        <div className={shared.sectionHead}>
          <h2 id={tipsId} className={shared.heading}>
            {t('tips.title')}
          </h2>
        </div>
        <ul aria-labelledby={tipsId}>
          {OPERATORS.map(({ name, example, begins }) => (
            <li key={name}>
              <button type="button" className={css.tip} data-search-item="" onClick={() => onOperator(begins)}>
                <code className={css.tipCode}>{example}</code>
                <span className={css.tipText}>{t(`tips.${name}`)}</span>
              </button>
            </li>
          ))}
        </ul>
        <p className={shared.note}>{t('tips.forgiving')}</p>
      </div>
    </div>
  )
}
