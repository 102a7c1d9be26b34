/** Resolves in a task of its own: what waits on this thread comes first. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
