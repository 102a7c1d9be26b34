// A release goes to people from here: passed on to connections, or answered to its owner.
import { Send, Share2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { contactOf, shareOf, useVerbs } from '../../music/verbs.ts'

interface Props {
  card: Readonly<ReleaseCard>
  /** Only the glyphs; their names are their tooltips. */
  glyph?: boolean
}

/** `Share release` and `Contact`, where they may be (RELEASE-044, RELEASE-045). */
export function PeopleButtons({ card, glyph = false }: Props) {
  const { t } = useTranslation('releases')
  useVerbs()
  const ways = [
    [t('share'), Share2, shareOf(card)],
    [t('contact'), Send, contactOf(card)],
  ] as const
  return ways.map(([name, Icon, { reason, act }]) => {
    if (reason !== null) return null
    const icon = <Icon size={18} strokeWidth={1.75} />
    if (glyph) return <IconButton key={name} size={36} label={name} icon={icon} onClick={act} />
    return (
      <Button key={name} variant="quiet" size={32} icon={icon} onClick={act}>
        {name}
      </Button>
    )
  })
}
