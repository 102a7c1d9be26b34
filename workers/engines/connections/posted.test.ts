import { describe, expect, it } from 'vitest'
import { createPostedLinks } from './posted.ts'

/** A device that remembers for several pages. */
function device(held: unknown = undefined) {
  const kept = { held }
  return {
    kept,
    page: () =>
      createPostedLinks({
        load: async () => kept.held,
        change: async (by) => {
          kept.held = by(kept.held)
        },
      }),
  }
}

describe('links that were posted without an answer', () => {
  it('are known at once, and to the pages that follow until the server has said what became of them', async () => {
    const { page } = device()
    const first = page()
    const added = first.add('l1')
    expect(await first.has('l1')).toBe(true)
    await added
    await first.add('l2')
    expect([await page().has('l1'), await page().has('l2'), await page().has('l3')]).toEqual([true, true, false])
    await first.drop('l1')
    expect([await first.has('l1'), await page().has('l1'), await page().has('l2')]).toEqual([false, false, true])
  })

  it('are remembered once each, the last twenty', async () => {
    const { kept, page } = device()
    const posted = page()
    for (let n = 0; n < 22; n++) await posted.add(`l${n}`)
    await posted.add('l5')
    expect(kept.held).toEqual([
      ...Array.from({ length: 20 }, (_, n) => `l${n + 2}`).filter((one) => one !== 'l5'),
      'l5',
    ])
  })

  it('are known to their page where nothing can be remembered, and what lies there unread is none', async () => {
    const broken = createPostedLinks({
      load: () => Promise.reject(new Error('no storage')),
      change: () => Promise.reject(new Error('no storage')),
    })
    await broken.add('l1')
    expect([await broken.has('l1'), await broken.has('l2')]).toEqual([true, false])
    const { page } = device({ some: 'thing' })
    expect(await page().has('l1')).toBe(false)
  })
})
