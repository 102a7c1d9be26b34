/**
 * Resolves in a task of its own: what waits on this thread comes first. A message, for a timer is held back in a page
 * that nobody looks at, and after others.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
