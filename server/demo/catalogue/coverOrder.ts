// Which cover comes next: every kind of picture once before any comes again, colours changing from one to the next.
import { FAMILIES, palettesOf } from '../art/covers.ts'
import { Random } from '../random.ts'

/** A palette is not used again within this many covers, where the family leaves a choice. */
const PALETTE_REST = 9

export class CoverOrder {
  private round: string[] = []
  private rounds = 0
  private recent: string[] = []

  /** @param first `{family}.{palette}` of the first covers, chosen by hand */
  constructor(private readonly first: readonly string[]) {}

  /** The seed of the i-th cover; to be called in order. */
  next(i: number): string {
    const chosen = this.first[i]
    if (chosen) {
      this.recent.push(chosen.split('.')[1] ?? '')
      return `${chosen}.${i}`
    }
    const r = new Random(`cover order:${i}`)
    if (this.round.length === 0) this.round = this.newRound()
    const name = this.round.shift() ?? ''
    const family = FAMILIES.find((f) => f.name === name) ?? r.pick(FAMILIES)
    const resting = this.recent.slice(-PALETTE_REST)
    const allowed = palettesOf(family).map((p) => p.name)
    const fresh = allowed.filter((p) => !resting.includes(p))
    const palette = r.pick(fresh.length > 0 ? fresh : allowed)
    this.recent = [...resting, palette]
    return `${family.name}.${palette}.${i}`
  }

  /** All families, the half that came last in the round before coming last again: nothing returns within twenty. */
  private newRound(): string[] {
    const r = new Random(`cover round:${this.rounds++}`)
    const names = FAMILIES.map((f) => f.name)
    const half = Math.floor(names.length / 2)
    return [...r.shuffle(names.slice(0, half)), ...r.shuffle(names.slice(half))]
  }
}
