/**
 * A worker that begins later than the page speaks with it: until then what it is sent, ports and all, waits in line. So
 * nobody needs to know which workers the first screen has given the line and the processor to itself.
 */

/** What the bridge uses of a worker, and what Comlink does. */
export type LateWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'removeEventListener' | 'terminate'> & {
  /** Not there: it has. One that has not answers nothing, however long, and is well. */
  readonly hasBegun?: boolean
}

/**
 * @param make starts the worker
 * @param when settles when it may begin; null: at once
 */
export function lateWorker(make: () => Worker, when: Promise<unknown> | null): LateWorker {
  if (when === null) return make()
  let worker: Worker | null = null
  let isOver = false
  /** What was asked of the worker, in order. */
  let asked: ((worker: Worker) => void)[] = []
  const ask = (what: (worker: Worker) => void) => {
    if (worker) what(worker)
    else asked.push(what)
  }
  const begin = () => {
    if (isOver || worker) return
    worker = make()
    for (const what of asked) what(worker)
    asked = []
  }
  void when.then(begin, begin)
  return {
    get hasBegun() {
      return worker !== null
    },
    postMessage: (message: unknown, transfer?: Transferable[] | StructuredSerializeOptions) =>
      ask((to) => to.postMessage(message, transfer as Transferable[])),
    addEventListener: (...args: Parameters<Worker['addEventListener']>) => ask((to) => to.addEventListener(...args)),
    removeEventListener: (...args: Parameters<Worker['removeEventListener']>) =>
      ask((to) => to.removeEventListener(...args)),
    terminate() {
      isOver = true
      asked = []
      worker?.terminate()
    },
  }
}
