/** Whether two values of JSON are the same; a field that is undefined is none. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (!isHolder(a) || !isHolder(b) || Array.isArray(a) !== Array.isArray(b)) return false
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => isEqual(one, b[at]))
  for (const key of Object.keys(a)) if (!isEqual(a[key], ownOf(b, key))) return false
  return lacksNone(a, b)
}

/** @returns `before` where `now` says the same, else `now` with all those parts of `before` in it that do */
export function keepEqual(before: unknown, now: unknown): unknown {
  if (before === now || !isHolder(before) || !isHolder(now)) return now
  if (Array.isArray(before) || Array.isArray(now)) return keepPlaces(before, now)
  let isSame = lacksNone(now, before)
  let kept = now
  for (const key of Object.keys(now)) {
    const was = ownOf(before, key)
    const part = keepEqual(was, now[key])
    isSame &&= part === was
    if (part === now[key]) continue
    if (kept === now) kept = { ...now }
    // An assignment to what is called as the prototype is would make it one.
    Object.defineProperty(kept, key, { value: part })
  }
  return isSame ? before : kept
}

/** A list that grew or shrank is another one: its places say nothing any more. */
function keepPlaces(before: unknown, now: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(now) || before.length !== now.length) return now
  const kept = now.map((value, at) => keepEqual(before[at], value))
  return kept.every((part, at) => part === before[at]) ? before : kept
}

const lacksNone = (of: Holder, all: Holder) =>
  Object.keys(all).every((key) => all[key] === undefined || ownOf(of, key) !== undefined)

export type Holder = Readonly<Record<string, unknown>>

export function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null
}

/** `__proto__` may be a key of JSON; read as a field it would be something else. */
export function ownOf(holder: Holder, key: string): unknown {
  return Object.hasOwn(holder, key) ? holder[key] : undefined
}
