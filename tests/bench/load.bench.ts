/**
 * `npm run bench -- load [--quick] [--rounds=3] [--verbose]`: what a person sees first, and when. Each round is a profile
 * of its own: the form to sign in with nothing kept, the gallery loaded again, and the gallery with nothing kept; over a
 * slow line with a slow processor (10 Mbit/s, 40 ms, main thread 4x slower; workers cannot be slowed) and as this machine
 * is. The server is the built product with its demo. Ends with an error when a must is missed.
 */
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { needChromium } from '../../scripts/chromium.mjs'
import type { Stage } from './check/stage.ts'
import { chromiumVersion } from './downloads/browser.ts'
import { openLine } from './load/line.ts'
import { PRESETS, type Visit, visit } from './load/visit.ts'
import { buildProduct, startProduct } from './press/product.ts'
import { atMost, type Figure, figureOfRounds } from './table/figure.ts'
import { commit, report } from './table/report.ts'

type PresetName = keyof typeof PRESETS

interface Row {
  readonly what: string
  readonly presets: readonly PresetName[]
  readonly unit: string
  readonly of: (visit: Visit) => number
  /** None: printed to be known. */
  readonly must?: Partial<Record<PresetName, number>>
}

const ROUNDS = 3
const CHECK_AFTER_MS = 500
const BOTH: readonly PresetName[] = ['slow', 'desktop']
const both = (must: number) => ({ slow: must, desktop: must })
const kB = (bytes: number) => bytes / 1000
/** What never came was not measured. */
const time = (ms: number | null) => ms ?? Number.NaN

const ROWS: readonly Row[] = [
  {
    what: 'sign-in: bytes but pictures',
    unit: 'kB',
    presets: ['slow'],
    must: { slow: 300 },
    of: ({ signIn }) => kB(signIn.bytes),
  },
  {
    what: 'gallery: bytes but pictures',
    unit: 'kB',
    presets: ['slow'],
    must: { slow: 420 },
    of: ({ anew }) => kB(anew.bytes),
  },
  {
    what: 'sign-in: main-thread script, brotli',
    unit: 'kB',
    presets: ['slow'],
    must: { slow: 165 },
    of: ({ signIn }) => kB(signIn.scriptBytes),
  },
  {
    what: 'gallery: main-thread script, brotli',
    unit: 'kB',
    presets: ['slow'],
    must: { slow: 180 },
    of: ({ anew }) => kB(anew.scriptBytes),
  },
  {
    what: 'sign-in: first paint',
    unit: 'ms',
    presets: BOTH,
    must: both(900),
    of: ({ signIn }) => time(signIn.seen.firstPaint),
  },
  {
    what: 'sign-in: form usable',
    unit: 'ms',
    presets: BOTH,
    must: both(1400),
    of: ({ signIn }) => time(signIn.seen.form),
  },
  { what: 'sign-in: a press is answered', unit: 'ms', presets: BOTH, of: ({ signIn }) => time(signIn.seen.answers) },
  {
    what: 'sign-in: largest paint',
    unit: 'ms',
    presets: BOTH,
    must: { slow: 2000, desktop: 1000 },
    of: ({ signIn }) => time(signIn.seen.largest),
  },
  {
    what: 'reload: first row of covers painted',
    unit: 'ms',
    presets: BOTH,
    must: both(1800),
    of: ({ again }) => time(again.seen.row),
  },
  {
    what: 'reload: largest paint',
    unit: 'ms',
    presets: BOTH,
    must: { slow: 2000, desktop: 1000 },
    of: ({ again }) => time(again.seen.largest),
  },
  {
    what: 'sign-in: total blocking time',
    unit: 'ms',
    presets: BOTH,
    must: both(150),
    of: ({ signIn }) => signIn.blocked,
  },
  { what: 'reload: total blocking time', unit: 'ms', presets: BOTH, must: both(150), of: ({ again }) => again.blocked },
  { what: 'sign-in: layout shift', unit: '', presets: BOTH, must: both(0.01), of: ({ signIn }) => signIn.seen.shift },
  { what: 'reload: layout shift', unit: '', presets: BOTH, must: both(0.01), of: ({ again }) => again.seen.shift },
  {
    what: 'nothing kept: first row of covers painted',
    unit: 'ms',
    presets: BOTH,
    of: ({ anew }) => time(anew.seen.row),
  },
  { what: 'nothing kept: layout shift', unit: '', presets: BOTH, of: ({ anew }) => anew.seen.shift },
  { what: 'reload: all covers in sight', unit: 'ms', presets: BOTH, of: ({ again }) => time(again.seen.covers) },
  { what: 'sign-in: requests until usable', unit: '', presets: ['slow'], of: ({ signIn }) => signIn.requests },
  { what: 'sign-in: wall of covers', unit: 'kB', presets: ['slow'], of: ({ signIn }) => kB(signIn.pictureBytes) },
  {
    what: 'sign-in: fetched ahead afterwards',
    unit: 'kB',
    presets: ['slow'],
    of: ({ signIn }) => kB(signIn.aheadBytes),
  },
  { what: 'gallery: covers', unit: 'kB', presets: ['slow'], of: ({ anew }) => kB(anew.pictureBytes) },
]

export async function run(args: readonly string[]): Promise<void> {
  const root = process.cwd()
  const quick = args.includes('--quick')
  const rounds = Number(args.find((arg) => arg.startsWith('--rounds='))?.split('=')[1] ?? (quick ? 1 : ROUNDS))
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1')
  buildProduct(root)
  const product = await startProduct(root, Number.POSITIVE_INFINITY)
  const line = await openLine(product.server)
  try {
    const path = needChromium()
    console.log(`load, commit ${commit()}, ${rounds} round${rounds === 1 ? ' (quick)' : 's'}, 1440 x 900, ${path}`)
    const visits: Record<PresetName, Visit[]> = { slow: [], desktop: [] }
    for (let round = 0; round < rounds; round++)
      for (const name of BOTH) {
        const one = await visit(root, path, line, PRESETS[name])
        visits[name].push(one)
        if (args.includes('--verbose')) console.log(JSON.stringify({ name, ...one }, null, 1))
      }
    const { largestOf } = visits.slow[0]?.signIn.seen ?? {}
    console.log(`largest at sign-in: ${largestOf}; in the gallery: ${visits.slow[0]?.again.seen.largestOf}`)
    report({
      bench: 'load',
      figures: figuresOf(visits, rounds < ROUNDS),
      peers: [await chromiumVersion()],
      leavesOut: [
        'of bytes: covers and the wall of covers, and what is fetched ahead once the screen stands (rows of their own)',
        'of main-thread script: scripts of workers, which are among the bytes',
        'workers run as fast as this machine: no browser lets them be slowed',
      ],
    })
  } finally {
    await line.close()
    await product.close()
  }
}

/** One visit in which every row comes to a figure, and scripts, pictures and bytes are counted. @throws Error when not */
export async function check({ root, product }: Stage): Promise<void> {
  const line = await openLine(product.server)
  try {
    const seen = await visit(root, needChromium(), line, PRESETS.desktop, CHECK_AFTER_MS)
    for (const { what, of } of ROWS) if (!Number.isFinite(of(seen))) throw new Error(`no figure: ${what}`)
    for (const { bytes, scriptBytes, requests } of [seen.signIn, seen.anew])
      if (scriptBytes === 0 || bytes <= scriptBytes || requests < 5)
        throw new Error(`${requests} requests, ${bytes} bytes, of which ${scriptBytes} scripts`)
  } finally {
    await line.close()
  }
}

function figuresOf(visits: Readonly<Record<PresetName, readonly Visit[]>>, shortened: boolean): Figure[] {
  return ROWS.flatMap(({ what, unit, presets, must, of }) =>
    presets.map((name) => {
      const limit = must?.[name]
      const measured = {
        what: `${what}, ${PRESETS[name].name}`,
        unit,
        must: limit === undefined ? undefined : atMost(limit),
        shortened,
      }
      return figureOfRounds(measured, visits[name].map(of))
    }),
  )
}
