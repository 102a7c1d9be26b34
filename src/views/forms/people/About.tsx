import type { ReactNode } from 'react'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
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
      <img
        className={css.cover}
        src={release.thumbnail}
        alt=""
        width={48}
        height={48}
        style={release.colour ? { background: release.colour } : undefined}
      />
      <div className={css.aboutWords}>
        <p className={css.aboutTitle}>{title}</p>
        <p className={css.aboutText}>{children}</p>
      </div>
    </div>
  )
}
