/**
 * Scripts that come after the first screen: loaded while the page rests or when they are about to be needed, used in
 * the same render when they are here, and asked for again when they did not come.
 */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { startTransition, useEffect, useState } from 'react'
import { useSignalValue } from './useSignalValue.ts'

export interface Script<M> {
  /** What it exports; null until it is here. */
  readonly here: ReadonlySignal<M | null>
  /**
   * Loads it, once; after a failure the next call tries again.
   * @throws Error when it, something it imports or its styles could not be loaded
   */
  load(): Promise<M>
  /** Loads it ahead of need. A failure is left to whoever comes to need it. */
  want(): void
  /** Where it lies; null where the bundler leaves no address. */
  readonly address: string | null
}

/** @param fetch the dynamic import */
export function script<M extends object>(fetch: () => Promise<M>): Script<M> {
  const here = signal<M | null>(null)
  let coming: Promise<M> | null = null
  let hasFailed = false
  const { address, isAlone } = sourceOf(fetch)
  const begin = async () => {
    // Where the build draws ahead there is none.
    globalThis.document?.addEventListener('error', noteStyles, true)
    try {
      await restoreStyles()
      const module = await (hasFailed && address !== null && isAlone ? fetchAgain<M>(address) : fetch())
      here.value = module
      return module
    } catch (error) {
      hasFailed = true
      coming = null
      throw error
    }
  }
  const load = () => {
    coming ??= begin()
    return coming
  }
  return { here, load, want: () => void load().catch(() => {}), address }
}

/**
 * What the source of an import says, as the bundler leaves it: its address, and whether the module is alone there.
 * Of a file that holds several it picks one under a name nobody else knows.
 */
function sourceOf(fetch: () => unknown): { address: string | null; isAlone: boolean } {
  const [, , address, picked] = /\bimport\(\s*(["'`])([^"'`]+)\1\s*\)(\s*\.then\()?/.exec(String(fetch)) ?? []
  return {
    address: address === undefined ? null : new URL(address, import.meta.url).href,
    isAlone: picked === undefined,
  }
}

let rounds = 0

/**
 * Asks anew for a script that did not come. The module map of a page remembers a failure under its address (HTML
 * standard, "fetch a single module script"), and browsers then fail at once: another address is asked for again.
 */
function fetchAgain<M>(address: string): Promise<M> {
  rounds += 1
  return import(/* @vite-ignore */ `${address}?again=${rounds}`) as Promise<M>
}

/** Whether there is a server that says something about this address. */
function answers(address: string | null): Promise<boolean> {
  const asked = address === null ? Promise.reject() : fetch(address, { cache: 'no-store' })
  return asked.then(
    () => true,
    () => false,
  )
}

const failedStyles = new Set<HTMLLinkElement>()

function noteStyles({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
}

let restoring: Promise<void> | null = null

/**
 * A style sheet that failed is not asked for again by the imports that name it, and what they bring would stand there
 * without its styles: before anything else is loaded those are asked for, whichever script they failed for.
 * @throws Error when one fails again
 */
function restoreStyles(): Promise<void> {
  if (restoring === null && failedStyles.size === 0) return Promise.resolve()
  restoring ??= Promise.allSettled([...failedStyles].map(restoreStyle)).then((ends) => {
    restoring = null
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  })
  return restoring
}

function restoreStyle(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const again = document.createElement('link')
    again.rel = 'stylesheet'
    again.crossOrigin = link.crossOrigin
    again.href = link.href
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => reject(new Error(`no styles: ${link.href}`)))
    link.replaceWith(again)
    failedStyles.delete(link)
  })
}

/** What may be said of a script while it is not here: on its way, failed, or on its way again after that. */
export type ScriptStatus = 'loading' | 'failed' | 'again'

export interface UsedScript<M> {
  readonly module: M | null
  readonly status: ScriptStatus
  retry(): void
}

/** Loads a script from the first render on. */
export function useScript<M>(used: Script<M>): UsedScript<M> {
  const module = useSignalValue(used.here)
  const [status, setStatus] = useState<ScriptStatus>('loading')
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (used.here.peek() !== null) return
    let gone = false
    setStatus(round === 0 ? 'loading' : 'again')
    used.load().catch(async () => {
      // The page remembers a failure that only a new page forgets, or there is a new version by now.
      if (round > 0 && (await answers(used.address))) return location.reload()
      if (!gone) setStatus('failed')
    })
    return () => {
      gone = true
    }
  }, [used, round])
  return { module, status, retry: () => setRound(round + 1) }
}

/** Whoever looks at the first screen has the line and the processor for so long after it stands. */
const AFTER_MS = 1000

let stood: Promise<unknown> = Promise.resolve()

/** Says when the first screen stands; where nobody does, it stands. @param first never fails */
export function comeAfter(first: Promise<unknown>): void {
  stood = first
}

/**
 * Loads a script once the first screen stands, and shows what it brings in slices: whoever types is heard meanwhile.
 * @returns what it exports; null until it is here
 */
export function useScriptSoon<M>(used: Script<M>): M | null {
  const [module, setModule] = useState(() => used.here.peek())
  useEffect(() => {
    let gone = false
    void stood.then(() => gone || used.want())
    const end = used.here.subscribe((here) => startTransition(() => setModule(() => here)))
    return () => {
      gone = true
      end()
    }
  }, [used])
  return module
}

/** Loads scripts one after the other while the page rests. @param scripts the same array in every render */
export function usePreload(scripts: readonly Script<unknown>[]): void {
  useEffect(() => {
    let gone = false
    const next = async () => {
      for (const one of scripts) {
        await rest()
        if (gone) return
        await one.load().catch(() => {})
      }
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    void stood.then(() => {
      if (!gone) timer = setTimeout(() => void next(), AFTER_MS)
    })
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [scripts])
}

/** Resolves when the page has nothing to do; WebKit does not say when, so there it is the next task. */
export function rest(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 5000 })
    else setTimeout(resolve)
  })
}
