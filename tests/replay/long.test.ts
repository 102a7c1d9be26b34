// What goes through all events of a log hears Ctrl+C on its way, and says what it found by then.
import { expect, it, vi } from 'vitest'
import { playerVolumeChanged } from '#core/events/player.ts'
import { recordedLog } from '#tests/support/recordedLog.ts'
import { list } from '../../scripts/replay/list.ts'
import { part } from '../../scripts/replay/part.ts'
import { type Io, Stopped } from '../../scripts/replay/running.ts'

const log = recordedLog(
  Array.from({ length: 60_000 }, (_, at) => playerVolumeChanged({ volume: at % 101 })),
  60_000,
)

function io(fields: Partial<Io> = {}): Io & { readonly said: string[] } {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  return { say, note: () => {}, isTerminal: false, isStopped: () => false, asking: () => {}, limit: 5000, root: '', said, ...fields } // biome-ignore format: one line
}

it('a list of events is said line by line, up to where it was stopped', async () => {
  const stopped = io({ isStopped: () => true })
  await expect(list(stopped, log, '', false)).rejects.toThrow(Stopped)
  expect(stopped.said.length).toBeGreaterThan(0)
  expect(stopped.said.length).toBeLessThan(60_000)
  const filtered = io()
  expect(await list(filtered, log, 'volume":77}', false)).toMatchObject({ lines: [], value: { of: 60_000 } })
  expect(filtered.said).toHaveLength(594)
  const whole = io()
  expect(await list(whole, log, 'volume":77}', true)).toMatchObject({ value: { events: { length: 594 } } })
  expect(whole.said).toEqual([])
})

it('two logs are compared until somebody stops that', async () => {
  // Each look at the clock is a slice.
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 50))
  let asked = 0
  await expect(part(io({ isStopped: () => asked++ > 5 }), log, log)).rejects.toThrow(
    /^stopped while comparing, at event/,
  )
  clock.mockRestore()
})
