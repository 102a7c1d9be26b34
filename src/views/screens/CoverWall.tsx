import * as css from './AccessPage.css.ts'

/**
 * A wall of drawn covers: decoration, the same for everybody, without a session. One picture (scripts/drawWall.mjs), which
 * no script and no letter waits for.
 */
export function CoverWall() {
  return (
    <div className={css.wall} aria-hidden="true">
      <img
        className={css.tilt}
        src={__SEALED__ ? undefined : '/wall.webp'}
        alt=""
        width={1492}
        height={1332}
        decoding="async"
        fetchPriority="low"
      />
      <div className={css.fade} />
    </div>
  )
}
