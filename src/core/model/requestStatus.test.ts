import { expect, test } from 'vitest'
import { REQUEST_STATUSES } from './requestStatus.ts'

test('SESSION-019: request statuses are exactly idle, loading, success, error, canceled, retrying, paused', () => {
  expect(REQUEST_STATUSES).toEqual(['idle', 'loading', 'success', 'error', 'canceled', 'retrying', 'paused'])
})
