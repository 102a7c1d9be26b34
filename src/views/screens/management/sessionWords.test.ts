import { expect, test } from 'vitest'
import { aSession } from '#tests/components/security.ts'
import { i18next } from '../../i18n/index.ts'
import '../../i18n/security.ts'
import { lastUse } from './sessionWords.ts'

const HOUR_MS = 3_600_000
const t = i18next.getFixedT('en', 'security')

test.each([
  [0.05, 'In use now'],
  [1, 'Last used 1 hour ago'],
  [23.9, 'Last used 23 hours ago'],
  [24, 'Last used 1 day ago'],
  [47, 'Last used 1 day ago'],
  [48, 'Last used 2 days ago'],
])('a session that was used %d hours ago is called by no day of the calendar', (hours, words) => {
  const seen = new Date(HOUR_MS * 1000).toISOString()
  expect(lastUse(aSession('own', { seen }), HOUR_MS * (1000 + hours), t, 'en')).toBe(words)
})
