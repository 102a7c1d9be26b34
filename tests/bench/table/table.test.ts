import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { atLeast, atMost, below, type Figure, figureOf, figureOfRounds, isKept, verdictOf } from './figure.ts'
import { besideOf, tableOf } from './print.ts'
import { packageWithVersion, REPORT_FILE, readReport, report } from './report.ts'
import { median } from './stats.ts'

const MS = { what: 'first paint', unit: 'ms' }

describe('a figure', () => {
  it('meets what it must be, to the edge', () => {
    expect(verdictOf(figureOf({ ...MS, must: atMost(900) }, 900))).toBe('met')
    expect(verdictOf(figureOf({ ...MS, must: atMost(900) }, 900.1))).toBe('MISSED')
    expect(verdictOf(figureOf({ ...MS, must: below(900) }, 900))).toBe('MISSED')
    expect(verdictOf(figureOf({ ...MS, must: atLeast(15) }, 15))).toBe('met')
    expect(verdictOf(figureOf({ ...MS, must: atLeast(15) }, 14.99))).toBe('MISSED')
    expect(verdictOf(figureOf(MS, 1e9))).toBe('known')
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'is void of %s, whatever it must be',
    (value) => {
      for (const must of [atMost(900), atLeast(0), below(1), undefined]) {
        expect(verdictOf(figureOf({ ...MS, must }, value))).toBe('VOID')
        expect(isKept(figureOf({ ...MS, must }, value))).toBe(false)
      }
    },
  )

  it('of rounds is their median, with the lowest and the highest', () => {
    expect(figureOfRounds(MS, [30, 10, 20])).toMatchObject({ value: 20, spread: [10, 30] })
    expect(figureOfRounds(MS, [10])).toMatchObject({ value: 10, spread: null })
    expect(median([1, 2, 3, 10])).toBe(2.5)
  })

  it('of rounds is void when there is none, or one came to nothing', () => {
    expect(verdictOf(figureOfRounds({ ...MS, must: atMost(900) }, []))).toBe('VOID')
    expect(verdictOf(figureOfRounds({ ...MS, must: atMost(900) }, [1, Number.NaN, 2]))).toBe('VOID')
  })
})

describe('the table', () => {
  const rows = (...figures: Figure[]) => figures.map((figure) => ({ bench: 'load', figure }))

  it('shows value, spread, must, verdict and what was shortened', () => {
    const kept = figureOfRounds({ ...MS, must: atMost(900), shortened: true }, [410, 400.5, 420])
    const missed = figureOf({ what: 'faster', unit: 'x', must: atLeast(15) }, 14.994)
    const [, first, second] = tableOf(rows(kept, missed), true).split('\n')
    expect(first).toMatch(/^load\s+first paint\s+410 ms\s+400.5 to 420\s+at most 900\s+met\s+SHORTENED$/)
    expect(second).toMatch(/^load\s+faster\s+14.99 x\s+at least 15\s+MISSED$/)
  })

  it('has a row for a void figure and for a benchmark that failed', () => {
    expect(tableOf(rows(figureOf({ ...MS, must: atMost(9) }, Number.NaN)), false)).toMatch(
      /first paint\s+none\s+at most 9\s+VOID/,
    )
    expect(tableOf([{ bench: 'load', figure: { failed: 'no browser' } }], true)).toMatch(/load\s+no browser\s+FAILED/)
  })

  it('says beside it who is compared and what is left out', () => {
    const figures = [figureOf({ ...MS, note: 'of the form' }, 1)]
    expect(besideOf({ peers: ['virtua 1', 'Node 20'], leavesOut: ['covers'], figures }).split('\n')).toEqual([
      '  with: virtua 1, Node 20',
      '  left out: covers',
      '  first paint: of the form',
    ])
  })
})

describe('a report', () => {
  let folder: string
  const load = { bench: 'load', peers: ['peer 1'], leavesOut: ['covers'] }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bench-report-'))
    vi.stubEnv(REPORT_FILE, join(folder, 'report.json'))
    vi.spyOn(console, 'log').mockImplementation(() => {})
    process.exitCode = undefined
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    process.exitCode = undefined
    rmSync(folder, { recursive: true })
  })

  it('comes out of its file as it went in, void figures too', () => {
    const figures = [
      figureOfRounds({ ...MS, must: atMost(900), note: 'n' }, [1, 2, 3]),
      figureOf({ ...MS, must: below(2) }, Number.NaN),
    ]
    report({ ...load, figures })
    expect(readReport(join(folder, 'report.json'))).toEqual({ ...load, figures })
  })

  it('is refused when it is none', () => {
    const file = join(folder, 'report.json')
    writeFileSync(file, JSON.stringify({ ...load, figures: [{ what: 'x', value: '1' }] }))
    expect(() => readReport(file)).toThrow()
  })

  it.each([
    ['a miss', [figureOf({ ...MS, must: atMost(1) }, 2)], 1],
    ['a void figure', [figureOf(MS, Number.NaN)], 1],
    ['no figure at all', [], 1],
    ['figures that are met or only known', [figureOf({ ...MS, must: atMost(1) }, 1), figureOf(MS, 5)], undefined],
  ])('of %s ends the process as it should', (_, figures, code) => {
    report({ ...load, figures })
    expect(process.exitCode).toBe(code)
  })
})

it('a peer is named with the version that is installed, and one that is missing is an error', () => {
  expect(packageWithVersion('virtua')).toMatch(/^virtua \d+\.\d+\.\d+$/)
  expect(() => packageWithVersion('no-such-peer')).toThrow()
})
