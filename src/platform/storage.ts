// Small texts the browser keeps: local storage for the device, session storage for this tab. Refusal costs the memory, nothing more.

/** What stands under a key, or null when there is nothing or storage refuses. */
export function readText(store: 'local' | 'tab', key: string): string | null {
  try {
    return area(store).getItem(key)
  } catch {
    return null
  }
}

/** Writes a text, or removes it with null. */
export function writeText(store: 'local' | 'tab', key: string, text: string | null): void {
  try {
    if (text === null) area(store).removeItem(key)
    else area(store).setItem(key, text)
  } catch {
    // Private windows and full storage refuse: it is asked again at the next visit.
  }
}

/** Wall clock in ms. */
export function wallClock(): number {
  return Date.now()
}

/** Whether this page was loaded again or come back to, rather than entered. */
export function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate'
}

function area(store: 'local' | 'tab'): Storage {
  return store === 'local' ? localStorage : sessionStorage
}
