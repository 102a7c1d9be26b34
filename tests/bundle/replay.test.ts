// `npm run replay` as built: an expression that would take all there is ends what asks it, and not the command.
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as waiting } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { logLines, packed } from '../replay/log.ts'

// Processes are started and filled; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'replay-built-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'log.jsonl.gz')
writeFileSync(file, packed(logLines()))

/**
 * @param memory MB that Node may use
 * @param begun given the process, which leads a group of its own as that of a terminal
 */
async function run(args: readonly string[], memory = 160, begun?: (child: ChildProcessWithoutNullStreams) => unknown) {
  const command = [`--max-old-space-size=${memory}`, 'dist/server/replay.js', ...args]
  const child = spawn(process.execPath, command, { env: { ...process.env, NODE_OPTIONS: '' }, detached: true })
  begun?.(child)
  let [said, noted] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    noted += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said, noted }
}

/** Ctrl+C, as a terminal tells it. */
const press = ({ pid, exitCode }: ChildProcessWithoutNullStreams) => {
  if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGINT')
}

describe('the built command', () => {
  it('answers as it does within this process', async () => {
    const { code, said, noted } = await run([file, '--bisect', 'state.player.volume > 50'])
    expect(said).toContain('true        after event 5 for the first time')
    expect([code, noted]).toEqual([1, ''])
    expect(await run([])).toMatchObject({ code: 2, said: '', noted: expect.stringContaining('which FILE?') })
  })

  it.each([
    [
      'keeps what it makes',
      '(() => { const kept = []; for (;;) kept.push({ kept: new Array(1000).fill(kept.length) }) })()',
    ],
    [
      'doubles a text',
      `(() => { let text = 'x'; const kept = []; for (;;) kept.push(text = text.repeat(2).slice(0, 2 ** 22) + kept.length) })()`,
    ],
    ['asks for one large list', '(() => { const kept = []; for (;;) kept.push(new Array(2 ** 24).fill(0)) })()'],
    ['keeps a little after every event', '(globalThis.kept ??= []).push(new Array(2 ** 22).fill(1.5)) < 0'],
  ])('says of an expression that %s that it takes too much memory', async (_, expression) => {
    // So little that it is used up long before the time an expression may take, on a slow machine as well.
    const { code, said, noted } = await run([file, '--until', expression, '--json'], 64)
    expect(noted).toMatch(/^the expression cannot be run: it takes more memory than Node may use, \d+ MB\n$/)
    expect(JSON.parse(said)).toEqual({ error: noted.trim(), exit: 2 })
    expect(code).toBe(2)
  })

  it('ends an expression that stays where no time limit reaches', async () => {
    const { code, noted } = await run([file, '--until', '[].indexOf.call({ length: 2 ** 53 - 1 }, 1) === 0'])
    expect(noted).toMatch(/^the expression cannot be run: .*takes longer than \d+ s/)
    expect(code).toBe(2)
  })
  it('says at Ctrl+C how far it had come, which all it started are told of, some of them more than once', async () => {
    const pipe = join(folder, 'pipe.jsonl')
    execFileSync('mkfifo', [pipe])
    const { code, noted } = await run([pipe, '--check'], 160, async (child) => {
      // Opened once the log is being read.
      const log = await open(pipe, 'w')
      press(child)
      // npm, and the script it starts, pass it on as well.
      for (const _ of [1, 2]) {
        await waiting(20)
        child.kill('SIGINT')
      }
      await waiting(300)
      await log.writeFile(`${logLines().join('\n')}\n`)
      await log.close()
    })
    expect(noted).toMatch(/^stopped while reading .*, 6 events, \d+ %\n$/)
    expect(code).toBe(130)
  })

  it('ends at once when it is pressed again, whatever it waits for', async () => {
    const pipe = join(folder, 'endless.jsonl')
    execFileSync('mkfifo', [pipe])
    let presses = 0
    const { code, said, noted } = await run([pipe, '--check', '--json'], 160, async (child) => {
      const log = await open(pipe, 'w')
      for (; child.exitCode === null; await waiting(500)) {
        press(child)
        presses++
      }
      await log.close()
    })
    expect(presses).toBeGreaterThan(1)
    expect([code, noted, JSON.parse(said)]).toEqual([130, 'stopped\n', { error: 'stopped', exit: 130 }])
  })
})
