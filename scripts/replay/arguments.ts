// The command line, told apart.

/** What shall be done with a log. */
export type Task =
  | { readonly kind: 'summary' | 'check' }
  | { readonly kind: 'events'; readonly filter: string }
  | { readonly kind: 'at'; readonly seq: number }
  | { readonly kind: 'state' }
  | { readonly kind: 'until' | 'bisect' | 'minimise'; readonly expression: string }
  | { readonly kind: 'touching'; readonly changed: string }
  | { readonly kind: 'diff'; readonly from: number; readonly to: number }
  | { readonly kind: 'part'; readonly other: string }

export interface Options {
  readonly file: string
  readonly task: Task
  /** Path into the state, to be told of the event the task comes to. */
  readonly path: string | null
  readonly out: string | null
  readonly test: string | null
  readonly personal: boolean
  readonly json: boolean
}

/** The command line cannot be understood; says why. */
export class UsageError extends Error {
  override name = 'UsageError'
}

const VALUES: Readonly<Record<string, number>> = {
  '--at': 1, '--state': 1, '--until': 1, '--bisect': 1, '--minimise': 1, '--touching': 1, '--diff': 2, '--out': 1, '--test': 1,
} // biome-ignore format: a table
const FLAGS: readonly string[] = ['--check', '--json', '--personal', '--events', '--help']
const TASKS: readonly string[] = [
  '--at',
  '--until',
  '--bisect',
  '--minimise',
  '--touching',
  '--diff',
  '--check',
  '--events',
]

/**
 * @param args without node and script
 * @returns 'help' when that is asked for
 * @throws UsageError
 */
export function parseArguments(args: readonly string[]): Options | 'help' {
  const { files, given, filter } = gather(args)
  if (given.has('--help')) return 'help'
  const tasks = TASKS.filter((name) => given.has(name))
  if (tasks.length > 1) throw new UsageError(`${tasks.join(' and ')} do not go together`)
  const diff = given.get('--diff')
  const [file, ...more] = diff && files.length === 0 ? [diff[0]] : files
  if (file === undefined) throw new UsageError('which FILE?')
  if (more.length > 0) throw new UsageError('one FILE, please; two are compared by --diff')
  const task = taskOf(tasks[0], given, filter, files.length)
  const test = given.get('--test')?.[0] ?? null
  const isLooking = 'expression' in task
  if (test !== null && !isLooking) throw new UsageError('--test needs --until, --bisect or --minimise')
  if (test !== null && !/^[A-Za-z][\w-]{0,80}$/.test(test))
    throw new UsageError('--test needs a NAME of letters, digits, - and _')
  if (given.has('--out') && task.kind !== 'minimise') throw new UsageError('--out needs --minimise')
  if (given.has('--personal') && test === null && !given.has('--out'))
    throw new UsageError('--personal needs --test or --out')
  const path = given.get('--state')?.[0] ?? null
  if (path !== null && !['at', 'state', 'until', 'bisect'].includes(task.kind))
    throw new UsageError(`--state does not go with ${tasks[0]}`)
  const [out = null] = given.get('--out') ?? []
  return { file, task, path, out, test, personal: given.has('--personal'), json: given.has('--json') }
}

interface Given {
  readonly files: readonly string[]
  readonly given: ReadonlyMap<string, readonly string[]>
  readonly filter: string
}

function gather(args: readonly string[]): Given {
  const files: string[] = []
  const given = new Map<string, readonly string[]>()
  let filter = ''
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const values = VALUES[arg] ?? 0
    if (!arg.startsWith('--')) files.push(arg)
    else if (given.has(arg)) throw new UsageError(`${arg} stands twice`)
    else if (values > 0) {
      const own = args.slice(at + 1, at + 1 + values)
      if (own.length < values) throw new UsageError(`${arg} needs ${values === 1 ? 'a value' : `${values} values`}`)
      given.set(arg, own)
      at += values
    } else if (FLAGS.includes(arg)) {
      given.set(arg, [])
      // The filter may be left out, so it is taken only behind the file.
      const next = args[at + 1]
      if (arg === '--events' && files.length > 0 && next !== undefined && !next.startsWith('--')) {
        filter = next
        at++
      }
    } else throw new UsageError(`unknown option ${arg}`)
  }
  return { files, given, filter }
}

function taskOf(name: string | undefined, given: Given['given'], filter: string, files: number): Task {
  const [first = '', second = ''] = name === undefined ? [] : (given.get(name) ?? [])
  switch (name) {
    case '--check':
      return { kind: 'check' }
    case '--events':
      return { kind: 'events', filter }
    case '--at':
      return { kind: 'at', seq: numberOf(first, name) }
    case '--until':
    case '--bisect':
    case '--minimise':
      return { kind: name === '--until' ? 'until' : name === '--bisect' ? 'bisect' : 'minimise', expression: first }
    case '--touching':
      return { kind: 'touching', changed: first }
    case '--diff':
      if (files === 0) return { kind: 'part', other: second }
      return { kind: 'diff', from: numberOf(first, name), to: numberOf(second, name) }
    default:
      return given.has('--state') ? { kind: 'state' } : { kind: 'summary' }
  }
}

function numberOf(text: string, name: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`${name} needs a sequence number, not "${text}"`)
  return Number(text)
}
