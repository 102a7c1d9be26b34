import type { ReadonlySignal } from '@preact/signals-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Switch } from '../kit/controls/Switch.tsx'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { foldsOf } from '../stateTree/folds.ts'
import { StateHead } from '../stateTree/StateHead.tsx'
import { ROW_PX, StateRows } from '../stateTree/StateRows.tsx'
import * as css from '../stateTree/stateTree.css.ts'
import { useNumber } from '../stateTree/useNumber.ts'
import { useRows } from '../stateTree/useRows.ts'
import { cx } from '../theme/cx.ts'
import type { LiveState } from './liveLog.ts'

/** What the page knows of the state as it is now; beside the one that was pinned, with what changed since. */
export function StateTab({ state, edition }: { state: LiveState; edition: ReadonlySignal<number> }) {
  const { t } = useTranslation(['inspect', 'tree'])
  const now = useSignalValue(edition)
  const pinned = useSignalValue(state.pinned)
  const [onlyChanges, setOnlyChanges] = useState(true)
  const [byHand, setByHand] = useState<ReadonlyMap<string, boolean>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is another one with every edition
  const tree = useMemo(
    () => state.tree({ onlyChanges: pinned !== null && onlyChanges, ...foldsOf(byHand) }),
    [state, pinned, onlyChanges, byHand, now],
  )
  const box = useRef<HTMLDivElement>(null)
  const seen = useRows(box, tree.rows.length, ROW_PX)
  const number = useNumber()
  const some = { total: tree.rows.length, first: seen.first, rows: tree.rows.slice(seen.first, seen.last) }
  return (
    <>
      <StateHead
        isPinned={pinned !== null}
        pinWhy={t('state.pinWhy')}
        onPin={() => (pinned === null ? state.pin() : state.unpin())}
        tree={pinned === null ? null : tree}
      >
        {pinned !== null && (
          <>
            <span className={css.span}>
              {t('state.since')}
              <span className={cx(css.seq, css.pinned)}>{number.format(pinned)}</span>
            </span>
            <Switch
              label={t('onlyChanges', { ns: 'tree' })}
              checked={onlyChanges}
              onToggle={() => setOnlyChanges(!onlyChanges)}
            />
          </>
        )}
      </StateHead>
      <StateRows
        box={box}
        seen={seen}
        tree={some}
        label={t('state.label')}
        nothing={t('state.nothing')}
        isCompared={pinned !== null}
        onToggle={({ path, open }) => setByHand((before) => new Map(before).set(path, !open))}
      />
    </>
  )
}
