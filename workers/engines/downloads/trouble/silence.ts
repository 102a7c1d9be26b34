// Work that is given up when nothing is heard of it: somebody else may do it then.
import type { Clock } from '../../../api/transport/clock.ts'
import { beforeDeadline } from '../../waiting.ts'
import { Trouble } from './trouble.ts'

export type Timers = Pick<Clock, 'setTimer' | 'clearTimer'>

/** Nobody answered. What was asked for may be right all the same, and is asked for elsewhere. */
export class Silent extends Trouble {
  override name = 'Silent'

  constructor(message: string) {
    super('storageSilent', message)
  }
}

/** Settles with `work`. @throws Silent after `ms` without an answer */
export function unlessSilent<T>(clock: Timers, ms: number, who: string, work: Promise<T>): Promise<T> {
  return beforeDeadline(clock, ms, work, () => new Silent(`${who} said nothing for ${ms} ms`))
}
