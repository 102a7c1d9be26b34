/**
 * Slows down guessers: failed sign-ins are counted per account and network address, and per address
 * alone. Somebody else's failures from elsewhere never keep an owner out, and a success counts nothing.
 */
export interface GuessLimit {
  /** @returns seconds to wait before the next try, 0 when it may be made now */
  waitSeconds(account: string, address: string): number
  failed(account: string, address: string): void
  succeeded(account: string, address: string): void
  /** Forgets everything. Test controls only. */
  clear(): void
}

const WINDOW_MS = 60_000
const PER_ACCOUNT = 30
const PER_ADDRESS = 120
const REMEMBERED_MAX = 50_000

/** @param now ms, any origin */
export function createGuessLimit(now: () => number): GuessLimit {
  const failures = new Map<string, number[]>()
  const recent = (key: string): number[] => {
    const kept = (failures.get(key) ?? []).filter((at) => now() - at < WINDOW_MS)
    if (kept.length === 0) failures.delete(key)
    else failures.set(key, kept)
    return kept
  }
  const add = (key: string) => {
    if (failures.size >= REMEMBERED_MAX) for (const known of failures.keys()) recent(known)
    // Still full: a flood of invented accounts. Forget the oldest rather than grow.
    if (failures.size >= REMEMBERED_MAX) failures.delete(failures.keys().next().value ?? '')
    failures.set(key, [...recent(key), now()].slice(-PER_ADDRESS))
  }
  const both = (account: string, address: string) => `${account}\n${address}`
  const wait = (times: number[], limit: number): number => {
    const oldest = times.at(-limit)
    return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + WINDOW_MS - now()) / 1000))
  }
  return {
    waitSeconds: (account, address) =>
      Math.max(wait(recent(both(account, address)), PER_ACCOUNT), wait(recent(`\n${address}`), PER_ADDRESS)),
    failed(account, address) {
      add(both(account, address))
      add(`\n${address}`)
    },
    succeeded: (account, address) => {
      failures.delete(both(account, address))
    },
    clear: () => failures.clear(),
  }
}
