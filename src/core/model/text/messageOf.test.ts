import { expect, test } from 'vitest'
import { messageOf } from './messageOf.ts'

test('an error is told by its message, anything else as it is', () => {
  expect([messageOf(new Error('why')), messageOf('so'), messageOf(7)]).toEqual(['why', 'so', '7'])
})
