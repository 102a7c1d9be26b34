/**
 * The tasks of a page's main thread while something is done, from the trace of the browser. Tasks alone are traced: the
 * timeline of the developer tools counts the heap after each listener, which takes longer than most listeners do.
 */
import type { Browser, Page } from 'playwright'

/** A task, in the trace. */
const TASK = 'ThreadControllerImpl::RunTask'
/** Whose tasks are nobody's: the browser gives memory back some seconds after a page stood in the background, 5 to 20 ms. */
const GIVES_BACK = 'base/allocator/partition_alloc_support.cc'
const COLLECTS = 'v8/src/heap/'

export interface Task {
  /** From its beginning to its end, ms: with what other threads took of the processor meanwhile. */
  readonly wall: number
  /** Processor time, ms: what another program takes meanwhile is not the page's. */
  readonly busy: number
  /** In it V8 collects garbage on its own. */
  readonly collects: boolean
}

interface Traced {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** us */
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string; readonly src_file?: string }
}

/** @throws Error when the trace holds no task of the page */
export async function tasksDuring(browser: Browser, page: Page, run: () => Promise<unknown>): Promise<Task[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await run()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: Traced[] }
  const main = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const tasks = traceEvents.filter(
    ({ name, pid, tid, args }) =>
      name === TASK && args?.src_file !== GIVES_BACK && main.some((one) => one.pid === pid && one.tid === tid),
  )
  if (tasks.length === 0) throw new Error('the trace holds no task of the main thread')
  return tasks.map(({ dur = 0, tdur = 0, args }) => ({
    wall: dur / 1000,
    busy: tdur / 1000,
    collects: args?.src_file?.startsWith(COLLECTS) ?? false,
  }))
}
