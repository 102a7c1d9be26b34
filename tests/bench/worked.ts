import { readFileSync } from 'node:fs'

/** Processor time a process has used, ms: as Linux counts it, in hundredths of a second; null elsewhere. */
export function workedMs(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return null
  }
}
