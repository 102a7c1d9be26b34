import { cx } from '../theme/cx.ts'
import * as css from './AccessPage.css.ts'

const COVERS = 36
const COLUMNS = 7
const PLACES = 42

/** A wall of drawn covers: decoration, the same for everybody, without a session. */
export function CoverWall() {
  return (
    <div className={css.wall} aria-hidden="true">
      <div className={css.tilt}>
        {Array.from({ length: PLACES }, (_, place) => (
          <img
            // biome-ignore lint/suspicious/noArrayIndexKey: the wall never changes
            key={place}
            className={cx(css.cover, (place % COLUMNS) % 2 === 1 && css.lowered)}
            src={__SEALED__ ? undefined : `/wall/${String((place % COVERS) + 1).padStart(2, '0')}.webp`}
            alt=""
            width={196}
            height={196}
            decoding="async"
          />
        ))}
      </div>
      <div className={css.fade} />
    </div>
  )
}
