// How long the stages of an import took, together and apart.
export const STAGES = ['read', 'decode', 'encode', 'loudness', 'cover', 'catalogue'] as const
export type Stage = (typeof STAGES)[number]

export interface Times {
  /** ms in each stage. A stage that runs within another counts for itself alone. */
  readonly ms: Readonly<Record<Stage, number>>
  of<T>(stage: Stage, work: () => Promise<T>): Promise<T>
  during<T>(stage: Stage, work: () => T): T
}

/** @param clock ms, from anywhere */
export function createTimes(clock: () => number): Times {
  const ms: Record<Stage, number> = { read: 0, decode: 0, encode: 0, loudness: 0, cover: 0, catalogue: 0 }
  /** What the stages within the running ones took. */
  let inner = 0
  const begin = () => ({ at: clock(), before: inner })
  const end = (stage: Stage, { at, before }: { at: number; before: number }) => {
    const took = clock() - at
    ms[stage] += took - (inner - before)
    inner = before + took
  }
  return {
    ms,
    async of(stage, work) {
      const begun = begin()
      try {
        return await work()
      } finally {
        end(stage, begun)
      }
    },
    during(stage, work) {
      const begun = begin()
      try {
        return work()
      } finally {
        end(stage, begun)
      }
    },
  }
}
