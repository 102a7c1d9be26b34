/** The list of sessions: what it says of each, what its buttons end, and what it says when that fails. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { downloadRequested } from '#core/events/downloads.ts'
import { libraryMarksRequested } from '#core/events/library.ts'
import type { PlayerSession } from '#core/model/people/sessions.ts'
import { axeFaults } from '#tests/components/axe.ts'
import { promised } from '#tests/components/promised.ts'
import { aSession, refused, saying } from '#tests/components/security.ts'
import { type Surroundings, show, signedIn } from '#tests/components/stage.tsx'
import { aRequest } from '#tests/support/story.ts'
import { CancelSessionScreen } from './CancelSessionScreen.tsx'
import { Sessions } from './Sessions.tsx'
import '../../i18n/security.ts'

const OWN = aSession('own', {
  current: true,
  browser: 'Chrome',
  system: 'macOS',
  network: '198.51.100.x',
  // As the server saw this very call.
  seen: '2026-11-23T10:00:00.000Z',
})
const PHONE = aSession('phone', {
  browser: 'Safari',
  system: 'iPhone',
  how: 'link',
  timezone: 'America/Argentina/Buenos_Aires',
  publicdevice: true,
})
const rows = () => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const everywhere = () => page.getByRole('link', { name: 'Sign out everywhere', exact: true })
const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true })

/** The page over a server that has these sessions and ends what it is asked to. */
async function opened(sessions: PlayerSession[], says: Parameters<typeof saying>[0] = {}, around: Surroundings = {}) {
  let held = sessions
  const { security, asked } = saying({
    sessions: () => held,
    endSession: (sessionid) => {
      held = held.filter((session) => session.sessionid !== sessionid)
      return null
    },
    endOtherSessions: () => {
      held = held.filter(({ current }) => current)
      return null
    },
    endAllSessions: () => null,
    ...says,
  })
  const stage = await show(<Sessions />, { ...around, ports: { security } })
  return { stage, asked: () => asked.filter(([call]) => call !== 'sessions') }
}

describe('the list of sessions', () => {
  it('says with what, from where, how and when, and which one this is', async () => {
    await opened([OWN, PHONE])
    await expect.element(rows().nth(0)).toHaveTextContent(/^Chrome on macOSThis sessionIn use now · About Amsterdam/)
    await expect.element(rows().nth(0)).toHaveTextContent('Signed in with a password, Nov 20, 2026')
    await expect
      .element(rows().nth(1))
      .toHaveTextContent(/^Safari on iPhonePublic computerLast used .* · About Buenos Aires, network 203.0.113.x/)
    await expect.element(rows().nth(1)).toHaveTextContent('Signed in with a mailed link')
    await expect.element(rows().nth(0).getByRole('button')).not.toBeInTheDocument()
  })

  it('P8: counts since when one was used by the server’s clock, whatever that of this machine says', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T00:00:00.000Z') })
    onTestFinished(() => void vi.useRealTimers())
    await opened([OWN, PHONE])
    await expect.element(rows().nth(1)).toHaveTextContent('Last used 2 hours ago')
  })

  it('ends two at once, each busy until its own is over', { tags: ['long'] }, async () => {
    const over = new Map<string, () => void>()
    const endSession = (sessionid: string) => new Promise<null>((resolve) => over.set(sessionid, () => resolve(null)))
    await opened([OWN, PHONE, aSession('pc')], { endSession, sessions: () => [OWN, PHONE, aSession('pc')] })
    for (const name of ['Sign out Safari on iPhone', 'Sign out Firefox on Windows']) {
      await button(name).click()
      await confirm('Sign out').click()
    }
    over.get('phone')?.()
    await expect.element(page.getByText('Safari on iPhone is signed out')).toBeVisible()
    await expect.element(button('Sign out Firefox on Windows')).toHaveAttribute('aria-busy', 'true')
  })

  it('leaves one out that was ended though the list cannot be read again, and says that', async () => {
    let isDown = false
    const endSession = () => {
      isDown = true
      return null
    }
    await opened([], { endSession, sessions: () => (isDown ? refused(503) : [OWN, PHONE]) })
    await button('Sign out Safari on iPhone').click()
    await confirm('Sign out').click()
    await expect.element(rows()).toHaveLength(1)
    await expect.element(page.getByRole('alert')).toHaveTextContent('could not be read again')
  })

  it('says so where nobody knows the browser or the place', async () => {
    await opened([OWN, aSession('x', { browser: '', system: '', timezone: 'Etc/UTC', network: '' })])
    await expect.element(rows().nth(1)).toHaveTextContent(/^Unknown browserLast used [^·]*Signed in/)
  })

  it('ends one after it was asked, says it, and leaves it out', async () => {
    const { asked } = await opened([OWN, PHONE, aSession('pc')])
    await button('Sign out Safari on iPhone').click()
    await expect.element(page.getByRole('alertdialog', { name: 'Sign out Safari on iPhone?' })).toBeVisible()
    expect(asked()).toEqual([])
    await confirm('Sign out').click()
    await expect.element(rows()).toHaveLength(2)
    expect(asked()).toEqual([['endSession', 'phone']])
    await expect.element(page.getByRole('status')).toHaveTextContent('Safari on iPhone is signed out')
  })

  it('leaves the focus at its heading after one was ended', async () => {
    await opened([OWN, PHONE, aSession('pc')])
    await button('Sign out Safari on iPhone').click()
    await confirm('Sign out').click()
    await expect.element(rows()).toHaveLength(2)
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveFocus()
  })

  it('leaves the focus with whoever went on before the answer came', async () => {
    const gate = promised<null>()
    const pc = aSession('pc')
    let isOver = false
    await opened([], {
      sessions: () => (isOver ? [OWN, pc] : [OWN, PHONE, pc]),
      endSession: async () => {
        await gate.promise
        isOver = true
        return null
      },
    })
    await button('Sign out Safari on iPhone').click()
    await confirm('Sign out').click()
    await expect.element(button('Sign out Safari on iPhone')).toHaveFocus()
    const next = button('Sign out Firefox on Windows')
    ;(next.element() as HTMLElement).focus()
    gate.resolve(null)
    await expect.element(page.getByRole('status')).toHaveTextContent('Safari on iPhone is signed out')
    await expect.element(rows()).toHaveLength(2)
    await expect.element(next).toHaveFocus()
  })

  it('tells two of one name apart, in the list and in the question', async () => {
    await opened([OWN, PHONE, { ...PHONE, sessionid: 'other', network: '192.0.2.x' }])
    await page.getByRole('button', { name: /^Sign out Safari on iPhone, Last used .*network 192\.0\.2\.x$/ }).click()
    const question = page.getByRole('alertdialog', { name: /^Sign out Safari on iPhone, .*network 192\.0\.2\.x\?$/ })
    await expect.element(question).toBeVisible()
  })

  it('ends nothing when the question is left', { tags: ['long'] }, async () => {
    const { asked } = await opened([OWN, PHONE])
    for (const asks of [button('Sign out Safari on iPhone'), button('Sign out all others'), everywhere()]) {
      await asks.click()
      await confirm('Cancel').click()
    }
    expect(asked()).toEqual([])
  })

  it('ends all others at once, and has nothing to end then but everything', async () => {
    const { asked } = await opened([OWN, PHONE, aSession('pc')])
    await button('Sign out all others').click()
    await confirm('Sign out all others').click()
    await expect.element(rows()).toHaveLength(1)
    expect(asked()).toEqual([['endOtherSessions', null]])
    await expect.element(button('Sign out all others')).not.toBeInTheDocument()
  })

  it('SHELL-020, SESSION-012: sign out everywhere cancels all sessions at the server and then signs out here', async () => {
    const { asked, stage } = await opened([OWN, PHONE])
    await everywhere().click()
    expect(stage.of('session.signOutRequested')).toEqual([])
    await confirm('Sign out everywhere').click()
    await expect.poll(() => stage.of('session.signOutRequested')).toEqual([{}])
    expect(asked()).toEqual([['endAllSessions', null]])
  })

  it('D-036: says before that running downloads are cancelled, as any sign-out says it', async () => {
    const running = downloadRequested({ requests: [aRequest('d1'), aRequest('d2')] })
    await opened([OWN, PHONE], {}, { story: signedIn().happens(running) })
    await everywhere().click()
    const said = '2 downloads are still running and will be cancelled.'
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent(said)
    await show(<CancelSessionScreen />, { story: signedIn().happens(running) })
    await button('Sign out everywhere').click()
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent(said)
  })

  it('H-570: says before how many marks wait, which go with it, as any sign-out says it', async () => {
    const changes = ['r1', 'r2'].map((releaseid) => ({ releaseid, trackid: null, marks: ['flagged' as const] }))
    const { stage } = await opened([OWN, PHONE])
    await expect.element(rows()).toHaveLength(2)
    stage.happens(libraryMarksRequested({ requestId: 'w', changes }))
    await everywhere().click()
    const said = '2 flag or archive changes were not sent yet and will be lost.'
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent(said)
  })

  it('SESSION-012: where the server could not be asked nobody is signed out here, and it is said', async () => {
    const { stage } = await opened([OWN, PHONE], { endAllSessions: () => refused(0, 'NETWORK') })
    await everywhere().click()
    await confirm('Sign out everywhere').click()
    await expect.element(page.getByRole('alertdialog', { name: 'Service Unavailable' })).toBeVisible()
    expect(stage.of('session.signOutRequested')).toEqual([])
  })

  it.each([
    ['NETWORK', true],
    ['UNREACHABLE', false],
  ])('H-405: one that came to nothing with %s may have been done: %s', async (code, isPerhaps) => {
    await opened([OWN, PHONE], { endAllSessions: () => refused(0, code) })
    await everywhere().click()
    await confirm('Sign out everywhere').click()
    const dialog = page.getByRole('alertdialog', { name: 'Service Unavailable' })
    await expect.element(dialog).toBeVisible()
    expect((dialog.element().textContent ?? '').includes('may have been done all the same')).toBe(isPerhaps)
  })
})

describe('SESSION-012: sign out everywhere whose answer was lost', () => {
  it.each([
    [0, 'NETWORK'],
    [502, 'HTTP_502'],
    [200, 'MALFORMED'],
  ])('after a %i %s it is done where the server knows this session no longer', async (status, code) => {
    let isOver = false
    const endAllSessions = () => {
      isOver = true
      return refused(status, code)
    }
    const sessions = () => (isOver ? refused(401, 'UNAUTHORIZED') : [OWN, PHONE])
    const { stage } = await opened([OWN, PHONE], { endAllSessions, sessions })
    await everywhere().click()
    await confirm('Sign out everywhere').click()
    await expect.poll(() => stage.of('session.signOutRequested')).toEqual([{}])
    expect(page.getByRole('alertdialog').elements()).toHaveLength(0)
  })
})

describe('a list that does not come', () => {
  it.each([
    [0, 'NETWORK'],
    [500, 'INTERNAL'],
    [404, 'NOT_FOUND'],
    [405, 'METHOD_NOT_ALLOWED'],
  ])('ACCOUNT-007: answered %i it takes Sign out everywhere from nobody', async (status, code) => {
    const { asked, stage } = await opened([], { sessions: () => refused(status, code) })
    await everywhere().click()
    await confirm('Sign out everywhere').click()
    await expect.poll(() => stage.of('session.signOutRequested')).toEqual([{}])
    expect(asked()).toEqual([['endAllSessions', null]])
  })

  it('ACCOUNT-007: is awaited with Sign out everywhere beside it', async () => {
    await opened([], { sessions: () => new Promise(() => {}) })
    await expect.element(everywhere()).toBeVisible()
  })

  it.each([
    [404, 'NOT_FOUND'],
    [405, 'HTTP_405'],
    [501, 'HTTP_501'],
  ])('H-304: is left away where the server keeps none (%d)', async (status, code) => {
    let answer = () => {}
    const sessions = () => new Promise<ReturnType<typeof refused>>((resolve) => { answer = () => resolve(refused(status, code)) }) // biome-ignore format: one line
    await opened([], { sessions })
    await expect.element(page.getByText('Loading your sessions')).toBeInTheDocument()
    answer()
    await expect.element(page.getByText('Loading your sessions')).not.toBeInTheDocument()
    await expect.element(button('Try again')).not.toBeInTheDocument()
    await expect.element(page.getByText('If you do not know one of these')).not.toBeInTheDocument()
  })
})

describe('what fails', () => {
  /** An action that is answered so opens this modal, which one OK closes. */
  async function fails(status: number, title: string, text: string): Promise<void> {
    await opened([OWN, PHONE], { endOtherSessions: () => refused(status) })
    await button('Sign out all others').click()
    await confirm('Sign out all others').click()
    const modal = page.getByRole('alertdialog', { name: title })
    await expect.element(modal).toHaveTextContent(text)
    await modal.getByRole('button', { name: 'OK' }).click()
    await expect.element(modal).not.toBeInTheDocument()
    await expect.element(rows()).toHaveLength(2)
  }
  it('SHELL-053: an action the server is away for opens the modal Service Unavailable', () =>
    fails(503, 'Service Unavailable', 'Nothing was changed'))
  it('SHELL-054: an action that is forbidden opens the modal Access Denied', { tags: ['long'] }, () =>
    fails(403, 'Access Denied', 'may not do this'),
  )
  it('SHELL-055: an action the server fails at opens the modal Something went wrong / Please try again later', () =>
    fails(500, 'Something went wrong', 'Please try again later'))

  /** A list that is answered so leaves this in its place, from where it can be asked for again. */
  async function comesNot(status: number, title: string): Promise<void> {
    let refuses = true
    await opened([], { sessions: () => (refuses ? refused(status) : [OWN]) })
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
    refuses = false
    await button('Try again').click()
    await expect.element(rows()).toHaveLength(1)
  }
  it('SHELL-053: a page whose list cannot be reached shows the screen Service Unavailable', () =>
    comesNot(0, 'Service Unavailable'))
  it('SHELL-054: a page whose list is forbidden shows the screen Access Denied', () => comesNot(403, 'Access Denied'))

  it('of an action without an answer says that it may have been done, and shows whether it was', {
    tags: ['long'],
  }, async () => {
    let held = [OWN, PHONE]
    const endOtherSessions = () => {
      held = [OWN]
      return refused(0, 'NETWORK')
    }
    await opened([], { sessions: () => held, endOtherSessions })
    await button('Sign out all others').click()
    await confirm('Sign out all others').click()
    const modal = page.getByRole('alertdialog', { name: 'Service Unavailable' })
    await expect.element(modal).toHaveTextContent('may have been done all the same')
    await modal.getByRole('button', { name: 'OK' }).click()
    await expect.element(rows()).toHaveLength(1)
  })

  it('an action that takes long says so, and is asked for once', async () => {
    let end = () => {}
    const endAllSessions = () => new Promise<null>((resolve) => { end = () => resolve(null) }) // biome-ignore format: one line
    const { asked } = await opened([OWN, PHONE], { endAllSessions })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await everywhere().click()
    await confirm('Sign out everywhere').click()
    await expect.poll(asked).toHaveLength(1)
    vi.advanceTimersByTime(10_000)
    await expect.element(page.getByText('This is taking longer than usual')).toBeVisible()
    ;(everywhere().element() as HTMLElement).click()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    expect(asked()).toHaveLength(1)
    end()
    await expect.element(page.getByText('This is taking longer than usual')).not.toBeInTheDocument()
  })

  it('says how long to wait where the server asks for it', async () => {
    await opened([OWN, PHONE], { endOtherSessions: () => refused(429, 'TOO_MANY_REQUESTS', { retryAfterMs: 40_000 }) })
    await button('Sign out all others').click()
    await confirm('Sign out all others').click()
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent(/Try again in 40 seconds/)
  })
})

it('is walked by keyboard alone', async () => {
  const { asked } = await opened([OWN, PHONE])
  await expect.element(rows()).toHaveLength(2)
  await userEvent.tab()
  await expect.element(button('Sign out Safari on iPhone')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  // What changes nothing has the focus.
  await expect.element(confirm('Cancel')).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.poll(asked).toEqual([['endSession', 'phone']])
})

it.each(['dark', 'light'] as const)('has nothing axe finds, in %s', async (theme) => {
  await opened([OWN, PHONE, aSession('pc')], {}, { theme })
  await expect.element(rows()).toHaveLength(3)
  expect(await axeFaults()).toEqual([])
})
