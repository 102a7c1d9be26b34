/**
 * `npm run bench -- events [--quick]`: what an event costs and what a log is worth. Each row runs in a process of its
 * own. The peer does the same to the same tables (`events/twin.test.ts` holds both equal), with a screen that looks on.
 */
import { execFileSync } from 'node:child_process'
import { type Figures, rows } from './events/rows.ts'

interface Must {
  readonly what: string
  readonly value: number
  readonly unit: string
  readonly must: number
  /** More is better. Default: less is */
  readonly atLeast?: boolean
}

export async function run(args: readonly string[]): Promise<void> {
  if (args[0] === 'row') {
    console.log(JSON.stringify(await rows[args[1] ?? '']?.(Number(args[2]))))
    return
  }
  // The thread that reads logs for the command.
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' })
  const quick = args.includes('--quick')
  const rounds = quick ? 1 : 3
  const many = quick ? 100_000 : 1_000_000
  const few = quick ? 20_000 : 100_000
  console.log(`events, commit ${commit()}, ${rounds} rounds, node ${process.version}${quick ? ', SHORTENED' : ''}`)
  const ours = median(rounds, () => row('ours', few))
  const theirs = median(rounds, () => row('toolkit', few))
  const long = median(rounds, () => row('ours', many))
  const kept = median(rounds, () => row('kept', few))
  const replayed = median(rounds, () => row('replay', many))
  const found = median(rounds, () => row('bisect', many))
  const least = median(rounds, () => row('minimise', 10_000))
  const exported = median(1, () => row('replay', few))
  const rate = (figures: Figures, count: number) => (count / at(figures, 'ms')) * 1000
  const us = (ms: number, count: number) => (ms * 1000) / count
  const table: Must[] = [
    { what: `reduce + publish against Redux Toolkit, ${few}`, value: at(theirs, 'ms') / at(ours, 'ms'), unit: 'x', must: 15, atLeast: true },
    { what: `the same at ${many}, share of that rate`, value: rate(long, many) / rate(ours, few), unit: '', must: 0.8, atLeast: true },
    { what: `replay of ${many} from one gzip file to a verified hash, Node`, value: at(replayed, 'ms'), unit: 'ms', must: 3 * (many / 1000) },
    { what: 'seek to any of them, p95, at most 50 snapshots', value: at(replayed, 'seekP95'), unit: 'ms', must: 100 },
    { what: 'kept event: encode + frame + hash', value: us(at(kept, 'encodeMs') + at(kept, 'frameMs') + at(kept, 'hashMs'), few), unit: 'us', must: 6 },
    { what: `${few} events exported`, value: at(exported, 'packedBytes') / 1e6, unit: 'MB', must: 2.5 * (few / 100_000) },
    { what: `first bad event of ${many} against plain replay`, value: at(found, 'ms') / at(found, 'plainMs'), unit: 'x', must: 2 },
    { what: '10000 events minimised to a handful', value: at(least, 'ms'), unit: 'ms', must: 5000 },
  ] // biome-ignore format: a table
  for (const { what, value, unit, must, atLeast } of table) {
    const met = atLeast ? value >= must : value <= must
    if (!met) process.exitCode = 1
    console.log(
      `${what.padEnd(72)} ${value.toFixed(2).padStart(9)} ${unit.padEnd(3)} must ${String(must).padStart(7)} ${met ? 'met' : 'MISSED'}`,
    )
  }
  console.log(
    `  Redux Toolkit ${Math.round(rate(theirs, few))} events/s (told ${at(theirs, 'told')}), ours ${Math.round(rate(ours, few))} (told ${at(ours, 'told')})`,
  )
  console.log(
    `  kept: encode ${us(at(kept, 'encodeMs'), few).toFixed(2)}, frame ${us(at(kept, 'frameMs'), few).toFixed(2)}, hash ${us(at(kept, 'hashMs'), few).toFixed(2)} us; replay: ${(at(replayed, 'textBytes') / many).toFixed(0)} B/event as text, ${(at(replayed, 'packedBytes') / many).toFixed(1)} packed; seek p50 ${at(replayed, 'seekP50').toFixed(1)} ms`,
  )
}

function row(name: string, count: number): Figures {
  const script = `import(${JSON.stringify(import.meta.url)}).then((bench) => bench.run(['row', '${name}', '${count}']))`
  const args = [
    '--expose-gc',
    '--max-old-space-size=6000',
    // As scripts/replay.mjs starts it.
    '--max-semi-space-size=128',
    '--input-type=module',
    '-e',
    script,
  ]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e8 })) as Figures
}

/** Of the figures of some rounds, each by itself. */
function median(rounds: number, once: () => Figures): Figures {
  const all = Array.from({ length: rounds }, once)
  const middle = (name: string) => all.map((one) => at(one, name)).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
  return Object.fromEntries(Object.keys(all[0] ?? {}).map((name) => [name, middle(name)]))
}

const at = (figures: Figures, name: string): number => figures[name] ?? Number.NaN

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
}
