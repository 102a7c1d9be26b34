/**
 * Scripts that come after the first screen: loaded while the page rests or when they are about to be needed, used in
 * the same render when they are here, and asked for again when they did not come.
 */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { startTransition, useEffect, useState } from 'react'
import { FilesAway } from './lateFiles.ts'
import { tryAgain } from './tryAgain.ts'
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
}

/** @param fetch the dynamic import */
export function script<M extends object>(fetch: () => Promise<M>): Script<M> {
  const here = signal<M | null>(null)
  let coming: Promise<M> | null = null
  const begin = async () => {
    try {
      const module = await fetch()
      here.value = module
      return module
    } catch (error) {
      coming = null
      throw error
    }
  }
  const load = () => {
    coming ??= begin()
    return coming
  }
  return { here, load, want: () => void load().catch(() => {}) }
}

/**
 * Whether only another page can have this script: there is a newer version by now, or this page remembers a failure. It is
 * not worth the song that plays while there is no server.
 * @param error why it could not be loaded
 */
export async function needsNewPage(error: unknown): Promise<boolean> {
  if (error instanceof FilesAway) return false
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/**
 * Loads a script without which the page stands but is not whole. One that does not come is asked for again for as long as
 * that lasts; one that is gone with its build is never had here, so the page begins anew (H-364).
 * @param quiet settles when nothing is lost with the page
 */
export function comeLate<M>(late: Script<M>, quiet: () => Promise<void>, beginAnew: () => void): Promise<M> {
  return late.load().catch(async (error: unknown) => {
    if (await needsNewPage(error)) void quiet().then(beginAnew)
    return new Promise<M>((come) => void tryAgain(() => late.load().then(come)))
  })
}

/** What may be said of a script while it is not here: on its way, failed, or on its way again after that. */
export type ScriptStatus = 'loading' | 'failed' | 'again'

export interface UsedScript<M> {
  readonly module: M | null
  readonly status: ScriptStatus
  retry(): void
}

/** Loads a script from the first render on, and while it does not come tries again by itself. */
export function useScript<M>(used: Script<M>): UsedScript<M> {
  const module = useSignalValue(used.here)
  const [status, setStatus] = useState<ScriptStatus>('loading')
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (used.here.peek() !== null) return
    let gone = false
    let stop = () => {}
    setStatus(round === 0 ? 'loading' : 'again')
    used.load().catch(async (error: unknown) => {
      if (round > 0 && (await needsNewPage(error))) return location.reload()
      if (gone) return
      setStatus('failed')
      stop = tryAgain(used.load)
    })
    return () => {
      gone = true
      stop()
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
