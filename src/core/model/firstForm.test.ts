import { describe, expect, it } from 'vitest'
import { TYPED_EMAIL } from './beginAnew.ts'
import { DRAWN_FORM, FIRST_FORM, HELD_SCRIPT, KEPT_SESSION, PRESSED_EARLY } from './firstForm.ts'

interface Given {
  readonly address?: string
  readonly local?: Record<string, string>
  readonly tab?: Record<string, string>
  readonly entry?: unknown
  readonly isSecure?: boolean
  readonly refuses?: boolean
}

/** A button as far as the script presses it. */
function button() {
  const marks = new Set<string>()
  return {
    marks,
    closest: () => ({
      setAttribute: (name: string) => marks.add(name),
    }),
    removeAttribute: (name: string) => marks.delete(name),
  }
}

/** A page's body as far as the script looks at it. */
function run({ address = '/', local = {}, tab = {}, entry = null, isSecure = true, refuses = false }: Given = {}) {
  const shown: string[] = []
  const dataset: Record<string, string> = {}
  const heard: Record<string, (event: unknown) => void> = {}
  let marked: ReturnType<typeof button> | null = null
  const email = { value: '' }
  const root = {
    dataset,
    replaceChildren: (content: string) => shown.push(content),
    addEventListener: (type: string, hear: (event: unknown) => void) => {
      heard[type] = hear
    },
    querySelector: (selector: string) => (selector === '[name=email]' ? email : marked),
  }
  const document = {
    getElementById: (id: string) =>
      ({ root, [DRAWN_FORM]: { content: 'the form' }, [HELD_SCRIPT]: { content: 'the script' } })[id] ?? null,
    body: { append: (content: string) => begun.push(content) },
  }
  const begun: string[] = []
  const later: (() => void)[] = []
  const storage = (kept: Record<string, string>) => ({
    getItem: (key: string) => {
      if (refuses) throw new Error('denied')
      return kept[key] ?? null
    },
    removeItem: (key: string) => {
      delete kept[key]
    },
  })
  const { pathname, search } = new URL(address, 'https://player.test')
  new Function(
    'document',
    'localStorage',
    'sessionStorage',
    'location',
    'history',
    'isSecureContext',
    'requestAnimationFrame',
    'setTimeout',
    FIRST_FORM,
  )(
    document,
    storage(local),
    storage(tab),
    { pathname, search },
    { state: entry },
    isSecure,
    (frame: () => void) => later.push(frame),
    (task: () => void, ms?: number) => (ms === undefined ? task() : later.push(task)),
  )
  return {
    shown,
    begun,
    later,
    tab,
    email,
    dataset,
    /** @returns whether the browser was kept from doing what a press does */
    press(target: ReturnType<typeof button> | { closest(): null }) {
      let isKept = false
      heard.click?.({ target, preventDefault: () => (isKept = true) })
      marked = 'marks' in target ? target : marked
      return isKept
    },
    write: () => heard.input?.({}),
  }
}

describe('the script that puts the drawn form in place', () => {
  it('does so where nobody is signed in', () => {
    expect(run()).toMatchObject({ shown: ['the form'], dataset: { [DRAWN_FORM]: '' } })
    // What the router keeps of an entry by itself says nothing of the page.
    expect(run({ entry: { usr: null, key: 'a', idx: 0 } }).shown).toEqual(['the form'])
  })

  it.each<[string, Given]>([
    ['a session is kept', { local: { [KEPT_SESSION.access]: 'a.b.c' } }],
    ['a public session runs or ran', { local: { [KEPT_SESSION.publicMark]: '1' } }],
    ['this tab had a public session', { tab: { [KEPT_SESSION.publicTab]: '{}' } }],
    ['another page was asked for', { address: '/releases' }],
    ['the address says more', { address: '/?successSignUpCoworker=true' }],
    ['the entry of the history says more', { entry: { usr: { way: 'magicLink' } } }],
    ['the application cannot run', { isSecure: false }],
    ['the browser refuses its storage', { refuses: true }],
  ])('leaves the page as it is where %s', (_, given) => {
    expect(run(given)).toMatchObject({ shown: [], dataset: {}, begun: ['the script'] })
  })

  it('puts the address back that was typed before the page began anew, once', () => {
    const page = run({ tab: { [TYPED_EMAIL]: 'ab@example.test', other: 'x' } })
    expect(page.email.value).toBe('ab@example.test')
    expect(page.tab).toEqual({ other: 'x' })
  })

  it('forgets that address where no form is drawn', () => {
    const page = run({ tab: { [TYPED_EMAIL]: 'ab@example.test' }, local: { [KEPT_SESSION.access]: 'a.b.c' } })
    expect([page.email.value, page.tab]).toEqual(['', {}])
  })

  it('begins the script of the page after the frame that shows the form, or half a second later', () => {
    for (const which of [0, 1]) {
      const page = run()
      expect(page.begun).toEqual([])
      page.later[which]?.()
      expect(page.begun).toEqual(['the script'])
    }
  })

  it('marks the button that was pressed last, and keeps the browser from sending the form', () => {
    const page = run()
    const [first, second] = [button(), button()]
    expect(page.press(first)).toBe(true)
    expect(page.press(second)).toBe(true)
    expect([[...first.marks], [...second.marks]]).toEqual([[], [PRESSED_EARLY]])
  })

  it('forgets a press when something is written after it', () => {
    const page = run()
    const pressed = button()
    page.press(pressed)
    page.write()
    expect([...pressed.marks]).toEqual([])
  })

  it('leaves links and boxes to the browser', () => {
    expect(run().press({ closest: () => null })).toBe(false)
  })

  it('leaves every press to the application once it listens', () => {
    const page = run()
    delete page.dataset[DRAWN_FORM]
    const pressed = button()
    expect(page.press(pressed)).toBe(false)
    expect(pressed.marks.size).toBe(0)
  })

  it('can stand in a page as it is', () => {
    expect(FIRST_FORM).not.toMatch(/<|\n|\r/)
  })
})
