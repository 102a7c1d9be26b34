import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tree, TreeAsked, TreeRow } from '#core/contracts/replay.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { foldsOf } from '../../stateTree/folds.ts'
import { StateHead } from '../../stateTree/StateHead.tsx'
import { ROW_PX, StateRows } from '../../stateTree/StateRows.tsx'
import * as css from '../../stateTree/stateTree.css.ts'
import { useNumber } from '../../stateTree/useNumber.ts'
import { useRows } from '../../stateTree/useRows.ts'
import { cx } from '../../theme/cx.ts'
import { useReplay } from '../model/context.ts'
import { newest } from '../model/newest.ts'
import { FindInState } from './FindInState.tsx'

/** Rows asked for around those in sight. */
const SPARE = 60

/** The state after the event, beside the one before it or after the pinned one. */
export function StateTree() {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const pinned = useSignalValue(replay.pinned)
  const withRecorded = useSignalValue(replay.withRecorded)
  const onlyChanges = useSignalValue(replay.onlyChanges)
  const [path, setPath] = useState('')
  const number = useNumber()
  const box = useRef<HTMLDivElement>(null)
  const { tree, toggle, rows } = useTree(box, onlyChanges)
  const here = useSignalValue(replay.moment)?.seq ?? 0
  return (
    <>
      <StateHead
        isPinned={pinned !== null}
        pinWhy={t('tree.pinWhy')}
        onPin={() => {
          replay.pinned.value = pinned === null ? here : null
        }}
        tree={tree}
      >
        <span className={css.span}>
          {withRecorded ? (
            <span>{t('tree.recorded')} </span>
          ) : (
            <>
              {t('tree.from')}
              <span className={cx(css.seq, pinned !== null && css.pinned)}>{number.format(tree?.from ?? 0)}</span>
            </>
          )}
          {t('tree.to')}
          <span className={css.seq}>{number.format(tree?.to ?? here)}</span>
        </span>
      </StateHead>
      <FindInState path={path} onPath={setPath} />
      <StateRows
        box={box}
        seen={rows}
        tree={tree}
        label={t('tree.label')}
        nothing={t('tree.nothing')}
        onToggle={toggle}
        pick={{ hint: t('tree.pick'), onPick: (row) => setPath(row.path.replace(/ -$/, '')) }}
      />
    </>
  )
}

/** The rows in sight of the tree, asked for anew with each event. */
function useTree(box: React.RefObject<HTMLDivElement | null>, onlyChanges: boolean) {
  const replay = useReplay()
  const moment = useSignalValue(replay.moment)
  const edition = useSignalValue(replay.edition)
  const pinned = useSignalValue(replay.pinned)
  const withRecorded = useSignalValue(replay.withRecorded)
  const [tree, setTree] = useState<Tree | null>(null)
  const [byHand, setByHand] = useState<ReadonlyMap<string, boolean>>(new Map())
  const rows = useRows(box, tree?.total ?? 0, ROW_PX)
  const ask = useMemo(() => newest((asked: TreeAsked) => replay.worker.tree(asked), setTree), [replay])
  const first = Math.max(0, rows.first - SPARE)
  const count = rows.last - rows.first + 2 * SPARE
  // biome-ignore lint/correctness/useExhaustiveDependencies: another event, or another list, is another tree
  useEffect(() => {
    if (!moment) return
    ask({ from: pinned, withRecorded, onlyChanges, ...foldsOf(byHand), first, count })
  }, [ask, moment, edition, pinned, withRecorded, onlyChanges, byHand, first, count])
  // What the event did is what one looks for: it is brought into sight, once for each event.
  const show = useRef(rows.show)
  show.current = rows.show
  const at = tree?.to
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a row moves nothing
  useEffect(() => {
    if (tree && tree.firstChange >= 0) show.current(tree.firstChange)
  }, [at])
  const toggle = ({ path, open }: TreeRow) => setByHand((now) => new Map(now).set(path, !open))
  return { tree, toggle, rows }
}
