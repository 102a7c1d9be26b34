import { expect, it } from 'vitest'
import * as constants from './constants.ts'

it('DEVICE-007, D-144: a page, downloads at once, asking for zips, searches kept and errors shown are 40, 3, 5000, 15 and 10000', () => {
  const { PAGE_SIZE, DOWNLOAD_CONCURRENCY, ZIP_POLL_INTERVAL_MS, RECENT_SEARCHES_MAX, NOTIFICATION_ERROR_DISMISS_MS } =
    constants
  expect([
    PAGE_SIZE,
    DOWNLOAD_CONCURRENCY,
    ZIP_POLL_INTERVAL_MS,
    RECENT_SEARCHES_MAX,
    NOTIFICATION_ERROR_DISMISS_MS,
  ]).toEqual([40, 3, 5000, 15, 10_000])
})
