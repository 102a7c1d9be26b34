import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EmbeddedDatabaseGone } from './sqlRunner.ts'
import { openThread } from './threadRunner.ts'

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

const opened = async (patience?: (text: string) => number | null) => {
  const gone: Error[] = []
  return { gone, runner: await openThread(script, folder, (reason) => gone.push(reason), patience) }
}

it('H-354 a thread that never answers again is ended, and what runs it hears why', async () => {
  const { runner, gone } = await opened(() => 60)
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
  const { runner, gone } = await opened((text) => (text === 'later' ? null : 60_000))
  expect((await runner.query('select 1', [])).rows).toEqual([{ text: 'select 1' }])
  expect((await runner.query('later', [])).rows).toEqual([{ text: 'later' }])
  await runner.close()
  expect(gone).toEqual([])
})
