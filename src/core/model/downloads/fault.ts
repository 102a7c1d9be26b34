/**
 * What can go wrong with a download, one line each: the reason a person is told (its sentence and its next step stand
 * in the locales under `reason` and `step`), whether the bytes that came are of no use, and the way out that its row
 * offers. The engine names faults by these names and by no others.
 */
import type { FailureReason } from './download.ts'

/**
 * Ways out, each a control of the downloads: `resume` is Resume all, `restart` and `remove` are the row's own, `trim` is
 * Finish without them, `settings` opens the download settings, `report` the report of a problem.
 */
export type WayOut = 'resume' | 'restart' | 'remove' | 'trim' | 'settings' | 'report'

interface FaultLine {
  readonly reason: FailureReason
  readonly way: WayOut
  /** The bytes that are there are not the file's, or cannot be told from others: never go on with them. */
  readonly spoils?: true
}

export const FAULTS = {
  pageLeft: { reason: 'interrupted', way: 'resume' },
  noConnection: { reason: 'network', way: 'restart' },
  lineCut: { reason: 'network', way: 'restart' },
  lineSilent: { reason: 'stalled', way: 'restart' },
  noAnswerInTime: { reason: 'stalled', way: 'restart' },
  tokenRefused: { reason: 'refused', way: 'restart' },
  notAllowed: { reason: 'forbidden', way: 'remove' },
  fileGone: { reason: 'missing', way: 'remove' },
  serverBusy: { reason: 'busy', way: 'restart' },
  ledElsewhere: { reason: 'server', way: 'restart' },
  serverError: { reason: 'server', way: 'restart' },
  senselessAnswer: { reason: 'server', way: 'restart' },
  fileChanges: { reason: 'changed', way: 'restart', spoils: true },
  wrongLength: { reason: 'length', way: 'restart', spoils: true },
  lengthUnknown: { reason: 'length', way: 'restart', spoils: true },
  endMissing: { reason: 'length', way: 'restart', spoils: true },
  wrongBytes: { reason: 'digest', way: 'restart', spoils: true },
  notMusic: { reason: 'format', way: 'report', spoils: true },
  diskFull: { reason: 'quota', way: 'restart' },
  memoryFull: { reason: 'memory', way: 'restart' },
  storageRefuses: { reason: 'storage', way: 'restart' },
  fileHeld: { reason: 'held', way: 'restart' },
  storageSilent: { reason: 'unread', way: 'restart' },
  storedGone: { reason: 'unread', way: 'restart' },
  zipNotBuilt: { reason: 'zip', way: 'restart' },
  nothingToGet: { reason: 'empty', way: 'remove', spoils: true },
  zipTooLarge: { reason: 'tooLarge', way: 'remove' },
  songsFailed: { reason: 'parts', way: 'trim' },
  browserRefuses: { reason: 'save', way: 'restart' },
  folderRefuses: { reason: 'folder', way: 'settings' },
  folderFull: { reason: 'folderFull', way: 'restart' },
  nameRefused: { reason: 'name', way: 'settings' },
  playerError: { reason: 'internal', way: 'report' },
} as const satisfies Record<string, FaultLine>

export type Fault = keyof typeof FAULTS

const lines: Readonly<Record<Fault, FaultLine>> = FAULTS

export const faultLine = (fault: Fault): FaultLine => lines[fault]

const ways = new Map<FailureReason, WayOut>(Object.values(lines).map(({ reason, way }) => [reason, way]))

/** The way out of a failure. All faults of a reason have the same. */
export const wayOutOf = (reason: FailureReason): WayOut => ways.get(reason) ?? 'restart'
