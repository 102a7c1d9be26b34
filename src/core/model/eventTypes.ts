// What the name of an event's type says of it, wherever events are listed.

/** Endings of types that tell of something that went wrong. */
const FAILURE = /(failed|refused|lost|expired|unreachable)$/i
/** Types that tell of it in other words: a worker died, downloads stand still. */
const OTHERS: readonly string[] = ['app.workerRestarted', 'download.hindered']

const failures = new Map(OTHERS.map((type) => [type, true]))
/** More names than any log of ours has are not remembered. */
const REMEMBERED = 2000

/** Whether an event of this type tells of a failure. */
export function isFailure(type: string): boolean {
  const known = failures.get(type)
  if (known !== undefined) return known
  const fails = FAILURE.test(type)
  if (failures.size < REMEMBERED) failures.set(type, fails)
  return fails
}

/** `player` of `player.toggled`; a type without a dot, which no build of ours has, whole. */
export function domainOf(type: string): string {
  const dot = type.indexOf('.')
  return dot < 0 ? type : type.slice(0, dot)
}
