import { describe, expect, it } from 'vitest'
import { AWAY, BANNER_PLACE, BEGIN_ANEW, SCRIPTS_AWAY, TYPED_EMAIL } from './beginAnew.ts'

interface Given {
  /** Whether a form stands, and the words for it are there. */
  readonly hasForm?: boolean
  /** Whether the server is there, each time it is asked. */
  readonly answers?: readonly (boolean | 'cut')[]
  readonly isReload?: boolean
  /** What is in the fields of the form. */
  readonly fields?: Readonly<Record<string, { value?: string; checked?: boolean }>>
  readonly pathname?: string
  /** The browser keeps nothing. */
  readonly refuses?: boolean
}

/** A page as far as the script looks at it. */
function run({
  hasForm = true,
  answers = [true],
  isReload = false,
  fields = {},
  pathname = '/',
  refuses = false,
}: Given = {}) {
  const kept: Record<string, string> = {}
  const said: string[] = []
  const heard: Record<string, (event: { target: unknown }) => void> = {}
  const seen = { asked: 0, reloads: 0, waits: [] as number[] }
  let ended = () => {}
  const end = new Promise<void>((done) => {
    ended = done
  })
  const place = { append: (content: string) => said.push(content) }
  new Function(
    'document',
    'addEventListener',
    'setTimeout',
    'fetch',
    'location',
    'performance',
    'sessionStorage',
    BEGIN_ANEW,
  )(
    {
      querySelector: (selector: string) =>
        hasForm && selector === `[${BANNER_PLACE}]`
          ? place
          : (fields[/^#root \[name=(\w+)\]$/.exec(selector)?.[1] ?? ''] ?? null),
      getElementById: (id: string) => (id === AWAY ? { content: 'it is away' } : null),
    },
    (type: string, hear: (event: { target: unknown }) => void) => {
      heard[type] = hear
    },
    (then: () => void, ms: number) => {
      seen.waits.push(ms)
      then()
    },
    async () => {
      const answer = answers[Math.min(seen.asked++, answers.length - 1)]
      if (answer === 'cut') throw new TypeError('Failed to fetch')
      return { ok: answer }
    },
    {
      pathname,
      reload() {
        seen.reloads++
        ended()
      },
    },
    { getEntriesByType: () => [{ type: isReload ? 'reload' : 'navigate' }] },
    {
      setItem(key: string, value: string) {
        if (refuses) throw new Error('denied')
        kept[key] = value
      },
    },
  )
  const fire = (type: string, target: unknown = {}) => heard[type]?.({ target })
  return { said, seen, end, fire, kept }
}

describe('the script of a page whose scripts do not come', () => {
  it.each([
    ['a script of the page failed', 'error', { type: 'module' }],
    ['the first script says so', SCRIPTS_AWAY, {}],
  ])('says so and begins anew: %s', async (_, type, target) => {
    const { said, seen, end, fire } = run()
    fire(type, target)
    await end
    expect(said).toEqual(['it is away'])
    expect(seen).toEqual({ asked: 1, reloads: 1, waits: [5000] })
  })

  it('asks until the server is there', async () => {
    const { seen, end, fire } = run({ answers: ['cut', false, true] })
    fire(SCRIPTS_AWAY)
    await end
    expect(seen).toMatchObject({ asked: 3, reloads: 1 })
  })

  it('says nothing where no form stands, and begins anew all the same', async () => {
    const { said, seen, end, fire } = run({ hasForm: false })
    fire('error', { type: 'module' })
    await end
    expect(said).toEqual([])
    expect(seen.reloads).toBe(1)
  })

  it('takes its time to begin anew again where the server was there all the time', async () => {
    const { seen, end, fire } = run({ isReload: true })
    fire(SCRIPTS_AWAY)
    await end
    expect(seen.asked).toBe(12)
  })

  it('begins anew at once also after a reload when the server was away', async () => {
    const { seen, end, fire } = run({ isReload: true, answers: [true, 'cut', true] })
    fire(SCRIPTS_AWAY)
    await end
    expect(seen.asked).toBe(3)
  })

  it.each([
    ['a picture', { type: undefined }],
    ['a style sheet', { type: 'text/css' }],
  ])('leaves alone what else fails: %s', (_, target) => {
    const { said, seen, fire } = run()
    fire('error', target)
    expect([said, seen.waits]).toEqual([[], []])
  })

  const typed = { email: { value: 'ab@example.test' }, password: { value: 'secret' }, publicDevice: { checked: false } }

  it('leaves the address that was typed to the page that begins, and nothing else', async () => {
    const { kept, end, fire } = run({ fields: typed })
    fire(SCRIPTS_AWAY)
    expect(kept).toEqual({})
    await end
    expect(kept).toEqual({ [TYPED_EMAIL]: 'ab@example.test' })
  })

  it.each<[string, Given]>([
    ['nothing was typed', { fields: { ...typed, email: { value: '' } } }],
    ['the computer is public', { fields: { ...typed, publicDevice: { checked: true } } }],
    ['it is another page, whose form nobody draws', { fields: typed, pathname: '/signup' }],
    ['the browser refuses its storage', { fields: typed, refuses: true }],
  ])('leaves nothing where %s, and begins anew all the same', async (_, given) => {
    const { kept, seen, end, fire } = run(given)
    fire(SCRIPTS_AWAY)
    await end
    expect([kept, seen.reloads]).toEqual([{}, 1])
  })

  it('begins anew once, however many scripts fail', async () => {
    const { seen, end, fire } = run()
    fire('error', { type: 'module' })
    fire(SCRIPTS_AWAY)
    await end
    expect(seen.reloads).toBe(1)
  })
})
