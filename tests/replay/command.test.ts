import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { replayCommand } from '../../scripts/replay/command.ts'
import { logLines, packed } from './log.ts'

const folder = mkdtempSync(join(tmpdir(), 'replay-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(content: string | Uint8Array | readonly string[], ...options: string[]): { code: number; said: string } {
  const file = join(folder, 'log.jsonl.gz')
  writeFileSync(file, typeof content === 'string' || content instanceof Uint8Array ? content : packed(content))
  const lines: string[] = []
  const code = replayCommand([file, ...options], (line) => lines.push(line))
  return { code, said: lines.join('\n') }
}

/** The fifth event set the volume to 55; had it been 56, the recorded state would be another. */
const changed = () => logLines((line) => line.replace('"volume":55', '"volume":56'))

const swap = (lines: string[], number: number, by: (line: string) => string) =>
  lines.map((line, index) => (index === number - 1 ? by(line) : line))

describe('npm run replay', () => {
  it('replays a log and agrees with its checkpoints', () => {
    const { code, said } = run(logLines(), '--verify')
    expect(said).toContain('events      6 of 6')
    expect(said).toContain('checkpoints 2')
    expect(code).toBe(0)
  })

  it('prints the state hash of the last checkpoint', () => {
    const last = JSON.parse(logLines().at(-1) ?? '') as { state: string }
    expect(run(logLines()).said).toContain(`state       ${last.state}`)
  })

  it('reads a log that was unpacked', () => {
    expect(run(`${logLines().join('\n')}\n`).code).toBe(0)
  })

  it('finds the first checkpoint that differs, and says after which event to look', () => {
    const { code, said } = run(changed())
    expect(said).toMatch(/DIFFERENCE {2}at event 6: .* begin at 4/)
    expect(code).toBe(1)
  })

  it('stops after the event it is told', () => {
    const { code, said } = run(changed(), '--to', '4')
    expect(said).toContain('events      4 of 6')
    expect(code).toBe(0)
  })

  it('lists the events', () => {
    expect(run(logLines(), '--print').said).toMatch(
      / {5}4 {5}0\.300 s {2}person {4}player\.volumeChanged \{"volume":40\}/,
    )
  })

  it('does not verify a log whose end nobody vouches for', () => {
    const { code, said } = run(logLines().slice(0, -1), '--verify')
    expect(said).toContain('does not end with a checkpoint')
    expect(code).toBe(1)
  })

  // Line 1 is the header, 2 to 4 the first events, 5 a checkpoint.
  it.each([
    ['a payload that was changed', 2, (lines: string[]) => swap(lines, 4, (line) => line.replace('"/"', '7'))],
    ['an event that is missing', 2, (lines: string[]) => lines.toSpliced(2, 1)],
    ['a line that is no JSON', 4, (lines: string[]) => swap(lines, 4, (line) => line.slice(0, 7))],
  ])('names the line of %s', (_, number, spoil) => {
    const { code, said } = run(spoil(logLines()))
    expect(said).toContain(`cannot be replayed: line ${number}:`)
    expect(code).toBe(1)
  })

  it('refuses what is no log, naming the first line', () => {
    const { code, said } = run('hello\n')
    expect(said).toContain('cannot be replayed: line 1')
    expect(code).toBe(1)
  })

  it('refuses a torn file', () => {
    const { code, said } = run(packed(logLines()).slice(0, -20))
    expect(said).toContain('cannot be replayed')
    expect(code).toBe(1)
  })

  it('refuses a file that is not there and options it does not know', () => {
    const said: string[] = []
    expect(replayCommand([join(folder, 'gone')], (line) => said.push(line))).toBe(1)
    expect(replayCommand(['a', '--fast'], (line) => said.push(line))).toBe(1)
    expect(said.join('\n')).toContain('unknown option --fast')
  })
})
