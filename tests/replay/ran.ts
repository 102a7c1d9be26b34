/** Runs `npm run replay` in this process, as its entry does. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { replayCommand } from '../../scripts/replay/command.ts'
import { packed } from './log.ts'

export interface Ran {
  readonly code: number
  /** Its answer. */
  readonly said: string
  /** What it told besides: faults, progress. */
  readonly noted: string
}

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A project's folder that is empty, and goes with the tests. */
export function emptyRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'replay-'))
  mkdirSync(join(root, 'tests', 'replay'), { recursive: true })
  folders.push(root)
  return root
}

/** A file with a log, or with what is none. Lines are packed as the product packs them. */
export function fileOf(content: string | Uint8Array | readonly string[], root = emptyRoot()): string {
  const file = join(root, 'log.jsonl.gz')
  writeFileSync(file, typeof content === 'string' || content instanceof Uint8Array ? content : packed(content))
  return file
}

/** @param io what is otherwise than in a shell script */
export async function ran(
  args: readonly string[],
  io: { root?: string; isTerminal?: boolean; isStopped?: () => boolean; limit?: number } = {},
): Promise<Ran> {
  const said: string[] = []
  let noted = ''
  const code = await replayCommand(args, {
    say: (line) => said.push(line),
    note: (text) => {
      noted += text
    },
    isTerminal: io.isTerminal ?? false,
    isStopped: io.isStopped ?? (() => false),
    asking: () => {},
    limit: io.limit ?? 5000,
    root: io.root ?? emptyRoot(),
  })
  return { code, said: said.join('\n'), noted }
}
