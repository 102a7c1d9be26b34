import { afterAll, describe, expect, test } from 'vitest'
import {
  clock,
  genresText,
  isoFromSeconds,
  longDate,
  mediumDate,
  megabytes,
  readableBytes,
  shortDate,
} from './formats.ts'

const { TZ } = process.env
/** An hour before midnight UTC: another day in most of the world. */
const LATE = '2026-11-05T23:30:00Z'

describe('dates', () => {
  test('FORMAT-001: the long form is MMMM dd, yyyy in UTC', () => {
    expect(longDate(LATE)).toBe('November 05, 2026')
  })
  test('FORMAT-002: the medium form is MMM dd, yyyy in UTC', () => {
    expect(mediumDate(LATE)).toBe('Nov 05, 2026')
  })
  test('FORMAT-001: every month has its name', () => {
    const names = Array.from({ length: 12 }, (_, n) => longDate(new Date(Date.UTC(2026, n, 1)).toISOString()).split(' ')[0]) // biome-ignore format: one line
    expect(names.join(' ')).toBe('January February March April May June July August September October November December') // biome-ignore format: one line
  })
  test('the short form is dd-Mon-yyyy', () => {
    expect(shortDate(LATE)).toBe('05-Nov-2026')
  })
  test.each([
    '2026-11-05',
    '2026-11-05T00:10:00',
    '2026-11-05T00:10:00.500',
    '2026-11-05T02:10:00+02:00',
    '2026-11-05 00:10:00',
    '2026-11-05 23:10:00.5',
    '2026-11-05 23:10:00Z',
    '2026-11-05 02:10:00+02:00',
    '2026-11-05 02:10:00+02',
    '2026-11-04 21:10:00.25-03',
    '2026-11-05T00:10+00',
  ])('D-142: the day of %s does not depend on the machine', (iso) => {
    for (const zone of ['America/New_York', 'Pacific/Kiritimati']) {
      process.env.TZ = zone
      expect(shortDate(iso), zone).toBe('05-Nov-2026')
    }
  })
  afterAll(() => {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  })
  test('what is no date is empty', () => {
    expect([longDate('soon'), mediumDate(''), shortDate('2026-13-40')]).toEqual(['', '', ''])
  })
  test('seconds since 1970 become a date, null and nonsense do not', () => {
    expect(isoFromSeconds(1_795_000_000)).toBe('2026-11-18T11:06:40.000Z')
    expect([isoFromSeconds(null), isoFromSeconds(1e20), isoFromSeconds(Number.NaN)]).toEqual(['', '', ''])
  })
})

describe('numbers', () => {
  test.each([
    [0, '0:00'],
    [59.99, '0:59'],
    [60, '1:00'],
    [4503.9, '75:03'],
  ])('FORMAT-004: a duration of %d s is %s', (seconds, text) => {
    expect(clock(seconds)).toBe(text)
  })
  test('a duration that is no number is 0:00', () => {
    expect([clock(Number.NaN), clock(-4), clock(Number.POSITIVE_INFINITY)]).toEqual(['0:00', '0:00', '0:00'])
  })
  test('sizes in megabytes have three decimals', () => {
    expect([megabytes(1_048_576), megabytes(1_500_000)]).toEqual(['1.000', '1.431'])
  })
  test('sizes as people read them', () => {
    expect([900, 1_200_000, 61_200_000, 1_240_000_000].map(readableBytes)).toEqual([
      '1 kB',
      '1.2 MB',
      '61 MB',
      '1.2 GB',
    ])
  })
  test('a size is of the unit that fits what was rounded', () => {
    expect([9_949_999, 9_990_000, 999_499_999, 999_999_999, 999_949_999_999, 999_950_000_000, 1.5e12].map(readableBytes)).toEqual(['9.9 MB', '10 MB', '999 MB', '1.0 GB', '999.9 GB', '1.0 TB', '1.5 TB']) // biome-ignore format: one line
    expect(readableBytes(Number.NaN)).toBe('0 kB')
  })
  test('GALLERY-016: genres up to 30 characters stand whole, longer ones end in an ellipsis', () => {
    expect(genresText(['House', 'Deep House', 'Garage'])).toBe('House, Deep House, Garage')
    expect(genresText(['Progressive House', 'Melodic Techno'])).toBe('Progressive House, Melodic Tec...')
    expect(genresText(['𝄞'.repeat(31)])).toBe(`${'𝄞'.repeat(30)}...`)
    expect(genresText(['𝄞'.repeat(30)])).toBe('𝄞'.repeat(30))
    expect(genresText([`${'a'.repeat(29)}e\u0301b`])).toBe(`${'a'.repeat(29)}e\u0301...`)
    expect(genresText([`${'a'.repeat(29)}👩🏽\u200d🎤`])).toBe(`${'a'.repeat(29)}👩🏽\u200d🎤`)
  })
})
