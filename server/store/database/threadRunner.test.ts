import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { disk } from '#tests/support/disk.ts'
import { EmbeddedDatabaseGone } from './sqlRunner.ts'
import { openThread, type Patience } from './threadRunner.ts'

const folder = mkdtempSync(join(tmpdir(), 'player-thread-'))
const script = pathToFileURL(join(folder, 'thread.mjs'))
/** A thread that does what a statement says: `hang` works on far longer than a test takes, `later` answers after a while. */
const THREAD = `import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ id, text, close }) => {
  for (const until = Date.now() + 20_000; text === 'hang' && Date.now() < until; );
  const answer = () => parentPort.postMessage({ id, answer: { rows: [{ text }], affectedRows: 0 } })
  if (text === 'later') setTimeout(answer, 300)
  else answer()
  if (close) parentPort.close()
})
parentPort.postMessage({ ready: true })
`
beforeAll(() => writeFileSync(script, THREAD))
afterAll(() => rmSync(folder, { recursive: true }))

const opened = async (patience?: (text: string) => Patience | null) => {
  const gone: Error[] = []
  return { gone, runner: await openThread(script, folder, (reason) => gone.push(reason), patience) }
}

it('H-354 a thread that never answers again is ended, and what runs it hears why', async () => {
  const { runner, gone } = await opened(() => ({ ms: 60 }))
  const asked = [runner.query('hang', []), runner.query('select 1', [])]
  for (const answer of asked)
    await expect(answer).rejects.toThrow('not answered for 60 ms: its disk is full, or it hangs')
  await expect(runner.query('select 2', [])).rejects.toBeInstanceOf(EmbeddedDatabaseGone)
  await runner.close()
  expect(gone.map(({ message }) => message)).toEqual([
    'the embedded database has not answered for 60 ms: its disk is full, or it hangs',
  ])
})

it('H-354 what may take its time is waited for', async () => {
  const { runner, gone } = await opened((text) => (text === 'later' ? null : { ms: 60_000 }))
  expect((await runner.query('select 1', [])).rows).toEqual([{ text: 'select 1' }])
  expect((await runner.query('later', [])).rows).toEqual([{ text: 'later' }])
  await runner.close()
  expect(gone).toEqual([])
})

it('H-354 what takes long is waited for as long as any other from when the disk was found without room', async ({
  skip,
}) => {
  const small = disk(folder, 20_000_000)
  if (!small) return skip('no disk can be made here')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    writeFileSync(script, THREAD)
    const { runner, gone } = await opened(() => ({ ms: 120, times: 10_000 }))
    const ended = expect(runner.query('hang', [])).rejects.toBeInstanceOf(EmbeddedDatabaseGone)
    const steps = async (many: number) => {
      for (let n = 0; n < many; n++) {
        vi.advanceTimersByTime(10)
        await statfs(folder)
      }
    }
    await steps(20)
    writeFileSync(join(folder, 'filler'), Buffer.alloc(10_000_000))
    await steps(6)
    expect(gone).toEqual([])
    await steps(12)
    await ended
    await runner.close()
  } finally {
    vi.useRealTimers()
    small.remove()
  }
})

it('H-354 what takes long is waited for longer, but not where the disk has no room', { tags: ['long'] }, async ({
  skip,
}) => {
  const small = disk(folder, 20_000_000)
  if (!small) return skip('no disk can be made here')
  try {
    writeFileSync(script, THREAD)
    const patience = () => ({ ms: 120, times: 10_000 })
    const patient = await opened(patience)
    expect((await patient.runner.query('later', [])).rows).toEqual([{ text: 'later' }])
    await patient.runner.close()
    writeFileSync(join(folder, 'filler'), Buffer.alloc(10_000_000))
    const { runner, gone } = await opened(patience)
    await expect(runner.query('hang', [])).rejects.toBeInstanceOf(EmbeddedDatabaseGone)
    expect(gone).toHaveLength(1)
    await runner.close()
  } finally {
    small.remove()
  }
})
