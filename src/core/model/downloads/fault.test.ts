// One line for each fault: a reason, its sentence and its next step in every locale, and one way out.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FailureReason } from './download.ts'
import { FAULTS, type Fault, faultLine, wayOutOf } from './fault.ts'

const LOCALES = new URL('../../../../locales/', import.meta.url)

interface Words {
  readonly reason: Readonly<Record<string, string>>
  readonly step: Readonly<Record<string, string>>
}

const locales = readdirSync(LOCALES).flatMap((name): [string, Words][] => {
  const file = new URL(`${name}/faults.json`, LOCALES)
  return existsSync(file) ? [[name, JSON.parse(readFileSync(file, 'utf8')) as Words]] : []
})

const faults = Object.keys(FAULTS) as Fault[]

/** What is told of each fault. */
const TOLD: Record<Fault, FailureReason> = {
  pageLeft: 'interrupted', noConnection: 'network', lineCut: 'network', lineSilent: 'stalled', noAnswerInTime: 'stalled',
  tokenRefused: 'refused', notAllowed: 'forbidden', fileGone: 'missing', serverBusy: 'busy', ledElsewhere: 'server', serverError: 'server',
  senselessAnswer: 'server', fileChanges: 'changed', wrongLength: 'length', lengthUnknown: 'length',
  endMissing: 'length', wrongBytes: 'digest', notMusic: 'format', diskFull: 'quota', memoryFull: 'memory',
  storageRefuses: 'storage', fileHeld: 'held', storageSilent: 'unread', storedGone: 'unread', zipNotBuilt: 'zip', nothingToGet: 'empty',
  zipTooLarge: 'tooLarge', songsFailed: 'parts', browserRefuses: 'save', folderRefuses: 'folder', folderFull: 'folderFull',
  nameRefused: 'name',
  playerError: 'internal',
} // biome-ignore format: a table

describe.each(faults)('%s', (fault) => {
  it('has its reason', () => expect(faultLine(fault).reason).toBe(TOLD[fault]))

  it.each(locales)('has a sentence and a next step (%s)', (_, { reason, step }) => {
    const said = [reason[faultLine(fault).reason], step[faultLine(fault).reason]]
    expect(said.map((words) => words?.trim().length ?? 0).every((length) => length > 5)).toBe(true)
  })

  it('has the one way out of its reason', () => expect(wayOutOf(faultLine(fault).reason)).toBe(faultLine(fault).way))
})

it('English is among the locales', () => expect(locales.map(([name]) => name)).toContain('en'))

it('every reason is some fault, and no sentence is of none', () => {
  const told = new Set(Object.values(FAULTS).map(({ reason }) => reason))
  expect(told).toEqual(new Set(FailureReason.options))
  for (const [, { reason, step }] of locales)
    expect([new Set(Object.keys(reason)), new Set(Object.keys(step))]).toEqual([told, told])
})

it('a cut line keeps what came, a wrong length does not', () => {
  expect([faultLine('lineCut').spoils, faultLine('wrongLength').spoils]).toEqual([undefined, true])
})
