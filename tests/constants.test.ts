import { expect, it } from 'vitest'
import { NOTIFICATION_ERROR_DISMISS_MS, PAGE_SIZE, RECENT_SEARCHES_MAX } from '#core/model/constants.ts'
import { DOWNLOAD_CONCURRENCY } from '#core/model/settings.ts'
import { ZIP_POLL_INTERVAL_MS } from '#workers/engines/downloads/bundle/zip.ts'

it('DEVICE-007: 40, 3, 5000, 15 and 10000 have one named use each', () => {
  expect([
    PAGE_SIZE,
    DOWNLOAD_CONCURRENCY,
    ZIP_POLL_INTERVAL_MS,
    RECENT_SEARCHES_MAX,
    NOTIFICATION_ERROR_DISMISS_MS,
  ]).toEqual([40, 3, 5000, 15, 10_000])
})
