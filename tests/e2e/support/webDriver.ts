/** WebKitGTK's small browser on a screen of its own, driven by W3C WebDriver: as much of it as a smoke needs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'

export interface Driven {
  goto(address: string): Promise<void>
  /** Types into the first element of a selector. */
  type(selector: string, text: string): Promise<void>
  /** Runs the body of a function in the page and answers what it returns. */
  run<T>(body: string, ...args: unknown[]): Promise<T>
  stop(): Promise<void>
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const START_MS = 20_000

/** @param paths of the driver and of Xvfb */
export async function driveWebKit(paths: { driver: string; screen: string }): Promise<Driven> {
  const screen = spawn(paths.screen, ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = `:${await firstLine(screen.stdio[3] as Readable)}`
  const port = await freePort()
  const driver = spawn(paths.driver, ['-p', String(port)], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display },
  })
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: Record<string, string> | null }
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value
  }
  const end = () => {
    for (const child of [driver, screen] as ChildProcess[]) child.kill()
  }
  try {
    await listening(port)
    const session = await call('POST', '/session', { capabilities: { alwaysMatch: {} } })
    const base = `/session/${session?.sessionId}`
    return {
      async goto(url) {
        await call('POST', `${base}/url`, { url })
      },
      async type(selector, text) {
        const found = await call('POST', `${base}/element`, { using: 'css selector', value: selector })
        await call('POST', `${base}/element/${found?.[ELEMENT]}/value`, { text })
      },
      run: async <T>(script: string, ...args: unknown[]) =>
        (await call('POST', `${base}/execute/sync`, { script, args })) as T,
      async stop() {
        await call('DELETE', base).catch(() => {})
        end()
      },
    }
  } catch (error) {
    end()
    throw error
  }
}

async function firstLine(from: Readable): Promise<string> {
  let text = ''
  for await (const piece of from) {
    text += piece
    if (text.includes('\n')) return text.trim()
  }
  throw new Error('no screen')
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const { port } = probe.address() as { port: number }
  await new Promise((done) => probe.close(done))
  return port
}

async function listening(port: number): Promise<void> {
  for (const end = Date.now() + START_MS; ; await new Promise((done) => setTimeout(done, 100)))
    try {
      await fetch(`http://127.0.0.1:${port}/status`)
      return
    } catch (error) {
      if (Date.now() > end) throw error
    }
}
