// Runs the mutants against the tests that come by them, and says of each what became of it.
import type { Crew } from './crew.ts'
import type { Outcome } from './report.ts'
import type { Asked, Plan } from './schedule.ts'
import type { Trial, Verdict } from './wire.ts'

/** How many more test files are asked about a mutant in each round: most are killed in the first. */
const ROUNDS = [1, 3, 12, Number.POSITIVE_INFINITY]

export type End = Outcome['end']

/**
 * Asks file by file, since loading one takes longer than asking it about ten mutants.
 * @param tell called once for each mutant, as soon as it is known
 */
export async function decide(
  crews: readonly Crew[],
  plans: ReadonlyMap<number, Plan>,
  tell: (id: number, end: End) => void,
): Promise<void> {
  const open = new Map<number, Plan>()
  for (const [id, plan] of plans) {
    if (plan.isReached) open.set(id, plan)
    else tell(id, 'untested')
  }
  const close = (id: number, end: End) => {
    if (open.delete(id)) tell(id, end)
  }
  let from = 0
  for (const more of ROUNDS) {
    const files = byFile(open, from, from + more)
    const work = async (crew: Crew) => {
      for (let next = files.shift(); next; next = files.shift()) {
        const trials = next.trials.filter(({ id }) => open.has(id))
        await tryAll(crew, next.test, trials, (id, verdict) => {
          if (verdict === 'killed' || verdict === 'late') close(id, verdict)
        })
      }
    }
    await Promise.all(crews.map(work))
    from += more
    for (const [id, plan] of open) if (plan.asked.length <= from) close(id, plan.isCut ? 'cut' : 'survived')
  }
}

/** What each test file is asked in a round; the longest first, so that no process is left waiting for the other. */
function byFile(open: ReadonlyMap<number, Plan>, from: number, to: number): { test: string; trials: Trial[] }[] {
  const files = new Map<string, Trial[]>()
  for (const plan of open.values())
    for (const { test, trial } of plan.asked.slice(from, to) satisfies readonly Asked[])
      files.set(test, [...(files.get(test) ?? []), trial])
  const takes = (trials: readonly Trial[]) => trials.reduce((sum, one) => sum + one.takes, 0)
  return [...files].map(([test, trials]) => ({ test, trials })).sort((a, b) => takes(b.trials) - takes(a.trials))
}

/** A process that dies, or a thread that is spoilt, leaves the rest of the mutants to another. */
async function tryAll(
  crew: Crew,
  test: string,
  trials: readonly Trial[],
  judge: (id: number, verdict: Verdict) => void,
): Promise<void> {
  let left = trials
  while (left.length > 0) {
    const judged = new Set<number>()
    let began: number | null = null
    const answer = await crew.ask({ kind: 'try', test, trials: left }, (news) => {
      if (news.kind === 'began') began = news.id
      if (news.kind !== 'judged') return
      judged.add(news.id)
      judge(news.id, news.verdict)
    })
    // It took the process with it, which nobody can overlook.
    if (answer === null && began !== null && !judged.has(began)) judge(began, 'late')
    if (answer === null && began !== null) judged.add(began)
    if (judged.size === 0 && left[0]) judged.add(left[0].id)
    left = left.filter(({ id }) => !judged.has(id))
  }
}
