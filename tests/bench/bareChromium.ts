/** Chromium without a test driver: what it is started with, and how it is spoken to. */
import type { Readable, Writable } from 'node:stream'

/** What a Chromium that nobody looks at is started with, and spoken to over its pipe. */
export const BARE_ARGUMENTS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-sync',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--disable-background-timer-throttling',
  '--password-store=basic',
  '--mute-audio',
  '--remote-debugging-pipe',
]

export type Call = <T = unknown>(method: string, params?: object, sessionId?: string) => Promise<T>

/** Calls of the browser's own protocol over its pipe: JSON, each followed by a zero byte. */
export function speak(to: Writable, from: Readable): Call {
  const waiting = new Map<number, { done: (result: never) => void; fail: (error: Error) => void }>()
  let last = 0
  let rest = ''
  from.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      const { id, result, error } = JSON.parse(message)
      const asked = waiting.get(id)
      waiting.delete(id)
      if (error) asked?.fail(new Error(error.message))
      else asked?.done(result as never)
    }
  })
  from.on('end', () => {
    for (const { fail } of waiting.values()) fail(new Error('the browser is gone'))
  })
  return (method, params = {}, sessionId) =>
    new Promise((done, fail) => {
      last += 1
      waiting.set(last, { done, fail })
      to.write(`${JSON.stringify({ id: last, method, params, ...(sessionId ? { sessionId } : {}) })}\0`)
    })
}
