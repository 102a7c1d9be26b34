import '../../i18n/library.ts'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../kit/controls/ButtonLink.tsx'
import { ListState } from '../../kit/lists/ListState.tsx'

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
      <ButtonLink variant="secondary" to="/releases">
        {t('goToReleases')}
      </ButtonLink>
    </ListState>
  )
}
