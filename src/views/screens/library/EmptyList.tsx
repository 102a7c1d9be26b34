import '../../i18n/library.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import * as button from '../../kit/controls/Button.css.ts'
import { ListState } from '../../kit/lists/ListState.tsx'
import { cx } from '../../theme/cx.ts'

interface Props {
  art: 'flagged' | 'archived' | 'history'
  title: string
  text: string
}

/** A list of the player's own that holds nothing yet: how it comes to hold something, and the way there. */
export function EmptyList({ art, title, text }: Props) {
  const { t } = useTranslation('library')
  return (
    <ListState art={art} title={title} text={text}>
      <Link className={cx(button.button, button.variant.secondary, button.size[40])} to="/releases">
        {t('goToReleases')}
      </Link>
    </ListState>
  )
}
