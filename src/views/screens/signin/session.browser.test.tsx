// The way in by password to its end: what the server answers, what is kept of it, and where it leads.
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { ACCOUNT_ADDRESSES } from '#core/model/accountPages.ts'
import { PAGES } from '#core/model/pages.ts'
import { noteReturned } from '#platform/storage/storage.ts'
import { type AppStage, type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { PASSWORD, WAYS_IN } from '#tests/components/session.ts'

const VERIFIED = 'verified@demo.test'

const open = (path: string, { answers = {}, ...around }: AppSurroundings = {}) =>
  openApp(path, { ...around, lives: true, answers: { ...answers, ...without(answers) } })
const without = (own: object) => Object.fromEntries(Object.entries(WAYS_IN).filter(([route]) => !(route in own)))

const email = () => page.getByRole('textbox', { name: 'Email', exact: true })
const password = () => page.getByLabelText('Password', { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const alert = () => page.getByRole('alert').first()
const card = () => page.css('[data-testid="gallery-scroller"] [data-release-id]').first()
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

async function fillIn(address: string, secret = PASSWORD): Promise<void> {
  await email().fill(address)
  await password().fill(secret)
  await button('Sign in').click()
}

async function signIn(app: AppStage, address = VERIFIED): Promise<void> {
  await fillIn(address)
  await expect.poll(() => app.address).toBe('/releases')
  await expect.element(card()).toBeVisible()
}

async function signOut(app: AppStage): Promise<void> {
  await button('Account menu').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog', { name: 'Sign out' }).getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => app.address).toBe('/')
}

describe('the form', () => {
  it('SIGNIN-001: asks for e-mail and password', async () => {
    await open('/')
    await expect.element(email()).toBeVisible()
    await expect.element(password()).toHaveAttribute('type', 'password')
  })

  it('SIGNIN-002: offers the public computer, with what it means', async () => {
    await open('/')
    const box = page.getByRole('checkbox', { name: 'This is a public computer' })
    await expect.element(box).not.toBeChecked()
    await expect.element(box).toHaveAccessibleDescription(/Your session ends when you close the browser/)
  })

  it('SIGNIN-004: has a sign-in button', async () => {
    await open('/')
    await expect.element(button('Sign in')).toBeEnabled()
  })

  it('a try that fails at once leads to the first wrong field', async () => {
    await open('/')
    await fillIn(VERIFIED, '')
    await expect.element(password()).toHaveFocus()
  })
})

/** Goes on by Tab until this has the focus. */
async function reach(wanted: Locator): Promise<void> {
  await expect.element(wanted).toBeVisible()
  for (let n = 0; n < 40 && document.activeElement !== wanted.element(); n++) await userEvent.keyboard('{Tab}')
  await expect.element(wanted, { message: 'Tab leads there' }).toHaveFocus()
}

it('a password signs in by the keyboard alone', async () => {
  const app = await open('/')
  await reach(email())
  await userEvent.keyboard(VERIFIED)
  await reach(password())
  await userEvent.keyboard(`${PASSWORD}{Enter}`)
  await expect.poll(() => app.address).toBe('/releases')
})

describe('what the server answers', () => {
  it('SIGNIN-025: a wrong password is said in these words, and the form keeps the e-mail', async () => {
    await open('/')
    await fillIn(VERIFIED, 'Wrong#2026')
    await expect.element(alert()).toHaveTextContent(/incorrect credentials/i)
    await expect.element(alert()).toHaveAttribute('data-type', 'error')
    await expect.element(alert()).toHaveTextContent('Your email or password is incorrect. Please try again.')
    await expect.element(email()).toHaveValue(VERIFIED)
  })

  it('SIGNIN-027: an account under review is told so', async () => {
    await open('/')
    await fillIn('pending@demo.test')
    await expect.element(alert()).toHaveTextContent(/verification pending/i)
    await expect.element(alert()).toHaveAttribute('data-type', 'info')
  })

  it('SIGNIN-034: the pending text says how long approval takes', async () => {
    await open('/')
    await fillIn('pending@demo.test')
    await expect
      .element(alert())
      .toHaveTextContent(
        'Approval usually takes up to 24 hours. Requests made after 5 PM Friday or on weekends are processed Monday.',
      )
  })

  it('SIGNIN-030: an inactive account is told so, and that support can help', async () => {
    await open('/')
    await fillIn('inactive@demo.test')
    await expect.element(alert()).toHaveTextContent('Oops. There may be an issue with this account.')
    await expect.element(alert()).toHaveTextContent(/support/i)
  })

  it('D-157: too many tries are told as such, with the seconds that are left, and what was typed stays', {
    tags: ['long'],
  }, async () => {
    const tooMany = () =>
      Response.json(
        { code: 'TOO_MANY_TRIES', message: 'Too many tries.' },
        { status: 429, headers: { 'Retry-After': '40' } },
      )
    await open('/', { answers: { 'POST /player/v2/auth/login': tooMany } })
    await fillIn(VERIFIED, 'Wrong#2026')
    await expect.element(alert()).toHaveTextContent(/Too many tries.*Try again in 3\d seconds\./)
    await expect.element(password()).toHaveValue('Wrong#2026')
  })

  it('what was said is not said again to whoever comes back to the form', async () => {
    const app = await open('/')
    await fillIn(VERIFIED, 'Wrong#2026')
    await expect.element(alert()).toHaveTextContent(/incorrect credentials/i)
    app.go('/forgot-password')
    await expect.element(button('Send reset link')).toBeVisible()
    app.go('/')
    await expect.element(button('Sign in')).toBeVisible()
    expect(page.getByRole('alert').elements()).toEqual([])
  })

  it('D-157: a wait goes on for whoever comes back to the form, and is not begun anew', async () => {
    const tooMany = () =>
      Response.json({ code: 'TOO_MANY_TRIES', message: '' }, { status: 429, headers: { 'Retry-After': '40' } })
    const app = await open('/', { answers: { 'POST /player/v2/auth/login': tooMany } })
    await fillIn(VERIFIED, 'Wrong#2026')
    await expect.element(alert()).toHaveTextContent(/Try again in/)
    const now = performance.now
    performance.now = () => now.call(performance) + 20_000
    onTestFinished(() => {
      performance.now = now
    })
    await button('Sign in with a magic link').click()
    await expect.element(button('Send magic link')).toBeVisible()
    await button('Sign in with a password').click()
    await expect.element(alert()).toHaveTextContent(/Too many tries.*Try again in (1\d|20) seconds\./)
    expect(app.wire.of('POST /player/v2/auth/login')).toHaveLength(1)
  })

  it.each([
    [1440, 900],
    [390, 844],
  ] as const)('moves neither the fields nor the button at %i by %i px', async (...window) => {
    await open('/', { window })
    await expect.element(button('Sign in')).toBeVisible()
    // What moves while the letters come is not the answer's doing.
    await document.fonts.ready
    const boxOf = (one: Locator) => one.element().getBoundingClientRect()
    /** From the title on: a short window scrolls to the answer. */
    const boxes = () => {
      const top = boxOf(page.getByRole('heading', { level: 1 }))
      return [email(), password(), button('Sign in')].map((one) => {
        const { x, y, width, height } = boxOf(one)
        return { x, y: y - top.y, width, height }
      })
    }
    const before = boxes()
    await fillIn('pending@demo.test')
    await expect.element(alert()).toHaveTextContent('Verification pending')
    // But for what browsers round.
    await expect.element(alert()).toBeInViewport({ ratio: 0.99 })
    expect(boxes()).toEqual(before)
  })
})

describe('somebody who is signed in', () => {
  it('SESSION-016: has the access token in local storage', async () => {
    const app = await open('/')
    await signIn(app)
    expect(localStorage.getItem('accessToken')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  it('ROUTE-013: is sent from the sign-in page to the gallery', async () => {
    const app = await open('/')
    await signIn(app)
    app.go('/login')
    await expect.poll(() => app.visited).toContain('/login')
    await expect.poll(() => app.address).toBe('/releases')
  })

  it.each(['/', '/login', '/forgot-password'])('ROUTE-013, D-004: who opens %s is led to the gallery', async (path) => {
    const app = await openApp(path)
    await expect.poll(() => app.address).toBe('/releases')
    await expect.element(card()).toBeVisible()
  })

  it('SHELL-020, SESSION-011: is asked before they are signed out, and can stay or go on', {
    tags: ['long'],
  }, async () => {
    const app = await open('/')
    await signIn(app)
    await button('Account menu').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('alertdialog', { name: 'Sign out' }).getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    expect(app.address).toBe('/releases')
    expect(app.wire.of('POST /auth/logout')).toEqual([])
    await signOut(app)
    await expect.poll(() => app.wire.of('POST /auth/logout').length).toBe(1)
    await expect.element(button('Sign in')).toBeVisible()
  })

  it('ROUTE-034: is shown at an unknown address that there is no such page', async () => {
    const app = await open('/')
    await signIn(app)
    app.go('/no/such/page')
    await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    const main = page.getByRole('main')
    await expect.element(main.getByRole('img', { name: 'Player' })).toBeVisible()
    await expect.element(main.getByRole('img', { name: 'A broken record' })).toBeVisible()
  })
})

describe('the address that was asked for', () => {
  const RELEASE = '/releases/releaseInfo/r7'

  const OPEN = ['start', 'login', 'signUp', 'connect', 'magicLink', 'reset', 'forgot', 'merge', 'split']
  const inside = Object.entries(PAGES).flatMap(([name, path]) => (OPEN.includes(name) ? [] : [path]))
  const somewhere = (path: string) => path.replace(/\/:\w+\?/g, '').replace(/:\w+/g, 'x')
  it.each([...inside.map(somewhere), ...ACCOUNT_ADDRESSES, '/no/such'])(
    'ROUTE-012: leads a signed-out person to the sign-in form where it is a private one (%s)',
    async (path) => {
      const app = await open(path)
      await expect.poll(() => app.address).toBe('/')
      await expect.element(button('Sign in')).toBeVisible()
    },
  )

  it('ROUTE-035: is followed after the sign-in', async () => {
    const app = await open(RELEASE)
    await expect.poll(() => app.address).toBe('/')
    await fillIn(VERIFIED)
    await expect.poll(() => app.address).toBe(RELEASE)
  })

  it('ROUTE-036: is followed once', { tags: ['long'] }, async () => {
    const app = await open(RELEASE)
    await expect.poll(() => app.address).toBe('/')
    await fillIn(VERIFIED)
    await expect.poll(() => app.address).toBe(RELEASE)
    // In the same tab, which keeps what it held.
    const again = await openApp('/releases', { entry: { idx: 0, key: 'again' } })
    await expect.element(card()).toBeVisible()
    // Longer than the 200 ms after which a stored address would be followed.
    await pause(600)
    expect(again.address).toBe('/releases')
    expect(new Set(again.visited)).toEqual(new Set(['/releases']))
  })

  it('is none where a session ended: the next person did not ask for it', { tags: ['long'] }, async () => {
    const app = await open('/')
    await signIn(app)
    app.go('/flagged')
    await expect.element(page.getByRole('heading', { level: 1, name: 'Flagged' })).toBeVisible()
    await signOut(app)
    await fillIn('unverified@demo.test')
    await expect.poll(() => app.address).toBe('/releases')
    await pause(600)
    expect(app.address).toBe('/releases')
    expect(app.state.single('session').claims?.email).toBe('unverified@demo.test')
  })

  it('H-439: is none where Back leads after a session ended', { tags: ['long'] }, async () => {
    const app = await open('/')
    await signIn(app)
    for (const [path, name] of [
      ['/flagged', 'Flagged'],
      ['/archived', 'Archived'],
    ] as const) {
      app.go(path)
      await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
    }
    await signOut(app)
    history.back()
    await expect.poll(() => app.visited.filter((address) => address === '/flagged').length).toBe(2)
    await expect.poll(() => app.address).toBe('/')
    expect(sessionStorage.getItem('redirect')).toBeNull()
    await signIn(app, 'unverified@demo.test')
  })

  it('H-495: is none where a page is shown again that the browser had kept whole, and begins anew', async () => {
    onTestFinished(noteReturned)
    history.replaceState({ idx: 0, returned: true }, '')
    noteReturned()
    expect(history.state).toEqual({ idx: 0 })
    const app = await open('/search?q=somebody')
    await expect.poll(() => app.address).toBe('/')
    expect(sessionStorage.getItem('redirect')).toBeNull()
  })

  it('H-495: is none where Back leads in a document of which nobody was signed in', async () => {
    const app = await open('/')
    await expect.element(button('Sign in')).toBeVisible()
    // As a document that is gone has left it.
    history.replaceState({ idx: 0, key: 'left' }, '', '/search?q=somebody')
    history.pushState({ idx: 1, key: 'here' }, '', '/')
    history.back()
    await expect.poll(() => app.visited).toContain('/search?q=somebody')
    await expect.poll(() => app.address).toBe('/')
    expect(sessionStorage.getItem('redirect')).toBeNull()
  })
})
