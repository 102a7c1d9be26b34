import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { history } from '#tests/support/histories.ts'
import { finished, recordedLog } from '#tests/support/recordedLog.ts'
import { appNavigated } from '../../events/app.ts'
import type { AppEvent } from '../../events/index.ts'
import { playerMuteToggled, playerVolumeChanged } from '../../events/player.ts'
import { searchCommitted } from '../../events/search.ts'
import { settingSidebarToggled } from '../../events/settings.ts'
import { reduce } from '../../reducers/root.ts'
import type { Store } from '../../reducers/store.ts'
import { Timeline } from '../timeline.ts'
import { bisect, type IsBad } from './bisect.ts'
import { logOf, minimise } from './minimise.ts'

/** Muting forgets the volume it had, if the sidebar is closed. */
function spoilt(state: Store, event: AppEvent): void {
  reduce(state, event)
  if (event.type === 'player.muteToggled' && !state.single('setting').isSidebarOpen)
    state.patch('player', 'self', { previousVolume: 13 })
}
const isBad: IsBad = (state) => state.single('player').previousVolume === 13

/** Much that has nothing to do with it. */
const noise = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    at % 3 === 0
      ? appNavigated({ path: `/${at}`, search: '' })
      : at % 3 === 1
        ? searchCommitted({ term: `t${at % 20}` })
        : playerVolumeChanged({ volume: 50 + (at % 9) }),
  )
const long = recordedLog([
  ...noise(900),
  settingSidebarToggled({ open: false }),
  ...noise(1500),
  playerMuteToggled({}),
  ...noise(50),
])

describe('what is left of a long log', () => {
  const line = new Timeline(long, { reduce: spoilt })
  const target = finished(bisect(line, isBad)).seq ?? 0
  const least = finished(minimise(line, target, isBad, spoilt))

  test('is the handful that does the damage', () => {
    expect(target).toBe(2402)
    expect(least?.events.map(({ type }) => type)).toEqual(['setting.sidebarToggled', 'player.muteToggled'])
  })

  test('does it as a log of its own, numbered anew', () => {
    const own = logOf(long, least?.events ?? [])
    expect([...own.events].map(({ seq, cause }) => [seq, cause])).toEqual([
      [1, null],
      [2, null],
    ])
    expect(own.checkpoints).toEqual([])
    expect(isBad(new Timeline(own, { reduce: spoilt }).seek(2), own.events.at(1))).toBe(true)
    expect(isBad(new Timeline(own).seek(2), own.events.at(1))).toBe(false)
  })
})

test('nothing is left of a log that is not bad there', () => {
  expect(finished(minimise(new Timeline(long), long.events.length, isBad))).toBeNull()
})

test('whoever stops has what is left so far', () => {
  const line = new Timeline(long, { reduce: spoilt })
  const step = minimise(line, 2402, isBad, spoilt).next()
  if (step.done) throw new Error('it should have gone on')
  expect(step.value.events.length).toBeLessThan(2402)
  expect(
    isBad(new Timeline(logOf(long, step.value.events), { reduce: spoilt }).seek(step.value.events.length), undefined),
  ).toBe(true)
})

test('no event of what is left can be left out, and it is as bad as before', () => {
  fc.assert(
    fc.property(history(80), (drafts) => {
      const log = recordedLog(drafts)
      const line = new Timeline(log)
      const looks: IsBad[] = [
        (state) => state.single('queue').items.length > 1,
        (state) => state.single('jobOrder').ids.length > 1,
        (state) => state.single('player').isPlaying,
      ]
      for (const look of looks) {
        const { seq } = finished(bisect(line, look))
        if (seq === null || seq === 0) continue
        const least = finished(minimise(line, seq, look))?.events ?? []
        const ends = (events: readonly AppEvent[]) =>
          look(new Timeline(logOf(log, events)).seek(events.length), events.at(-1))
        expect(ends(least)).toBe(true)
        for (let out = 0; out < least.length - 1; out++) expect(ends(least.toSpliced(out, 1))).toBe(false)
      }
    }),
    { numRuns: 40 },
  )
})

test('a log that is long says on the way through it how far it is, and can be stopped there', () => {
  const log = recordedLog(Array.from({ length: 12_000 }, () => playerVolumeChanged({ volume: 40 })))
  const steps = minimise(new Timeline(log), 12_000, (state) => state.single('player').volume === 40)
  for (const _ of [1, 2]) {
    const step = steps.next()
    expect(step).toMatchObject({ done: false, value: { tries: 1, events: { length: 12_000 } } })
  }
})

test('a list at which a reducer throws, for it lacks what led to an event, is none that does the damage', () => {
  const log = recordedLog([
    settingSidebarToggled({ open: false }),
    playerVolumeChanged({ volume: 40 }),
    playerMuteToggled({}),
  ])
  const needing = (state: Store, event: AppEvent) => {
    if (event.type === 'player.muteToggled' && state.single('setting').isSidebarOpen) throw new Error('no sidebar')
    reduce(state, event)
  }
  const muted: IsBad = (state) =>
    state.single('player').previousVolume !== undefined && state.single('player').volume === 0
  const least = finished(minimise(new Timeline(log, { reduce: needing }), 3, muted, needing))
  expect(least?.events.map(({ seq }) => seq)).toEqual([1, 3])
})

test('a cause that is left keeps its effect, one that is gone is none', () => {
  const log = recordedLog([
    { draft: playerVolumeChanged({ volume: 1 }) },
    { draft: playerVolumeChanged({ volume: 2 }), cause: 1 },
    { draft: playerVolumeChanged({ volume: 3 }), cause: 2 },
  ])
  expect([...logOf(log, log.events.slice(1)).events].map(({ seq, cause }) => [seq, cause])).toEqual([
    [1, null],
    [2, 1],
  ])
})

test('H-432: what is left is another log than the one it is of, and the same whenever the same is left', () => {
  const log = recordedLog([1, 2, 3].map((volume) => playerVolumeChanged({ volume })))
  const idOf = (from: number) => logOf(log, log.events.slice(from)).header.logId
  expect(new Set([log.header.logId, idOf(1), idOf(2)]).size).toBe(3)
  expect(idOf(1)).toBe(idOf(1))
})

test('where fewer events show it earlier, what those do not need is left out too', () => {
  const log = recordedLog([
    settingSidebarToggled({ open: false }),
    playerVolumeChanged({ volume: 40 }),
    playerMuteToggled({}),
  ])
  const look: IsBad = (state) => {
    const { volume, previousVolume } = state.single('player')
    return volume === 40 || (previousVolume === 40 && !state.single('setting').isSidebarOpen)
  }
  const least = finished(minimise(new Timeline(log), 3, look))
  expect(least?.events.map(({ type }) => type)).toEqual(['player.volumeChanged'])
})

test('leaves out whole domains one by one, the largest first, then trees, then events, and says which', () => {
  const steps = [...minimise(new Timeline(long, { reduce: spoilt }), 2402, isBad, spoilt)]
  const domains = (events: readonly AppEvent[]) => new Set(events.map(({ type }) => type.split('.')[0])).size
  // The player's are needed.
  expect(steps.slice(0, 3).map(({ by, events }) => [by, domains(events)])).toEqual([['domain', 4], ['domain', 3], ['domain', 2]]) // biome-ignore format: one line
  expect(steps.map(({ by }) => by).filter((by, at, all) => by !== all[at - 1])).toEqual(['domain', 'tree', 'event'])
})
