/** Name of the global function that probes call. */
export const REACHED = '__mutateReached'
