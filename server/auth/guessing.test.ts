import { describe, expect, it } from 'vitest'
import { createGuessLimit } from './guessing.ts'

describe('guess limit', () => {
  it('slows the thirty-first failure of a minute and lets go after it', () => {
    let now = 0
    const limit = createGuessLimit(() => now)
    for (let n = 0; n < 30; n++) {
      expect(limit.waitSeconds('vera', '10.0.0.1')).toBe(0)
      limit.failed('vera', '10.0.0.1')
      now += 1000
    }
    expect(limit.waitSeconds('vera', '10.0.0.1')).toBe(30)
    now += 30_000
    expect(limit.waitSeconds('vera', '10.0.0.1')).toBe(0)
  })

  it('does not lock the owner out who comes from elsewhere', () => {
    const limit = createGuessLimit(() => 0)
    for (let n = 0; n < 100; n++) limit.failed('vera', '10.0.0.1')
    expect(limit.waitSeconds('vera', '10.0.0.2')).toBe(0)
  })

  it('slows an address that tries many accounts', () => {
    const limit = createGuessLimit(() => 0)
    for (let n = 0; n < 120; n++) limit.failed(`account ${n}`, '10.0.0.1')
    expect(limit.waitSeconds('another', '10.0.0.1')).toBe(60)
  })

  it('forgets the failures of an account that signed in', () => {
    const limit = createGuessLimit(() => 0)
    for (let n = 0; n < 30; n++) limit.failed('vera', '10.0.0.1')
    limit.succeeded('vera', '10.0.0.1')
    expect(limit.waitSeconds('vera', '10.0.0.1')).toBe(0)
  })
})
