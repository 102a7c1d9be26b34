/**
 * Chromium that nobody looks into. Playwright has the browser tell of the network, for which the browser keeps a copy of
 * what a page receives (60 to 80 MB beside six files, measured) and reports each piece: no part of what people have.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { kill } from 'node:process'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { needChromium } from '../../../scripts/chromium.mjs'
import { BARE_ARGUMENTS, speak } from '../bareChromium.ts'
import { dropOf, makePlace, type Opened } from './browser.ts'
import { commandOf, familyOf, rootOf } from './processTree.ts'

const START_DEADLINE_MS = 30_000
/**
 * A browser that has not yet noticed that a process is dead may give it to the next page, of which nothing is heard then:
 * how often and how long another one is tried.
 */
const REOPENINGS = 4
const REOPEN_DEADLINE_MS = 10_000

export interface BareBrowser extends Omit<Opened, 'page'> {
  /** What an expression in the page comes to, awaited. @throws Error with what the page threw */
  evaluate<T>(expression: string): Promise<T>
  /** Kills the process of the page, and opens its address in another. */
  crash(): Promise<void>
}

/**
 * Opens a page.
 * @param ready an expression that is true once the page can be used
 * @param more arguments of the browser beyond those it always has
 */
export async function openBareBrowser(url: string, ready: string, more: readonly string[] = []): Promise<BareBrowser> {
  const { profile, folder, remove } = await makePlace(url)
  const process = spawn(needChromium(), [...BARE_ARGUMENTS, ...more, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const call = speak(process.stdio[3] as Writable, process.stdio[4] as Readable)
  const { targetInfos } = await call<{ targetInfos: { type: string; targetId: string }[] }>('Target.getTargets')
  const targetId = targetInfos.find(({ type }) => type === 'page')?.targetId
  let page = await attached(targetId)

  async function attached(targetId: string | undefined): Promise<{ targetId: string | undefined; sessionId: string }> {
    const { sessionId } = await call<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
    return { targetId, sessionId }
  }

  async function evaluate<T>(expression: string): Promise<T> {
    const wanted = { expression, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails } = await call<{
      result: { value: T }
      exceptionDetails?: { text: string; exception?: { description?: string } }
    }>('Runtime.evaluate', wanted, page.sessionId)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  async function open(): Promise<void> {
    await call('Page.navigate', { url }, page.sessionId)
    for (
      const until = performance.now() + START_DEADLINE_MS;
      !(await evaluate(ready).catch(() => false));
      await pause(50)
    )
      if (performance.now() > until) throw new Error(`${url} was not ready in time`)
  }

  async function reopen(): Promise<void> {
    const { targetId } = await call<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
    page = await attached(targetId)
    await open()
  }

  await call('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder })
  await open()
  return {
    profile,
    folder,
    evaluate,
    async crash() {
      const pages = renderersOf(profile)
      if (pages.length === 0) throw new Error('the process of the page was not found')
      for (const pid of pages) kill(pid, 'SIGKILL')
      while (pages.some(isAlive)) await pause(5)
      for (let left = REOPENINGS; ; left--) {
        const gone = page.targetId
        try {
          await inTime(reopen(), REOPEN_DEADLINE_MS)
          return void call('Target.closeTarget', { targetId: gone }).catch(() => {})
        } catch (error) {
          if (left === 0) throw error
        }
      }
    },
    async dropFolder() {
      for (const event of dropOf(folder)) await call('Input.dispatchDragEvent', event, page.sessionId)
    },
    async close() {
      const ended = once(process, 'exit')
      await call('Browser.close').catch(() => {})
      await ended
      await remove()
    },
  }
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = new AbortController()
  const ended = pause(ms, undefined, { signal: late.signal }).then(() => {
    throw new Error(`nothing came of it in ${ms} ms`)
  })
  ended.catch(() => {})
  try {
    return await Promise.race([work, ended])
  } finally {
    late.abort()
  }
}

/** Processes of pages and their workers. */
function renderersOf(profile: string): number[] {
  const root = rootOf(profile)
  return root === null ? [] : [...familyOf(root).keys()].filter((pid) => commandOf(pid).includes('--type=renderer'))
}

const isAlive = (pid: number) => commandOf(pid) !== ''
