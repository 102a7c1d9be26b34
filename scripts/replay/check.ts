// Everything that can be held against a log.
import { type Checked, checkLog } from '#core/log/check.ts'
import type { ReadLog } from '#core/log/reading/log.ts'
import { comparePlans, type PlansCompared } from '#workers/engines/replay/plans/compare.ts'
import { count, oneLine } from './print.ts'
import { eventOf, finish, type Io } from './running.ts'
import { type Answer, comparedOf, originLines, originOf, skippedLines, skippedOf, verdictLines } from './summary.ts'
import { EXIT } from './usage.ts'

/** So many findings of one kind are listed. */
const LISTED = 20

export async function check(io: Io, log: ReadLog): Promise<Answer> {
  const last = log.start + log.events.length
  const checked = await finish(io, 'checking', checkLog(log), eventOf(last))
  const plans = await finish(io, 'comparing plans', comparePlans(log), eventOf(last))
  const end = log.checkpoints.at(-1)?.seq === last ? [] : ['UNVERIFIED  the log does not end with a checkpoint']
  const wrong = [...findings(checked), ...planFindings(plans, checked), ...uncompared(log, checked), ...end]
  const lines = [
    ...originLines(log),
    `events      ${count(log.events.length)}`,
    ...skippedLines(log),
    `chain       ${chainOf(log)}`,
    `checkpoints ${comparedOf(log, checked)}`,
    `state       ${checked.state}`,
    ...verdictLines(log, checked),
    `rules       ${checked.broken.length === 0 ? 'hold after every event' : `${count(checked.broken.length)} broken`}`,
    `twice       ${checked.unequal.length === 0 ? 'every event makes the same of two equal states' : `${count(checked.unequal.length)} differ`}`,
    `plans       ${planned(plans)}`,
    ...wrong,
  ]
  const isWrong = wrong.length > 0 || checked.difference !== null || checked.threw !== null
  return {
    value: {
      ...originOf(log),
      events: log.events.length,
      skipped: skippedOf(log),
      ...checked,
      plans,
      endsWithCheckpoint: end.length === 0,
    },
    lines,
    exit: isWrong ? EXIT.differs : EXIT.agrees,
  }
}

function chainOf({ header, cut, checkpoints }: ReadLog): string {
  if (header.version === 1) return 'none: logs of format 1 have none'
  if (cut) return `whole up to line ${cut.line - 1}`
  return checkpoints.length === 0 ? 'none: there are no checkpoints' : 'whole'
}

function planned({ engines, differences }: PlansCompared): string {
  const counts = engines
    .filter(({ asked }) => asked > 0)
    .map((one) => `${one.engine} ${count(one.asked)} asked, ${count(one.answered)} answered`)
  const said = differences.length === 0 ? 'every fact was asked for' : `${count(differences.length)} differ`
  return [said, ...counts].join('; ')
}

/** Only where a reducer throws may one of them be left over. */
const uncompared = ({ checkpoints: held }: ReadLog, { checkpoints, threw }: Checked): string[] =>
  threw || checkpoints === held.length
    ? []
    : [`UNCOMPARED  ${count(held.length - checkpoints)} of ${count(held.length)} checkpoints`]

const planFindings = ({ differences, threw }: PlansCompared, checked: Checked): string[] => [
  ...some(differences.map(({ engine, seq, what }) => `PLAN        at event ${seq}, ${engine}: ${oneLine(what)}`)),
  // What a reducer threw is told already.
  ...(threw && threw.seq !== checked.threw?.seq
    ? [`PLAN THREW  at event ${threw.seq}: ${oneLine(threw.message)}; no plan is asked behind it`]
    : []),
]

function findings({ broken, causes, unequal, wholeHash, state }: Checked): string[] {
  return [
    ...some(broken.map(({ seq, name, fault }) => `BROKEN RULE at event ${seq}: ${name}: ${oneLine(fault)}`)),
    ...some(
      causes.map(({ seq, cause }) => `CAUSE       at event ${seq}: it names event ${cause}, which is none before it`),
    ),
    ...some(
      unequal.map(({ seq, kind, id }) => `UNEQUAL     at event ${seq}: ${kind} ${oneLine(id)} of two equal states`),
    ),
    ...(wholeHash === state ? [] : [`BROKEN HASH kept on the way ${state}, of the whole state ${wholeHash}`]),
  ]
}

const some = (lines: readonly string[]): string[] =>
  lines.length <= LISTED ? [...lines] : [...lines.slice(0, LISTED), `  and ${count(lines.length - LISTED)} more`]
