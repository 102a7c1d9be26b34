// The small effects: what is heard, and what is done then.
import { describe, expect, it, vi } from 'vitest'
import { downloadRequested, downloadSaved, downloadStored } from '#core/events/downloads.ts'
import { sessionAbsent, sessionEnded, sessionStarted } from '#core/events/people/session.ts'
import { playerToggled } from '#core/events/player.ts'
import type { JobStatus } from '#core/model/downloads/download.ts'
import { AUDIO_EVENTS } from '#platform/sound/audioEvents.ts'
import { wished } from '#tests/support/downloadParts.ts'
import { heardBus } from '#tests/support/heard.ts'
import { someClaims } from '#tests/support/story.ts'
import { showWhatIsThere } from './downloadsPopover.ts'
import { beginAnewAfter } from './lostSession.ts'
import { forgetPublicSession, staysAsItIs } from './publicComputer.ts'
import { saveFiles } from './saving.ts'
import { playSound } from './sound.ts'

describe('sound', () => {
  it('the audio element is told of what it plays by, and of nothing once it was stopped', () => {
    const bus = heardBus()
    const apply = vi.fn()
    const stop = playSound({ on: bus.on, audio: { apply } })
    expect(bus.listeners).toBe(AUDIO_EVENTS.length)
    bus.happens(playerToggled({}))
    expect(apply.mock.calls.map(([{ type }]) => type)).toEqual(['player.toggled'])
    stop()
    expect(bus.listeners).toBe(0)
  })
})

describe('saving', () => {
  const stored = (more: { folder?: true; crc32?: number } = {}) =>
    downloadStored({ downloadID: 'a', bytes: 3, fileName: 'a.wav', sha256: 'f'.repeat(64), ...more })
  const setUp = (status: JobStatus | undefined = 'loading') => {
    const bus = heardBus()
    const onStored = vi.fn()
    const onSaved = vi.fn()
    saveFiles({ on: bus.on, saver: { onStored, onSaved }, statusOf: () => status })
    return { bus, onStored, onSaved }
  }

  it('a file that is whole is handed to the browser', () => {
    const { bus, onStored } = setUp()
    bus.happens(stored())
    expect(onStored).toHaveBeenCalledTimes(1)
  })

  it.each(['paused', 'waiting'] as const)('so is one that was whole when it was held up (%s)', (status) => {
    const { bus, onStored } = setUp(status)
    bus.happens(stored())
    expect(onStored).toHaveBeenCalledTimes(1)
  })

  it('one whose job is at its end already is not, and that it is saved is told on', () => {
    const { bus, onStored, onSaved } = setUp('finished')
    bus.happens(stored())
    expect(onStored).not.toHaveBeenCalled()
    bus.happens(downloadSaved({ downloadID: 'a' }))
    expect(onSaved).toHaveBeenCalledWith('a')
  })

  it('one that lies in the picked folder is not', () => {
    const { bus, onStored } = setUp()
    bus.happens(stored({ folder: true }))
    expect(onStored).not.toHaveBeenCalled()
  })

  it('a song that waits for the rest of its bundle is not, whatever its checksum', () => {
    const { bus, onStored } = setUp()
    bus.happens(stored({ crc32: 0 }))
    expect(onStored).not.toHaveBeenCalled()
  })
})

describe('the list of downloads', () => {
  const setUp = (there: string[] = [], lists = true) => {
    const bus = heardBus()
    const open = vi.fn()
    showWhatIsThere({ on: bus.on, has: (id) => there.includes(id), lists: () => lists, open })
    return { bus, open }
  }

  it('opens when nothing of what was asked for was added (D-135)', () => {
    const { bus, open } = setUp()
    bus.happens(downloadRequested({ requests: [wished('a'), wished('b')] }))
    expect(open).toHaveBeenCalledTimes(1)
  })

  it('H-375: stays closed where it shows nothing of it: it was done before, and cleared', () => {
    const { bus, open } = setUp([], false)
    bus.happens(downloadRequested({ requests: [wished('a'), wished('b')] }))
    expect(open).not.toHaveBeenCalled()
  })

  it('stays closed for what was asked for in another tab, which shows it there', () => {
    const { bus, open } = setUp()
    bus.happens(downloadRequested({ requests: [wished('a')] }), 'tab')
    expect(open).not.toHaveBeenCalled()
  })

  it('stays closed when some of it was', () => {
    const { bus, open } = setUp(['job-b'])
    bus.happens(downloadRequested({ requests: [wished('a'), wished('b')] }))
    expect(open).not.toHaveBeenCalled()
  })
})

it.each([
  ['restoring', true, false],
  ['signedOut', true, true],
  ['signedIn', false, true],
  ['signedOut', false, false],
] as const)('D-162: while %s, and keeping something %s, a link leaves the address: %s', (status, keeps, stays) => {
  expect(staysAsItIs(status, keeps)).toBe(stays)
})

it('a public computer forgets a session that ended, and one that was not there', () => {
  const bus = heardBus()
  const leave = vi.fn()
  forgetPublicSession({ on: bus.on, keeps: () => false, leave })
  bus.happens(sessionEnded({ reason: 'signedOut' }))
  expect(leave).toHaveBeenCalledTimes(1)
  bus.happens(sessionAbsent({}))
  expect(leave).toHaveBeenCalledTimes(2)
})

it('H-484: what a public session began with is not taken by the end of the one before, which was kept', () => {
  const bus = heardBus()
  const leave = vi.fn()
  let keeps = true
  const began = sessionStarted({ claims: someClaims(), accessToken: 'a', refreshToken: 'r', restored: false })
  forgetPublicSession({ on: bus.on, keeps: () => keeps, leave })
  bus.happens(began)
  // The tokens of the next one came to the page before it hears of the end.
  keeps = false
  bus.happens(sessionEnded({ reason: 'elsewhere' }))
  bus.happens(sessionAbsent({}))
  bus.happens(began)
  expect(leave).not.toHaveBeenCalled()
  bus.happens(sessionEnded({ reason: 'signedOut' }))
  expect(leave).toHaveBeenCalledTimes(1)
})

describe('a session worker that was lost for good', () => {
  it.each([
    ['begins anew', true, 1],
    ['stays while it is there', false, 0],
  ])('SESSION-011: the page %s when its session is over', (_, isLost, times) => {
    const bus = heardBus()
    const begin = vi.fn()
    beginAnewAfter({ on: bus.on, isLost: () => isLost, begin })
    bus.happens(sessionEnded({ reason: 'signedOut' }))
    expect(begin).toHaveBeenCalledTimes(times)
  })
})
