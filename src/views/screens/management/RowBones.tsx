import { visuallyHidden } from '../../theme/hidden.css.ts'
import * as css from './management.css.ts'

/** Rows of a list that is not here yet, where they will stand. @param words says so to who does not see them */
export function RowBones({ words }: { words: string }) {
  return (
    <>
      <p className={visuallyHidden}>{words}</p>
      <div aria-hidden="true" className={css.list} data-skeleton="">
        {[36, 52].map((width) => (
          <div key={width} className={css.row}>
            <span className={css.boneSign} />
            <span className={css.words}>
              <span className={css.bone} style={{ width: `${width}%` }} />
              <span className={css.bone} style={{ width: '28%' }} />
            </span>
          </div>
        ))}
      </div>
    </>
  )
}
