/**
 * Asks one question at a time and, when several come meanwhile, the newest alone: a playhead that is dragged asks a
 * hundred times a second, and whoever answers is never more than one answer behind.
 * @param failed told of an answer that did not come
 */
export function newest<A, R>(
  ask: (asked: A) => Promise<R>,
  answered: (answer: R, asked: A) => void,
  failed: (error: unknown, asked: A) => void = () => {},
): (asked: A) => void {
  let isAsking = false
  let next: { readonly asked: A } | null = null
  const begin = async (asked: A): Promise<void> => {
    isAsking = true
    try {
      answered(await ask(asked), asked)
    } catch (error) {
      failed(error, asked)
    }
    isAsking = false
    const waiting = next
    next = null
    if (waiting) void begin(waiting.asked)
  }
  return (asked) => {
    if (isAsking) next = { asked }
    else void begin(asked)
  }
}
