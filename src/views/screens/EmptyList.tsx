import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { button, state, stateActions, stateArt, stateText, stateTitle } from './gallery/gallery.css.ts'

interface Props {
  art: keyof typeof ART
  title: string
  text: string
}

/** A list of the player's own that holds nothing yet: how it comes to hold something, and the way there. */
export function EmptyList({ art, title, text }: Props) {
  const { t } = useTranslation('library')
  return (
    <div className={state}>
      <svg className={stateArt} width="96" height="72" viewBox="0 0 96 72" aria-hidden="true" {...LINE}>
        <path d={ART[art]} />
      </svg>
      <h2 className={stateTitle}>{title}</h2>
      <p className={stateText}>{text}</p>
      <div className={stateActions}>
        <Link className={button} to="/releases">
          {t('goToReleases')}
        </Link>
      </div>
    </div>
  )
}

/** A flag on its pole; a box with its lid; a clock with an arrow back. */
const ART = {
  flagged: 'M28 66V8M28 12c16-8 26 8 44 0v30c-18 8-28-8-44 0M18 66h20',
  archived: 'M14 12h68v16H14zM20 28v36h56V28M40 40h16',
  history: 'M24 14v14h14M26 28a25 25 0 1 1-2 15M48 22v14l10 6',
} as const

const LINE = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
