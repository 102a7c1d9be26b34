// CPU time and resident memory of a process and everything below it, from /proc (Linux).
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const PAGE_BYTES = 4096

export interface Usage {
  /** CPU seconds since the tree began, ended processes included as far as they were seen. */
  cpu: number
  /** Bytes given to `write` since the tree began, pipes included, ended processes as far as they were seen. */
  written: number
  /** Sum of the resident sets, bytes; shared pages count for each process. */
  rss: number
}

interface Stat {
  readonly parent: number
  /** CPU seconds. */
  readonly cpu: number
  /** Bytes. */
  readonly rss: number
}

/** The process whose command line holds `mark` and whose parent's does not; null when there is none. */
export function rootOf(mark: string): number | null {
  const found = pids().filter((pid) => read(pid, 'cmdline').includes(mark))
  return found.find((pid) => !found.includes(stat(pid)?.parent ?? 0)) ?? null
}

/** A process and everything below it, by its number. */
export function familyOf(root: number): Map<number, Stat> {
  const all = new Map(pids().flatMap((pid) => [[pid, stat(pid)] as const]))
  const mine = new Map<number, Stat>()
  for (let grew = true; grew; ) {
    grew = false
    for (const [pid, info] of all)
      if (info && (pid === root || mine.has(info.parent)) && !mine.has(pid)) {
        mine.set(pid, info)
        grew = true
      }
  }
  return mine
}

/** The command line of a process; empty once it is gone. */
export const commandOf = (pid: number): string => read(pid, 'cmdline')

export class Tree {
  readonly #cpu = new Map<number, number>()
  readonly #written = new Map<number, number>()

  constructor(readonly root: number) {}

  usage(): Usage {
    let rss = 0
    for (const [pid, info] of familyOf(this.root)) {
      rss += info.rss
      this.#cpu.set(pid, info.cpu)
      this.#written.set(pid, Number(/^wchar: (\d+)/m.exec(read(pid, 'io'))?.[1] ?? 0))
    }
    return { rss, cpu: sumOf(this.#cpu), written: sumOf(this.#written) }
  }
}

function sumOf(values: ReadonlyMap<number, number>): number {
  return [...values.values()].reduce((sum, value) => sum + value, 0)
}

function pids(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger)
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function stat(pid: number): Stat | null {
  const text = read(pid, 'stat')
  // The name in parentheses may hold anything; the fields follow its last one (proc(5)).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 22) return null
  const number = (index: number) => Number(fields[index])
  return { parent: number(1), cpu: (number(11) + number(12)) / TICKS_PER_SECOND, rss: number(21) * PAGE_BYTES }
}
