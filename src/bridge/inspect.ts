// The way from the state worker to an inspector: a port of its own, so that what happens does not go through the mirror.
import { transfer } from 'comlink'
import type { FromInspected } from '#core/contracts/inspect.ts'
import type { Bridge } from './start.ts'

/** Begins to hear what happens, at once or as soon as the state worker says what happened before. @returns ends it */
export function inspect({ state }: Pick<Bridge, 'state'>, heard: (message: FromInspected) => void): () => void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }: MessageEvent<FromInspected>) => heard(data)
  // A dead one tells nothing: whoever looks on sees that of the worker itself.
  state.inspect(transfer(port2, [port2])).catch(() => undefined)
  return () => {
    port1.onmessage = null
    port1.postMessage(null)
    port1.close()
  }
}
