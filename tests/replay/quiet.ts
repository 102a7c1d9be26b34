import type { Io } from '../../scripts/replay/running.ts'

/** Nobody reads what a command says, and nobody stops it. */
export const quiet: Io = {
  say: () => {},
  note: () => {},
  isTerminal: false,
  isStopped: () => false,
  asking: () => {},
  limit: 500,
  root: '',
}
