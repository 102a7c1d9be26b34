// The markets a release or a song is meant for, as their logos (RELEASE-012, RELEASE-018).
import { useTranslation } from 'react-i18next'
import { marketLogo } from '#core/model/catalogue/marketLogo.ts'
import { releaseOptions } from '#projections/releases.ts'
import { Picture } from '../kit/graphics/Picture.tsx'
import { useSignalValue } from '../kit/useSignalValue.ts'
import * as css from './Markets.css.ts'
import { tag } from './marks.css.ts'
import { CanadianLeaf } from './marks.tsx'

interface Props {
  markets: readonly string[]
  /** Edge of a logo in px. */
  size: number
  /** Logos shown at most; the rest is a number. */
  max: number
}

/** Canadian content has a leaf of its own; a market without a logo, or whose logo does not load, shows its id. */
export function Markets({ markets, size, max }: Props) {
  const { t } = useTranslation('releases')
  const known = useSignalValue(releaseOptions).markets
  const others = markets.filter((market) => market !== 'cancon')
  if (markets.length === 0) return null
  const nameOf = (id: string) => known.find((market) => market.id === id)?.name ?? id.toUpperCase()
  const rest = others.slice(max)
  return (
    <span className={css.markets}>
      {markets.includes('cancon') && (
        <span className={css.leaf}>
          <CanadianLeaf size={size - 6} />
        </span>
      )}
      {others.slice(0, max).map((id) => (
        <Picture
          key={id}
          className={css.logo}
          src={marketLogo(known.find((market) => market.id === id)?.icon ?? '')}
          alt={nameOf(id)}
          title={nameOf(id)}
          width={size}
          height={size}
          loading="lazy"
          instead={<span className={tag}>{id.toUpperCase()}</span>}
        />
      ))}
      {rest.length > 0 && (
        <span className={css.rest} title={rest.map(nameOf).join(', ')}>
          {t('moreMarkets', { count: rest.length })}
        </span>
      )}
    </span>
  )
}
