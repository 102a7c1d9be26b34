/** What nobody catches while `run` runs, and in the tasks it leaves behind: in a browser a worker is given up for it. */
export async function uncaught(run: () => Promise<void>): Promise<unknown[]> {
  const found: unknown[] = []
  const before = process.listeners('unhandledRejection')
  // The runner's own would fail the test.
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', (reason) => found.push(reason))
  try {
    await run()
  } finally {
    process.removeAllListeners('unhandledRejection')
    for (const listener of before) process.on('unhandledRejection', listener)
  }
  return found
}
