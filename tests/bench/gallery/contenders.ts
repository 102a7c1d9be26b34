/** Who is measured: ours twice, what it is compared with, and what the browser itself costs. */
import type { Run } from './drive.ts'

export const CONTENDERS = ['floor', 'product', 'ours', 'virtua', 'tanstack', 'virtuoso', 'window'] as const
export type Contender = (typeof CONTENDERS)[number]
export type Runs = Record<Contender, Run[]>
export const PEERS: readonly Contender[] = ['virtua', 'tanstack', 'virtuoso', 'window']
export const NAMES: Record<Contender, string> = {
  floor: 'empty scroller',
  product: 'ours, product',
  ours: 'ours, bare page',
  virtua: 'virtua rows',
  tanstack: 'TanStack rows',
  virtuoso: 'Virtuoso rows',
  window: 'react-window',
}

export const LIBRARIES = ['virtua', '@tanstack/react-virtual', 'react-virtuoso', 'react-window']

/** The contenders that `--only` names, else all. @throws Error when it names another */
export function only(args: readonly string[]): readonly Contender[] {
  const names = args
    .find((arg) => arg.startsWith('--only='))
    ?.slice('--only='.length)
    .split(',')
  const unknown = names?.find((name) => !CONTENDERS.some((contender) => contender === name))
  if (unknown !== undefined) throw new Error(`--only takes some of ${CONTENDERS.join(', ')}, and not ${unknown}`)
  return CONTENDERS.filter((contender) => names?.includes(contender) ?? true)
}
