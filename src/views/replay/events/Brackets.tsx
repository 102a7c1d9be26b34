import type { ChainNode, EventRow } from '#core/contracts/replay.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import { useReplay } from '../model/context.ts'
import * as css from './Brackets.css.ts'

const ROW_PX = 28
/** px of the gutter, and from one line to the next. */
const WIDTH = 32
const APART = 6
const LINES = 3

interface Line {
  readonly key: string
  readonly from: number
  readonly to: number
  readonly hasFrom: boolean
  readonly hasTo: boolean
  readonly x: number
  readonly failed: boolean
}

/** Beside the rows in sight: which of them led to which, of those around the playhead. */
export function Brackets({ rows }: { rows: readonly EventRow[] }) {
  const replay = useReplay()
  const chain = useSignalValue(replay.chain)
  if (!chain || rows.length === 0) return null
  const lines = linesOf(chain.nodes, rows)
  const height = rows.length * ROW_PX
  return (
    <svg className={css.brackets} width={WIDTH} height={height} aria-hidden="true">
      {lines.map(({ key, from, to, hasFrom, hasTo, x, failed }) => (
        <g key={key} className={cx(css.line, failed && css.failed)}>
          <path
            d={[
              hasFrom ? `M ${WIDTH - 4} ${from} H ${x + 4} Q ${x} ${from} ${x} ${from + 4}` : `M ${x} ${from}`,
              hasTo ? `V ${to - 4} Q ${x} ${to} ${x + 4} ${to} H ${WIDTH - 4}` : `V ${to}`,
            ].join(' ')}
          />
          {hasFrom && <circle cx={WIDTH - 4} cy={from} r={2.5} />}
          {hasTo && <circle cx={WIDTH - 4} cy={to} r={2.5} />}
        </g>
      ))}
    </svg>
  )
}

function linesOf(nodes: readonly ChainNode[], rows: readonly EventRow[]): Line[] {
  const first = rows[0]?.seq ?? 0
  const last = rows.at(-1)?.seq ?? 0
  const places = new Map(rows.map(({ seq }, at) => [seq, at * ROW_PX + ROW_PX / 2]))
  const drawn = new Set(nodes.map(({ seq }) => seq))
  /** Beyond the rows in sight a line goes on to their edge. */
  const yOf = (seq: number) => places.get(seq) ?? (seq < first ? 0 : seq > last ? rows.length * ROW_PX : null)
  return nodes.flatMap(({ seq, cause, failed }, at): Line[] => {
    if (cause === null || !drawn.has(cause)) return []
    const [from, to] = [yOf(cause), yOf(seq)]
    if (from === null || to === null || from === to) return []
    return [
      {
        key: `${cause}-${seq}`,
        from,
        to,
        hasFrom: places.has(cause),
        hasTo: places.has(seq),
        x: 5 + (at % LINES) * APART,
        failed,
      },
    ]
  })
}
