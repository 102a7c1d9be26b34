import { describe, expect, it } from 'vitest'
import { AWAY, BANNER_PLACE, BEGIN_ANEW, SCRIPTS_AWAY } from './beginAnew.ts'

/** A page as far as the script looks at it. @param answers whether the server is there, each time it is asked */
function run({ isDrawn = true, answers = [true] }: { isDrawn?: boolean; answers?: (boolean | 'cut')[] } = {}) {
  const said: string[] = []
  const heard: Record<string, (event: { target: unknown }) => unknown> = {}
  const seen = { asked: 0, reloads: 0, waits: [] as number[] }
  const place = { replaceChildren: (content: string) => said.push(content) }
  const root = {
    dataset: isDrawn ? { drawn: '' } : {},
    querySelector: (selector: string) => (selector === `[${BANNER_PLACE}]` ? place : null),
  }
  new Function('document', 'addEventListener', 'setTimeout', 'fetch', 'location', BEGIN_ANEW)(
    { getElementById: (id: string) => ({ root, [AWAY]: { content: 'it is away' } })[id] ?? null },
    (type: string, hear: (event: { target: unknown }) => unknown) => {
      heard[type] = hear
    },
    (then: () => void, ms: number) => {
      seen.waits.push(ms)
      then()
    },
    async () => {
      const answer = answers[seen.asked++]
      if (answer === 'cut') throw new TypeError('Failed to fetch')
      return { ok: answer }
    },
    { reload: () => seen.reloads++ },
  )
  return { said, seen, fire: (type: string, target: unknown = {}) => heard[type]?.({ target }) }
}

describe('the script of a page whose scripts do not come', () => {
  it.each([
    ['a script of the page failed', 'error', { type: 'module' }],
    ['the first script says so', SCRIPTS_AWAY, {}],
  ])('says so and begins anew: %s', async (_, type, target) => {
    const { said, seen, fire } = run()
    await fire(type, target)
    expect(said).toEqual(['it is away'])
    expect(seen).toEqual({ asked: 1, reloads: 1, waits: [5000] })
  })

  it('asks until the server is there', async () => {
    const { seen, fire } = run({ answers: ['cut', false, true] })
    await fire(SCRIPTS_AWAY)
    expect(seen).toMatchObject({ asked: 3, reloads: 1 })
  })

  it('says nothing where no form stands, and begins anew all the same', async () => {
    const { said, seen, fire } = run({ isDrawn: false })
    await fire('error', { type: 'module' })
    expect(said).toEqual([])
    expect(seen.reloads).toBe(1)
  })

  it.each([
    ['a picture', { type: undefined }],
    ['a style sheet', { type: 'text/css' }],
  ])('leaves alone what else fails: %s', async (_, target) => {
    const { said, seen, fire } = run()
    await fire('error', target)
    expect([said, seen.asked]).toEqual([[], 0])
  })

  it('begins anew once, however many scripts fail', async () => {
    const { seen, fire } = run()
    await Promise.all([fire('error', { type: 'module' }), fire(SCRIPTS_AWAY)])
    expect(seen.reloads).toBe(1)
  })
})
