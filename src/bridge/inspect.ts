// The way from the state worker to an inspector: a port of its own, so that what happens does not go through the mirror.
import { transfer } from 'comlink'
import type { FromInspected } from '#core/contracts/inspect.ts'
import type { Bridge } from './start.ts'

/** Begins to hear what happens. @returns ends it */
export async function inspect(
  { state }: Pick<Bridge, 'state'>,
  heard: (message: FromInspected) => void,
): Promise<() => void> {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }: MessageEvent<FromInspected>) => heard(data)
  await state.inspect(transfer(port2, [port2]))
  return () => {
    port1.onmessage = null
    port1.postMessage(null)
    port1.close()
  }
}
