import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChainNode } from '#core/contracts/replay.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { useNumber } from '../../stateTree/useNumber.ts'
import { cx } from '../../theme/cx.ts'
import { useReplay } from '../model/context.ts'
import * as css from './CauseChain.css.ts'

/** px of a node and from one to the next. */
const NODE = { width: 216, height: 52, across: 64, down: 12 }

/** What led to the event, and what it led to: drawn from left to right. */
export function CauseChain() {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const chain = useSignalValue(replay.chain)
  const number = useNumber()
  if (!chain) return null
  const { nodes, before, madeRoom, after, isCapped } = chain
  return (
    <section className={css.panel} aria-labelledby="replay-chain">
      <header className={css.head}>
        <h2 id="replay-chain" className={css.title}>
          {t('chain.title')}
        </h2>
        <p className={css.about} role="status">
          {t(isCapped ? 'chain.aboutAtLeast' : 'chain.about', {
            seq: number.format(chain.seq),
            before: number.format(before),
            after: number.format(after),
          })}
        </p>
        {madeRoom !== null && <p className={css.about}>{t('chain.madeRoom', { seq: number.format(madeRoom) })}</p>}
        <p className={css.legend} aria-hidden="true">
          <span className={css.byCause}>{t('chain.causedBy')}</span>
          <span className={css.byFailure}>{t('chain.failed')}</span>
        </p>
      </header>
      <Drawing nodes={nodes} number={number} />
    </section>
  )
}

function Drawing({ nodes, number }: { nodes: readonly ChainNode[]; number: Intl.NumberFormat }) {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const left = Math.min(0, ...nodes.map(({ column }) => column))
  const right = Math.max(0, ...nodes.map(({ column }) => column))
  const rows = 1 + Math.max(0, ...nodes.map(({ row }) => row))
  const step = NODE.width + NODE.across
  const width = (right - left) * step + NODE.width
  const xOf = ({ column }: ChainNode) => (column - left) * step
  const height = rows * NODE.height + (rows - 1) * NODE.down
  // A column stands in the middle of the highest.
  const inColumn = (column: number) => nodes.filter((node) => node.column === column).length
  const yOf = ({ column, row }: ChainNode) =>
    (height - inColumn(column) * NODE.height - (inColumn(column) - 1) * NODE.down) / 2 + row * (NODE.height + NODE.down)
  // Where there is no room for all of it, the event is what is seen.
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0))
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const middle = -left * step + NODE.width / 2
  useEffect(() => {
    if (box.current && width > room) box.current.scrollLeft = middle - room / 2
  }, [middle, room, width])
  const bySeq = new Map(nodes.map((node) => [node.seq, node]))
  return (
    <div ref={box} className={css.scroller}>
      <div className={css.drawing} style={{ width, height }}>
        <svg className={css.lines} width={width} height={height} aria-hidden="true">
          <defs>
            {(['cause', 'failure'] as const).map((kind) => (
              <marker
                key={kind}
                id={`chain-${kind}`}
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="8"
                markerHeight="8"
                orient="auto"
              >
                <path d="M0 0 L8 4 L0 8 Z" className={css.arrow[kind]} />
              </marker>
            ))}
          </defs>
          {nodes.map((node) => {
            const cause = node.cause === null ? undefined : bySeq.get(node.cause)
            if (!cause) return null
            const [x1, y1] = [xOf(cause) + NODE.width, yOf(cause) + NODE.height / 2]
            const [x2, y2] = [xOf(node) - 1, yOf(node) + NODE.height / 2]
            const middle = (x1 + x2) / 2
            const kind = node.failed ? 'failure' : 'cause'
            return (
              <path
                key={node.seq}
                d={`M ${x1} ${y1} C ${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`}
                className={css.line[kind]}
                markerEnd={`url(#chain-${kind})`}
              />
            )
          })}
        </svg>
        <ol className={css.nodes}>
          {nodes.map((node) => (
            <li key={node.seq} className={css.place} style={{ left: xOf(node), top: yOf(node) }}>
              <button
                type="button"
                className={cx(
                  css.node,
                  node.column === 0 && css.here,
                  node.failed && css.failed,
                  node.leftOut && css.leftOut,
                )}
                aria-current={node.column === 0 || undefined}
                onClick={() => {
                  replay.pause()
                  replay.go(node.seq)
                }}
              >
                <span className={css.first}>
                  <span className={css.typed}>{node.type}</span>
                  <span className={css.seq}>{number.format(node.seq)}</span>
                </span>
                <span className={css.second}>
                  <span className={css.summary}>
                    {[node.source, node.summary].filter((one) => one !== '').join(', ')}
                  </span>
                  {node.more > 0 && (
                    <span className={css.more}>
                      {t('chain.more', { n: number.format(node.more), count: node.more })}
                    </span>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}
