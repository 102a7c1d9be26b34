import { Disc3 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { isolated } from '#core/model/text/direction.ts'
import { useBackOnline } from '../../kit/graphics/useBackOnline.ts'
import * as css from './people.css.ts'

interface Props {
  release: Readonly<ReleaseCard>
  title: string
  children: ReactNode
}

/** What a message is about: the cover, and two lines. */
export function About({ release, title, children }: Props) {
  return (
    <div className={css.about}>
      <Cover release={release} />
      <div className={css.aboutWords}>
        <p className={css.aboutTitle} dir="auto">
          {title}
        </p>
        <p className={css.aboutText}>{children}</p>
      </div>
    </div>
  )
}

/** Covers of a message about several. */
const COVERS_MAX = 4

/** What a message is about when it is several releases: the first covers, how many, and their titles. */
export function AboutAll({ releases, title }: { releases: readonly Readonly<ReleaseCard>[]; title: string }) {
  return (
    <div className={css.about}>
      <div className={css.covers}>
        {releases.slice(0, COVERS_MAX).map((release) => (
          <Cover key={release.releaseid} release={release} />
        ))}
      </div>
      <div className={css.aboutWords}>
        <p className={css.aboutTitle}>{title}</p>
        <p className={css.aboutText}>{releases.map((one) => isolated(one.title)).join(', ')}</p>
      </div>
    </div>
  )
}

/** One that does not load gives way to a disc (SHELL-052). */
function Cover({ release: { thumbnail, colour } }: Pick<Props, 'release'>) {
  const [broken, setBroken] = useState('')
  useBackOnline(broken !== '', () => setBroken(''))
  const isMissing = thumbnail === '' || broken === thumbnail
  return (
    <span className={css.cover} style={colour && !isMissing ? { backgroundColor: colour } : undefined}>
      {isMissing ? (
        <Disc3 size={18} strokeWidth={1.25} aria-hidden="true" />
      ) : (
        <img className={css.art} src={thumbnail} alt="" width={48} height={48} onError={() => setBroken(thumbnail)} />
      )}
    </span>
  )
}
