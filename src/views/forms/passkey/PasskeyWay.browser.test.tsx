/** The way in with a passkey: in the list of the address field, by the button, and where there is none. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sessionAbsent, sessionSignInFailed, sessionSignInRequested } from '#core/events/people/session.ts'
import { axeFaults } from '#tests/components/axe.ts'
import { refused, saying } from '#tests/components/security.ts'
import { show } from '#tests/components/stage.tsx'
import { Story } from '#tests/support/story.ts'
import { PasskeyWay } from './PasskeyWay.tsx'

const OPTIONS = { challenge: 'AAAA', rpId: 'localhost', userVerification: 'required' }
const button = () => page.getByRole('button', { name: 'Sign in with a passkey' })
const bytes = new Uint8Array([1, 2, 3]).buffer
const FOUND = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: bytes },
  getClientExtensionResults: () => ({}),
}

/** What the browser answers, in the list of a field and in its dialog; null: it waits until it is ended. */
function browserFinds(inField: object | null, inDialog: object | null) {
  const asked: string[] = []
  vi.spyOn(navigator.credentials, 'get').mockImplementation((options) => {
    const { mediation, signal } = options as CredentialRequestOptions
    asked.push(mediation ?? 'dialog')
    const outcome = mediation === 'conditional' ? inField : inDialog
    if (outcome instanceof DOMException) return Promise.reject(outcome)
    if (outcome !== null) return Promise.resolve(outcome as never)
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')))
    })
  })
  return asked
}

/** There is no vault to put anything into. */
let isGone = false

async function opened(says: Parameters<typeof saying>[0] = {}, publicDevice = false, theme: 'dark' | 'light' = 'dark') {
  const kept: string[] = []
  const { security, asked } = saying({ passkeyRequest: () => ({ ceremony: 'secret', options: OPTIONS }), ...says })
  const view = (
    <>
      <input aria-label="Email" autoComplete="username webauthn" />
      <PasskeyWay publicDevice={publicDevice} />
    </>
  )
  const stage = await show(view, {
    story: new Story().happens(sessionAbsent({})),
    theme,
    ports: {
      security,
      keepSecret: (purpose, secret) => {
        if (isGone) return Promise.reject(new Error('it is gone'))
        kept.push(secret)
        return Promise.resolve(`${purpose}:${kept.length}` as never)
      },
    },
  })
  return { stage, asked, kept }
}

beforeEach(() => {
  isGone = false
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('offers passkeys in the list of the field without a press, and signs in with the one that is chosen', async () => {
  browserFinds(FOUND, null)
  const { stage, kept } = await opened({}, true)
  await expect
    .poll(() => stage.of('session.signInRequested'))
    .toEqual([{ handle: 'credentials:1', publicDevice: true }])
  // Question and answer lie in the vault; the wish has the handle alone.
  expect(JSON.parse(kept[0] ?? '')).toMatchObject({ ceremony: 'secret', response: { id: 'AQID' } })
})

it('signs in by the button: what waits in the list is ended first', async () => {
  const asked = browserFinds(null, FOUND)
  const { stage } = await opened()
  await expect.poll(() => asked).toContain('conditional')
  await button().click()
  await expect.poll(() => stage.of('session.signInRequested')).toHaveLength(1)
  expect(asked.filter((one) => one === 'dialog')).toHaveLength(1)
})

it('says that nothing was sent where the vault is gone, and can be pressed again', async () => {
  const asked = browserFinds(null, FOUND)
  const { stage } = await opened()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  isGone = true
  await button().click()
  await expect.element(page.getByRole('status')).toHaveTextContent('The server cannot be reached')
  await expect.element(button()).not.toHaveAttribute('aria-busy')
  isGone = false
  await button().click()
  await expect.poll(() => stage.of('session.signInRequested')).toHaveLength(1)
})

it('says that no passkey was used when the dialog is closed, and offers them in the list again', async () => {
  const asked = browserFinds(null, new DOMException('no', 'NotAllowedError'))
  const { stage } = await opened()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await button().click()
  await expect.element(page.getByRole('status')).toHaveTextContent('No passkey was used')
  await expect.poll(() => asked.at(-1)).toBe('conditional')
  expect(stage.of('session.signInRequested')).toEqual([])
})

it('says nothing of what was not chosen from the list', async () => {
  browserFinds(new DOMException('no', 'NotAllowedError'), null)
  await opened()
  await expect.element(button()).toBeVisible()
  expect(page.getByRole('status').element().textContent).toBe('')
})

it('asks anew before the question of the list is over, and after the machine slept', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  browserFinds(null, null)
  const { asked } = await opened()
  await expect.poll(() => asked.length).toBe(1)
  vi.advanceTimersByTime(230_000)
  expect(asked.length).toBe(1)
  // It is good for five minutes.
  vi.advanceTimersByTime(50_000)
  await expect.poll(() => asked.length).toBe(2)
  // Its timers stood still, as in a machine that sleeps.
  vi.setSystemTime(Date.now() + 8 * 3_600_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => asked.length).toBe(3)
})

it('says that the server is away, and the button can be pressed again', async () => {
  browserFinds(null, FOUND)
  let isAway = true
  const { stage } = await opened({
    passkeyRequest: () => (isAway ? refused(0, 'NETWORK') : { ceremony: 's', options: OPTIONS }),
  })
  await button().click()
  await expect.element(page.getByRole('status')).toHaveTextContent('cannot be reached')
  isAway = false
  await button().click()
  await expect.poll(() => stage.of('session.signInRequested')).toHaveLength(1)
})

it.each([
  ['how long to wait where it asks for that', refused(429, 'TOO_MANY_REQUESTS', { retryAfterMs: 40_000 }), 'takes no passkeys right now. Try again in 40 seconds.'],
  ['a minute where it named no time', refused(429, 'TOO_MANY_REQUESTS'), 'Try again in 60 seconds.'],
  ['the same of a pause', refused(503, 'HTTP_503_LATER', { retryAfterMs: 300_000 }), 'Try again in 5 minutes.'],
  ['that something went wrong where it failed', refused(500), 'Something went wrong.'],
])('says of a server that answered %s, and not that it is away', async (_, refusal, said) => {
  browserFinds(null, FOUND)
  await opened({ passkeyRequest: () => refusal })
  await button().click()
  const status = page.getByRole('status')
  await expect.element(status).toHaveTextContent(said)
  await expect.element(status).not.toHaveTextContent('cannot be reached')
  await expect.element(button()).not.toHaveAttribute('aria-busy')
}) // biome-ignore format: a table

it.each([
  ['an address without a name', 409, 'PASSKEYS_OFF'],
  ['no such call', 404, 'NOT_FOUND'],
  ['no such call by that method', 405, 'HTTP_405'],
])('has a line and no button at a server with %s', async (_, status, code) => {
  browserFinds(null, null)
  await opened({ passkeyRequest: () => refused(status, code) })
  await expect.element(page.getByText('Passkeys are not offered at this address.')).toBeVisible()
  await expect.element(button()).not.toBeInTheDocument()
})

it('has neither button nor question in a browser without passkeys', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  const { stage, asked } = await opened()
  expect(stage.host.textContent).toBe('')
  expect(asked).toEqual([])
  vi.unstubAllGlobals()
})

it('tells the browser to forget a passkey the server knows nothing of, and no other', async () => {
  const forget = vi.fn(async () => undefined)
  const signals = PublicKeyCredential as unknown as { signalUnknownCredential: unknown }
  const before = signals.signalUnknownCredential
  signals.signalUnknownCredential = forget
  browserFinds(null, FOUND)
  const { stage } = await opened()
  await button().click()
  await expect.poll(() => stage.of('session.signInRequested')).toHaveLength(1)
  stage.happens(sessionSignInFailed({ code: 'PASSKEY_REFUSED', message: '' }))
  expect(forget).not.toHaveBeenCalled()
  await button().click()
  await expect.poll(() => stage.of('session.signInRequested')).toHaveLength(2)
  stage.happens(sessionSignInFailed({ code: 'PASSKEY_UNKNOWN', message: '' }))
  await expect.poll(() => forget.mock.calls).toEqual([[{ rpId: 'localhost', credentialId: 'AQID' }]])
  signals.signalUnknownCredential = before
})

it.each(['dark', 'light'] as const)('has nothing axe finds, in %s', async (theme) => {
  browserFinds(null, null)
  await opened({}, false, theme)
  await expect.element(button()).toBeVisible()
  expect(await axeFaults()).toEqual([])
})

it('offers them in the list again after the server refused the one that was chosen', async () => {
  let found: object | null = FOUND
  const asked: string[] = []
  vi.spyOn(navigator.credentials, 'get').mockImplementation((options) => {
    asked.push((options as CredentialRequestOptions).mediation ?? 'dialog')
    const now = found
    found = null
    return now === null ? new Promise(() => undefined) : Promise.resolve(now as never)
  })
  const { stage } = await opened()
  await expect.poll(() => stage.of('session.signInRequested')).toHaveLength(1)
  expect(asked).toEqual(['conditional'])
  stage.happens(sessionSignInFailed({ code: 'PASSKEY_REFUSED', message: '' }))
  await expect.poll(() => asked).toEqual(['conditional', 'conditional'])
})

it.each([
  ['the page is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['the line is back', () => window.dispatchEvent(new Event('online'))],
])('asks again for what could not be asked, once %s', async (_, happens) => {
  const list = browserFinds(null, null)
  let isAway = true
  const { asked } = await opened({
    passkeyRequest: () => (isAway ? refused(0, 'NETWORK') : { ceremony: 's', options: OPTIONS }),
  })
  await expect.poll(() => asked).toHaveLength(1)
  expect(list).toEqual([])
  isAway = false
  happens()
  await expect.poll(() => list).toEqual(['conditional'])
  // What waits there is left alone.
  happens()
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(list).toEqual(['conditional'])
})

it('cannot be pressed while a password is under way', async () => {
  const asked = browserFinds(null, FOUND)
  const { stage } = await opened()
  await expect.element(button()).toBeEnabled()
  stage.happens(sessionSignInRequested({ handle: 'credentials:1', publicDevice: false }))
  await expect.element(button()).toHaveAttribute('aria-disabled', 'true')
  ;(button().element() as HTMLElement).click()
  stage.happens(sessionSignInFailed({ code: 'INVALID_CREDENTIALS', message: '' }))
  await expect.element(button()).not.toHaveAttribute('aria-disabled')
  expect(asked).not.toContain('dialog')
})

it('keeps the focus of who pressed it until the server has answered', async () => {
  browserFinds(null, FOUND)
  const { stage } = await opened()
  ;(button().element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => stage.of('session.signInRequested')).toHaveLength(1)
  await expect.element(button()).toHaveFocus()
  stage.happens(sessionSignInFailed({ code: 'PASSKEY_REFUSED', message: '' }))
  await expect.element(button()).toHaveFocus()
})

it('has a line and no button at another origin than the server takes answers from', async () => {
  browserFinds(null, null)
  await opened({ passkeyRequest: () => ({ ceremony: 's', options: OPTIONS, origin: 'https://localhost:1' }) })
  await expect.element(page.getByText('Passkeys are not offered at this address.')).toBeVisible()
  await expect.element(button()).not.toBeInTheDocument()
})
