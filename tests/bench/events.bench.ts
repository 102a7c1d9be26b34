/**
 * `npm run bench -- events [--quick]`: what an event costs and what a log is worth. Each row runs in a process of its
 * own. The peer does the same to the same tables (`events/twin.test.ts` holds both equal), with a screen that looks on.
 */
import { deepStrictEqual } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { runOurs, runToolkit } from './events/contenders.ts'
import { downloadMix } from './events/downloadMix.ts'
import { type Figures, rows } from './events/rows.ts'
import { atLeast, atMost, figureOfRounds } from './table/figure.ts'
import { commit, packageWithVersion, report } from './table/report.ts'
import { median } from './table/stats.ts'

const ROUNDS = 3
/** Of a check. */
const FEW = 3000
const MINIMISED = 10_000
/** What the command does, with the room for new objects that scripts/replay.mjs gives it; the product's workers have none such. */
const BY_COMMAND: ReadonlySet<string> = new Set(['replay', 'bisect', 'minimise'])

export async function run(args: readonly string[]): Promise<void> {
  if (args[0] === 'row') {
    console.log(JSON.stringify(await rows[args[1] ?? '']?.(Number(args[2]))))
    return
  }
  // The thread that reads logs for the command.
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' })
  const quick = args.includes('--quick')
  const rounds = quick ? 1 : ROUNDS
  const many = quick ? 100_000 : 1_000_000
  const few = quick ? 20_000 : 100_000
  console.log(`events, commit ${commit()}, ${rounds} rounds, node ${process.version}${quick ? ', SHORTENED' : ''}`)
  const ours = repeated(rounds, () => row('ours', few))
  const theirs = repeated(rounds, () => row('toolkit', few))
  const long = repeated(rounds, () => row('ours', many))
  const kept = repeated(rounds, () => row('kept', few))
  const replayed = repeated(rounds, () => row('replay', many))
  const found = repeated(rounds, () => row('bisect', many))
  const least = repeated(rounds, () => row('minimise', MINIMISED))
  const exported = repeated(1, () => row('replay', few))
  const rate = (figures: Figures, count: number) => (count / at(figures, 'ms')) * 1000
  const us = (ms: number, count: number) => (ms * 1000) / count
  const shortened = rounds < ROUNDS
  const by = (of: (round: number) => number) => Array.from({ length: rounds }, (_, round) => of(round))
  const figures = [
    figureOfRounds({ what: `reduce + publish against Redux Toolkit, ${few}`, unit: 'x', must: atLeast(15), shortened }, by((n) => at(theirs[n], 'ms') / at(ours[n], 'ms'))),
    figureOfRounds({ what: `the same at ${many}, share of that rate`, unit: '', must: atLeast(0.8), shortened }, by((n) => rate(long[n] ?? {}, many) / rate(ours[n] ?? {}, few))),
    figureOfRounds({ what: `replay of ${many} from one gzip file to a verified hash, Node`, unit: 'ms', must: atMost(3 * (many / 1000)), shortened }, of(replayed, 'ms')),
    figureOfRounds({ what: 'seek to any of them, p95, at most 50 snapshots', unit: 'ms', must: atMost(100), shortened }, of(replayed, 'seekP95')),
    figureOfRounds({ what: 'kept event: encode + frame + hash', unit: 'us', must: atMost(6), shortened }, kept.map((one) => us(at(one, 'encodeMs') + at(one, 'frameMs') + at(one, 'hashMs'), few))),
    figureOfRounds({ what: `${few} events exported`, unit: 'MB', must: atMost(2.5 * (few / 100_000)), shortened }, exported.map((one) => at(one, 'packedBytes') / 1e6)),
    figureOfRounds({ what: `first bad event of ${many} against plain replay`, unit: 'x', must: atMost(2), shortened }, found.map((one) => at(one, 'ms') / at(one, 'plainMs'))),
    figureOfRounds({ what: `${MINIMISED} events minimised to a handful`, unit: 'ms', must: atMost(5000), shortened }, of(least, 'ms')),
  ] // biome-ignore format: a table
  const middle = (rows: readonly Figures[], name: string) => median(of(rows, name))
  console.log(
    `  Redux Toolkit ${Math.round((few / middle(theirs, 'ms')) * 1000)} events/s (told ${middle(theirs, 'told')}), ours ${Math.round((few / middle(ours, 'ms')) * 1000)} (told ${middle(ours, 'told')})`,
  )
  console.log(
    `  kept: encode ${us(middle(kept, 'encodeMs'), few).toFixed(2)}, frame ${us(middle(kept, 'frameMs'), few).toFixed(2)}, hash ${us(middle(kept, 'hashMs'), few).toFixed(2)} us; replay: ${(middle(replayed, 'textBytes') / many).toFixed(0)} B/event as text, ${(middle(replayed, 'packedBytes') / many).toFixed(1)} packed; seek p50 ${middle(replayed, 'seekP50').toFixed(1)} ms`,
  )
  report({
    bench: 'events',
    figures,
    peers: [packageWithVersion('@reduxjs/toolkit'), `Node ${process.version}`],
    leavesOut: [
      'of Redux Toolkit: React; its subscribers run a selector for each thing on the screen, as react-redux does, and its middleware and developer tools are off',
      'of a kept event: writing it to the disk (`log` has it)',
    ],
  })
}

/** Each row over a few events: both twins end on the same tables, and every log is verified. @throws Error when not */
export async function check(): Promise<void> {
  packageWithVersion('@reduxjs/toolkit')
  const events = downloadMix(FEW)
  const [ours, theirs] = [runOurs(events), runToolkit(events)]
  deepStrictEqual(theirs.tables, ours.tables)
  for (const name of Object.keys(rows)) {
    const figures = await rows[name]?.(name === 'minimise' ? MINIMISED : FEW)
    if (!figures || !Object.values(figures).every(Number.isFinite)) throw new Error(`the row ${name} came to nothing`)
  }
}

function row(name: string, count: number): Figures {
  const script = `import(${JSON.stringify(import.meta.url)}).then((bench) => bench.run(['row', '${name}', '${count}']))`
  const args = [
    '--expose-gc',
    '--max-old-space-size=6000',
    ...(BY_COMMAND.has(name) ? ['--max-semi-space-size=128'] : []),
    '--input-type=module',
    '-e',
    script,
  ]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e8 })) as Figures
}

const repeated = (rounds: number, once: () => Figures): Figures[] => Array.from({ length: rounds }, once)

const at = (figures: Figures | undefined, name: string): number => figures?.[name] ?? Number.NaN

/** A figure of each round. */
const of = (rounds: readonly Figures[], name: string): number[] => rounds.map((one) => at(one, name))
