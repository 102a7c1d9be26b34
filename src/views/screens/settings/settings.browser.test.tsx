/** Settings: connected addresses, mails, and the links that join an address or take one off. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { readProfile } from '#actions/people/profile.ts'
import { MergeClaims, SplitClaims } from '#core/model/people/profile.ts'
import { keepsNothing } from '#projections/session.ts'
import { type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { promised } from '#tests/components/promised.ts'
import { refused, saying } from '#tests/components/security.ts'
import { aToken } from '#tests/components/ways.ts'
import { type Answers, failure, unreachable } from '#tests/components/wire.ts'
import { aProfile } from '#tests/support/story.ts'

const DESKTOP = { window: [1440, 900] } as const
const MINE = 'p1@demo.test'
const OTHER = 'radio@demo.test'
const mergeToken = () => aToken({ invitation: { email: 'new@demo.test', playerid: 'p1' } })
const splitToken = () => aToken({ email: OTHER, playerid: 'p1' })

const list = () => page.getByRole('list', { name: 'Connected emails' })
const adding = () => page.getByRole('dialog', { name: 'Add another email' })
const unlinking = () => page.getByRole('alertdialog', { name: 'Unlink email' })
const frequency = () => page.getByRole('combobox', { name: 'Release email frequency' })
const receiving = () => page.getByRole('combobox', { name: 'Where do you want to receive emails?' })

/** Two addresses unless said otherwise; what is posted is merged into the profile. */
async function opened(path: string, fields = {}, answers: Answers = {}, around: AppSurroundings = DESKTOP) {
  let held = aProfile({ emails: [MINE, OTHER], mailto: MINE, mailpref: 'daily', ...fields })
  return openApp(path, {
    ...around,
    answers: {
      'GET /profile': () => held,
      'POST /profile': ({ body }) => {
        held = { ...held, ...(body as object) }
        return held
      },
      // What stands first answers.
      'POST /profile/merge': () => ({}),
      'POST /profile/split': () => ({}),
      ...answers,
    },
  })
}

async function connecting(answers: Answers = {}) {
  const stage = await opened('/settings/email', {}, answers)
  await page.getByRole('link', { name: 'Add another email' }).click()
  await expect.element(adding()).toBeVisible()
  const send = async (email: string) => {
    await adding().getByRole('textbox', { name: 'Email' }).fill(email)
    await adding().getByRole('button', { name: 'Send confirmation' }).click()
  }
  return { stage, send }
}

async function unlinkingOther(answers: Answers = {}) {
  const stage = await opened('/settings/email', {}, answers)
  await list()
    .getByRole('button', { name: `Remove ${OTHER}` })
    .click()
  await expect.element(unlinking()).toBeVisible()
  return stage
}
const confirmUnlink = () => unlinking().getByRole('button', { name: 'Unlink email' }).click()

it('SETTINGS-001: the tab Email & Notifications', async () => {
  await opened('/settings/email')
  const panel = page.getByRole('tabpanel', { name: 'Email & Notifications' })
  await expect.element(panel.getByRole('list', { name: 'Connected emails' })).toBeVisible()
  await expect.element(panel.getByRole('combobox', { name: 'Release email frequency' })).toBeVisible()
})

it('SETTINGS-002, H-628: the tab Player and Downloads', async () => {
  await opened('/settings/player')
  const panel = page.getByRole('tabpanel', { name: 'Player and Downloads' })
  await expect.element(panel.getByRole('combobox', { name: 'Preferred format' })).toBeVisible()
  await expect.element(panel.getByRole('combobox', { name: 'Releases shown as' })).toBeVisible()
  await expect.element(panel.getByRole('switch', { name: 'Autoplay the next song', exact: true })).toBeVisible()
})

it('what a setting of the player does is heard with it', async () => {
  await opened('/settings/player')
  for (const name of ['Autoplay the next song', 'Keyboard shortcuts']) {
    const control = page.getByRole('switch', { name, exact: true })
    await expect.element(control).toBeVisible()
    await expect.element(control).toHaveAccessibleDescription(/\w+ \w+/)
  }
})

it('SETTINGS-003: the tab Cancel All Session ends every session after a question', { tags: ['long'] }, async () => {
  const { security, asked } = saying({ endAllSessions: () => null })
  await opened('/settings/cancelsession', {}, {}, { ...DESKTOP, ports: { security } })
  const panel = page.getByRole('tabpanel', { name: 'Cancel All Session' })
  await panel.getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere' })
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect.poll(() => asked.map(([call]) => call)).toContain('endAllSessions')
})

it('SETTINGS-004: the tab Logout signs out after a question', async () => {
  const stage = await opened('/settings/logout')
  await page.getByRole('tabpanel', { name: 'Logout' }).getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog', { name: 'Sign out' }).getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => stage.told.map(({ type }) => type)).toContain('session.signOutRequested')
})

it('SETTINGS-005: a tablet shows the list first, then the tab with a link back to the account', async () => {
  const stage = await opened('/settings', {}, {}, { window: [900, 1000] })
  const names = ['Email & Notifications', 'Player and Downloads', 'Cancel All Session', 'Logout']
  for (const name of names) await expect.element(page.getByRole('link', { name, exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Email & Notifications' }).click()
  await expect.element(list()).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Account' }).click()
  await expect.poll(() => stage.address).toBe('/account')
})

it('H-434: a phone shows the list first too, and the arrow of a tab leads to the account', {
  tags: ['long'],
}, async () => {
  const stage = await opened('/settings', {}, {}, { window: [390, 844] })
  await page.getByRole('link', { name: 'Player and Downloads' }).click()
  await expect.poll(() => stage.address).toBe('/settings/player')
  history.back()
  await page.getByRole('link', { name: 'Email & Notifications' }).click()
  await expect.element(list()).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => stage.address).toBe('/account')
})

it('a long address in a select leaves the words beside it their room', async () => {
  const long = `${'x'.repeat(80)}@demo.test`
  await opened('/settings/email', { emails: [MINE, long], mailto: long }, {}, { window: [1280, 900] })
  await expect.element(receiving()).toBeVisible()
  const words = page.getByText('Where do you want to receive emails?', { exact: true }).element()
  const row = words.closest('div')?.parentElement
  expect(words.getBoundingClientRect().width).toBeGreaterThan(0.35 * (row?.clientWidth ?? 0))
  expect(row?.scrollWidth).toBe(row?.clientWidth)
})

it('SETTINGS-006: the first tab is the default', async () => {
  const stage = await opened('/settings')
  await expect.poll(() => stage.address).toBe('/settings/email')
  await expect
    .element(page.getByRole('tab', { name: 'Email & Notifications' }))
    .toHaveAttribute('aria-selected', 'true')
})

it('SETTINGS-007: Settings & Preferences shows the connected e-mails as pills', async () => {
  await opened('/account/settings-preferences')
  await expect.element(list().getByRole('listitem').filter({ hasText: OTHER })).toBeVisible()
  expect(list().getByRole('listitem').elements()).toHaveLength(2)
})

it('SETTINGS-008: only another e-mail than the one signed in can be removed, and only of several', async () => {
  await opened('/settings/email')
  await expect.element(list().getByRole('button', { name: `Remove ${OTHER}` })).toBeVisible()
  expect(list().getByRole('button').elements()).toHaveLength(1)
  await opened('/settings/email', { emails: [OTHER] })
  await expect.element(list().getByText(OTHER)).toBeVisible()
  expect(list().getByRole('button').elements()).toHaveLength(0)
})

/** Asks to unlink the other address, which the server refuses. */
async function refusedUnlink(code: string, said: string) {
  await unlinkingOther({ 'POST /profile/split': () => failure(409, code) })
  await confirmUnlink()
  await expect.element(unlinking().getByRole('alert')).toHaveTextContent(said)
}
it('SETTINGS-009: the only e-mail is not removed, and the reason is said', { tags: ['long'] }, () =>
  refusedUnlink('LAST_EMAIL', 'cannot remove the only email address'),
)
it('SETTINGS-010: the e-mail in use is not removed, and the reason is said', () =>
  refusedUnlink('EMAIL_SIGNED_IN', 'You are signed in with this email'))

it('H-563: after too many mails to remove an address the wait is counted down, and nothing is asked for before', {
  tags: ['long'],
}, async () => {
  const many = () => Response.json({ code: 'TOO_MANY_REQUESTS', message: '' }, { status: 429, headers: { 'Retry-After': '60' } }) // biome-ignore format: one line
  const stage = await unlinkingOther({ 'POST /profile/split': many })
  await confirmUnlink()
  await expect.element(unlinking().getByRole('alert')).toHaveTextContent(/asked for too often.*Try again in/)
  await confirmUnlink()
  await expect.element(unlinking().getByRole('log')).toHaveTextContent(/Try again in/)
  expect(stage.wire.of('POST /profile/split')).toHaveLength(1)
})

it('SHELL-020, SETTINGS-011: Add another email opens the modal, and Back closes it', async () => {
  await connecting()
  history.back()
  await expect.element(adding()).not.toBeInTheDocument()
})

it('SETTINGS-011: Cancel closes it too, and leaves nothing of it behind Back', { tags: ['long'] }, async () => {
  const stage = await opened('/flagged')
  stage.go('/settings/email')
  const add = page.getByRole('link', { name: 'Add another email' })
  await expect.element(add).toBeVisible()
  const { idx } = history.state
  await add.click()
  await adding().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(adding()).not.toBeInTheDocument()
  expect(history.state.idx).toBe(idx)
})

/** Sends what nobody may connect: it is refused where it was typed, and the server is not asked. */
async function refusedAtField(typed: string, said: string) {
  const { stage, send } = await connecting()
  await send(typed)
  await expect.element(adding().getByRole('textbox')).toHaveAccessibleDescription(said)
  expect(stage.wire.of('POST /profile/merge')).toEqual([])
}
it('SETTINGS-012: an address that is none is refused at its field', () =>
  refusedAtField('radio', 'Please enter a valid email address'))
it('SETTINGS-013: no address is refused at its field', () => refusedAtField('', 'Email is required'))
it('SETTINGS-014: an address of this account is refused at its field', () =>
  refusedAtField('RADIO@demo.test', 'This email is already associated with this account'))
it('SETTINGS-015: an address without a domain is refused at its field', () =>
  refusedAtField('radio@demo', 'Please enter a valid email address'))

it('SETTINGS-016: the modal is idle, waits, and says an error that goes when something is typed', {
  tags: ['long'],
}, async () => {
  let answer = promised<unknown>()
  const { send } = await connecting({ 'POST /profile/merge': () => answer.promise })
  const submit = () => adding().getByRole('button', { name: 'Send confirmation' })
  expect(adding().getByRole('alert').query()).toBeNull()
  await expect.element(submit()).not.toHaveAttribute('aria-busy')
  await send('taken@demo.test')
  await expect.element(submit()).toHaveAttribute('aria-busy', 'true')
  expect(adding().getByRole('alert').query()).toBeNull()
  answer.resolve(failure(409, 'EMAIL_IN_USE'))
  await expect.element(adding().getByRole('alert')).toBeVisible()
  await expect.element(submit()).not.toHaveAttribute('aria-busy')
  await adding().getByRole('textbox', { name: 'Email' }).fill('new@demo.tes')
  await expect.element(adding().getByRole('alert')).not.toBeInTheDocument()
  answer = promised()
  answer.resolve({})
  await send('new@demo.test')
  await expect.element(adding().getByRole('status').filter({ hasText: 'new@demo.test' })).toBeVisible()
  expect(adding().getByRole('alert').query()).toBeNull()
})

it('SETTINGS-017: says that the confirmation e-mail was sent', async () => {
  const { stage, send } = await connecting()
  await send('new@demo.test')
  await expect.element(adding().getByText('Confirmation e-mail sent')).toBeVisible()
  expect(stage.wire.of('POST /profile/merge').map(({ body }) => body)).toEqual([{ email: 'new@demo.test' }])
})

it('SETTINGS-018: says why no e-mail was sent, and what was typed stays', async () => {
  const { send } = await connecting({ 'POST /profile/merge': () => failure(409, 'EMAIL_IN_USE') })
  await send('taken@demo.test')
  await expect.element(adding().getByRole('alert')).toHaveTextContent('Add email error')
  await expect.element(adding().getByRole('alert')).toHaveTextContent('belongs to another account')
  await expect.element(adding().getByRole('textbox')).toHaveValue('taken@demo.test')
})

it('D-045: a code nobody knows is said as the linking having failed', async () => {
  const { send } = await connecting({ 'POST /profile/merge': () => failure(409, 'SOMETHING_ELSE') })
  await send('other@demo.test')
  await expect.element(adding().getByRole('alert')).toHaveTextContent('Email linking failed')
})

it('H-016: after too many mails the wait is counted down, and another address may be tried at once', {
  tags: ['long'],
}, async () => {
  const many = () => Response.json({ code: 'TOO_MANY_REQUESTS', message: '' }, { status: 429, headers: { 'Retry-After': '60' } }) // biome-ignore format: one line
  const { stage, send } = await connecting({ 'POST /profile/merge': many })
  await send('new@demo.test')
  await expect.element(adding().getByRole('alert')).toHaveTextContent(/asked for too often.*Try again in/)
  await adding().getByRole('button', { name: 'Send confirmation' }).click()
  expect(stage.wire.of('POST /profile/merge')).toHaveLength(1)
  await send('other@demo.test')
  await expect.poll(() => stage.wire.of('POST /profile/merge').length).toBe(2)
})

it('SETTINGS-014: what the server alone knows to be of this account is said at the field', {
  tags: ['long'],
}, async () => {
  const text = 'This email is already associated with this account'
  const known = () => Response.json({ code: 'BAD_REQUEST', message: text, fields: { email: text } }, { status: 400 })
  const { send } = await connecting({ 'POST /profile/merge': known })
  await send('new@demo.test')
  await expect.element(adding().getByRole('textbox')).toHaveAccessibleDescription(text)
  // H-164: once.
  expect(adding().getByText(text).elements()).toHaveLength(1)
  expect(adding().getByRole('alert').query()).toBeNull()
})

it('without a line the address stays and can be sent again', { tags: ['long'] }, async () => {
  let isDown = true
  const { send } = await connecting({ 'POST /profile/merge': () => (isDown ? unreachable() : {}) })
  await send('new@demo.test')
  await expect.element(adding().getByRole('alert')).toHaveTextContent('The server cannot be reached')
  isDown = false
  await adding().getByRole('button', { name: 'Send confirmation' }).click()
  await expect.element(adding().getByText('Confirmation e-mail sent')).toBeVisible()
})

it('SETTINGS-019: the connected e-mails are the choices of where mails go', async () => {
  await opened('/settings/email')
  await expect.element(receiving()).toHaveValue(MINE)
  expect([...(receiving().element() as HTMLSelectElement).options].map(({ text }) => text)).toEqual([MINE, OTHER])
})

it('SETTINGS-020: the frequency is none, daily, weekly or per release', async () => {
  await opened('/settings/email')
  await expect.element(frequency()).toHaveValue('daily')
  const { options } = frequency().element() as HTMLSelectElement
  expect([...options].map(({ value, text }) => [value, text])).toEqual([
    ['none', 'None'],
    ['daily', 'Daily'],
    ['weekly', 'Weekly'],
    ['track', 'Per release'],
  ])
})

it('SETTINGS-021: a frequency is saved at once, alone', async () => {
  const stage = await opened('/settings/email')
  await frequency().selectOptions('weekly')
  await expect.element(page.getByText('Settings have been saved').first()).toBeVisible()
  expect(stage.wire.of('POST /profile').map(({ body }) => body)).toEqual([{ mailpref: 'weekly' }])
  await expect.element(frequency()).toHaveValue('weekly')
})

it('H-040, SETTINGS-021: of a choice that was made anew elsewhere it says to what, and saves mine when it is pressed again', async () => {
  let isElsewhere = false
  let held = aProfile({ emails: [MINE, OTHER], mailto: MINE, mailpref: 'daily' })
  const at = () => (isElsewhere ? '"v2"' : '"v1"')
  await opened(
    '/settings/email',
    {},
    {
      'GET /profile': () => Response.json(held, { headers: { ETag: at() } }),
      'POST /profile': ({ body, headers }) => {
        if (headers.get('If-Match') !== at()) return failure(412, 'PROFILE_CHANGED')
        held = { ...held, ...(body as object) }
        return Response.json(held, { headers: { ETag: '"v3"' } })
      },
    },
  )
  await expect.element(frequency()).toHaveValue('daily')
  held = { ...held, mailpref: 'none' }
  isElsewhere = true
  await frequency().selectOptions('weekly')
  const alert = page.getByRole('alert').filter({ hasText: 'could not be saved' })
  await expect.element(alert).toHaveTextContent('changed elsewhere meanwhile: Release email frequency is now None.')
  await expect.element(frequency()).toHaveValue('weekly')
  await alert.getByRole('button', { name: 'Save again' }).click()
  await expect.element(page.getByText('Settings have been saved').first()).toBeVisible()
  expect(held.mailpref).toBe('weekly')
})

it('H-040: of an address that was chosen anew elsewhere it says so in a sentence', async () => {
  const third = 'third@demo.test'
  let mailto = MINE
  await opened(
    '/settings/email',
    {},
    {
      'GET /profile': () =>
        Response.json(aProfile({ emails: [MINE, OTHER, third], mailto }), { headers: { ETag: `"${mailto}"` } }),
      'POST /profile': () => failure(412, 'PROFILE_CHANGED'),
    },
  )
  await expect.element(receiving()).toHaveValue(MINE)
  mailto = third
  await receiving().selectOptions(OTHER)
  await page.getByRole('alertdialog', { name: 'Change main email' }).getByRole('button', { name: 'Confirm' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'could not be saved' })
  await expect.element(alert).toHaveTextContent(`meanwhile: The receiving address is now ${third}.`)
})

it('SETTINGS-022: a receiving e-mail is saved at once when it was confirmed', async () => {
  const stage = await opened('/settings/email')
  await receiving().selectOptions(OTHER)
  await page.getByRole('alertdialog', { name: 'Change main email' }).getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByText('Settings have been saved').first()).toBeVisible()
  expect(stage.wire.of('POST /profile').map(({ body }) => body)).toEqual([{ mailto: OTHER }])
  await expect.element(receiving()).toHaveValue(OTHER)
})

it('SETTINGS-023: another main e-mail is asked about, and Cancel puts the old one back', async () => {
  const stage = await opened('/settings/email')
  await receiving().selectOptions(OTHER)
  const question = page.getByRole('alertdialog', { name: 'Change main email' })
  await expect.element(question).toHaveTextContent(OTHER)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(receiving()).toHaveValue(MINE)
  expect(stage.wire.of('POST /profile')).toEqual([])
})

it('H-383: what keys choose is asked about, or saved, when Enter is pressed or the focus leaves', async () => {
  const stage = await opened('/settings/email')
  await expect.element(receiving()).toHaveValue(MINE)
  ;(receiving().element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(receiving()).toHaveValue(OTHER)
  const question = page.getByRole('alertdialog', { name: 'Change main email' })
  await expect.element(question).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(receiving()).toHaveValue(MINE)
  await expect.element(frequency()).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(frequency()).toHaveValue('track')
  expect(stage.wire.of('POST /profile')).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => stage.wire.of('POST /profile').map(({ body }) => body)).toEqual([{ mailpref: 'track' }])
})

it('H-383: what keys chose is saved when the page is left by a way that leaves no field before', async () => {
  const stage = await opened('/settings/email')
  await expect.element(frequency()).toHaveValue('daily')
  ;(frequency().element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(stage.wire.of('POST /profile')).toEqual([])
  history.pushState({ idx: 1, key: 'next' }, '', '/settings/playback')
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  await expect.element(frequency()).not.toBeInTheDocument()
  await expect.poll(() => stage.wire.of('POST /profile')).toHaveLength(1)
})

it('a choice that could not be saved stays, and is saved by a press', async () => {
  let isDown = true
  const profile = aProfile({ emails: [MINE, OTHER], mailto: MINE, mailpref: 'daily' })
  await opened(
    '/settings/email',
    {},
    {
      'POST /profile': () => (isDown ? unreachable() : { ...profile, mailpref: 'none' }),
    },
  )
  await frequency().selectOptions('none')
  await expect.element(page.getByRole('alert').filter({ hasText: 'could not be saved' })).toBeVisible()
  await expect.element(frequency()).toHaveValue('none')
  isDown = false
  await page.getByRole('button', { name: 'Save again' }).click()
  await expect.element(page.getByText('Settings have been saved').first()).toBeVisible()
  expect(page.getByRole('alert').filter({ hasText: 'could not be saved' }).query()).toBeNull()
})

it('H-424: a choice whose save failed after the page was left is said, and stands there still', async () => {
  const answer = promised<Response>()
  let isDown = true
  const stage = await opened('/settings/email', {}, { 'POST /profile': () => (isDown ? answer.promise : aProfile()) })
  await frequency().selectOptions('none')
  await expect.poll(() => stage.wire.of('POST /profile')).toHaveLength(1)
  stage.go('/flagged')
  await expect.element(frequency()).not.toBeInTheDocument()
  answer.resolve(failure(500, 'INTERNAL'))
  await expect.element(page.getByText('Your choice about mails could not be saved').first()).toBeVisible()
  stage.go('/settings/email')
  const alert = page.getByRole('alert').filter({ hasText: 'Your settings could not be saved' })
  await expect.element(alert).toBeVisible()
  await expect.element(frequency()).toHaveValue('none')
  isDown = false
  await alert.getByRole('button', { name: 'Save again' }).click()
  await expect.element(alert).not.toBeInTheDocument()
  expect(stage.wire.of('POST /profile').map(({ body }) => body)).toEqual([{ mailpref: 'none' }, { mailpref: 'none' }])
})

it('SETTINGS-024: an e-mail is unlinked after a question that can be left', async () => {
  const stage = await unlinkingOther()
  await expect.element(unlinking()).toHaveTextContent(OTHER)
  await expect.element(unlinking().getByRole('button', { name: 'Keep it' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(unlinking()).not.toBeInTheDocument()
  expect(stage.wire.of('POST /profile/split')).toEqual([])
})

it('SETTINGS-025: says that the unlink e-mail was sent', async () => {
  const stage = await unlinkingOther()
  await confirmUnlink()
  await expect.element(unlinking().getByText('The unlink e-mail was sent')).toBeVisible()
  expect(stage.wire.of('POST /profile/split').map(({ body }) => body)).toEqual([{ email: OTHER }])
})

it('SETTINGS-026: the modal is idle, says an error, and success after another try', async () => {
  let fails = true
  await unlinkingOther({ 'POST /profile/split': () => (fails ? failure(409, 'EMAIL_SIGNED_IN') : {}) })
  expect(unlinking().getByRole('alert').query()).toBeNull()
  await confirmUnlink()
  await expect.element(unlinking().getByRole('alert')).toHaveTextContent('Remove email error')
  fails = false
  await confirmUnlink()
  await expect.element(unlinking().getByText('The unlink e-mail was sent')).toBeVisible()
})

it('that a mail was sent is said by what has the focus', { tags: ['long'] }, async () => {
  const { send } = await connecting()
  await send('new@demo.test')
  const close = (dialog: Locator) => dialog.getByRole('button', { name: 'Close' })
  await expect.element(close(adding())).toHaveFocus()
  await expect.element(close(adding())).toHaveAccessibleDescription(/^Confirmation e-mail sent .*new@demo\.test/)
  await unlinkingOther()
  await confirmUnlink()
  await expect.element(close(unlinking())).toHaveFocus()
  for (const one of [close(unlinking()), unlinking()])
    await expect.element(one).toHaveAccessibleDescription(/^The unlink e-mail was sent/)
})

it('SETTINGS-027: a started merge waits for its confirmation and names the address', async () => {
  const { stage, send } = await connecting()
  await send('new@demo.test')
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Open the link in the mail to new@demo.test' }))
    .toBeVisible()
  expect(stage.state.get('profile', 'self')?.mergeEmailStarted).toMatchObject({ email: 'new@demo.test', sent: true })
})

it('SETTINGS-028: Close ends the waiting, and the next time the form is empty', { tags: ['long'] }, async () => {
  const { stage, send } = await connecting()
  await send('new@demo.test')
  await adding().getByRole('button', { name: 'Close' }).click()
  await expect.element(adding()).not.toBeInTheDocument()
  expect(stage.state.get('profile', 'self')?.mergeEmailStarted).toBeNull()
  await page.getByRole('link', { name: 'Add another email' }).click()
  await expect.element(adding().getByRole('textbox')).toHaveValue('')
})

it('SETTINGS-028: Cancel ends the waiting too', async () => {
  const { stage, send } = await connecting({ 'POST /profile/merge': () => new Promise(() => {}) })
  const started = () => stage.state.get('profile', 'self')?.mergeEmailStarted
  await send('new@demo.test')
  await expect.poll(started).toMatchObject({ sent: false })
  await adding().getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(started).toBeNull()
})

it('SETTINGS-029: Keep it ends the waiting too', { tags: ['long'] }, async () => {
  const stage = await unlinkingOther({ 'POST /profile/split': () => new Promise(() => {}) })
  const started = () => stage.state.get('profile', 'self')?.splitEmailStarted
  await confirmUnlink()
  await expect.poll(started).toMatchObject({ sent: false })
  await unlinking().getByRole('button', { name: 'Keep it' }).click()
  await expect.poll(started).toBeNull()
})

it('SETTINGS-029: a started split waits for its confirmation until Close', { tags: ['long'] }, async () => {
  const stage = await unlinkingOther()
  await confirmUnlink()
  await expect
    .element(page.getByRole('status').filter({ hasText: `Open the link in the mail to ${OTHER}` }))
    .toBeVisible()
  await unlinking().getByRole('button', { name: 'Close' }).click()
  await expect.element(unlinking()).not.toBeInTheDocument()
  expect(stage.state.get('profile', 'self')?.splitEmailStarted).toBeNull()
})

/** Opens a mailed link in a browser that did not ask for it, and presses. */
async function landing(
  way: 'merge' | 'split',
  answer: () => string | null | ReturnType<typeof refused>,
  emails: readonly string[] = [MINE, OTHER],
  token = way === 'merge' ? mergeToken() : splitToken(),
) {
  const mailChoices = () => ({ mailpref: 'daily' as const, mailto: MINE, emails: [...emails], version: null })
  const { security, asked } = saying({ confirmMerge: answer, confirmSplit: answer, mailChoices })
  const stage = await opened(
    `/account/settings-preferences?${way}=${token}`,
    {},
    {},
    { ...DESKTOP, ports: { security } },
  )
  const press = () => page.getByRole('button', { name: way === 'merge' ? 'Link email' : 'Unlink email' }).click()
  return { stage, asked, press }
}

it('SETTINGS-030: posts the merge token once, by a press where it was not asked for', async () => {
  const { asked, press } = await landing('merge', () => 'new@demo.test')
  await expect.element(page.getByRole('region', { name: 'Link new@demo.test to this account?' })).toBeVisible()
  expect(asked).toEqual([])
  await press()
  await expect.poll(() => asked).toEqual([['confirmMerge', expect.stringMatching(/^link:/)]])
})

it('H-638: a link for which there is no vault is not called gone, and is there after a press', async () => {
  let isGone = true
  const vault = async <T,>(answer: T): Promise<T> => {
    if (isGone) throw new Error('the worker is gone')
    return answer
  }
  const facts = { email: 'new@demo.test', publicDevice: false, isOwn: false, isOver: false, welcome: false }
  const ports = {
    keepSecret: <P extends string>(purpose: P) => vault(`${purpose}:1` as const),
    readLink: () => vault(facts),
  }
  await opened(`/account/settings-preferences?merge=${mergeToken()}`, {}, {}, { ...DESKTOP, ports })
  await expect.element(page.getByRole('alert').filter({ hasText: 'server' })).toBeVisible()
  isGone = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('region', { name: 'Link new@demo.test to this account?' })).toBeVisible()
})

it('SETTINGS-030: posts it at once in the browser that asked for it (D-162)', async () => {
  const { send } = await connecting()
  await send('new@demo.test')
  await expect.element(adding().getByText('Confirmation e-mail sent')).toBeVisible()
  const marks = localStorage.getItem('linkedEmails') ?? ''
  expect(marks).not.toContain('new@demo.test')
  const { security, asked } = saying({ confirmMerge: () => 'new@demo.test' })
  const stage = await opened('/releases', {}, {}, { ...DESKTOP, ports: { security } })
  // As in another page of the same browser, which keeps it.
  localStorage.setItem('linkedEmails', marks)
  stage.go(`/account/settings-preferences?merge=${mergeToken()}`)
  await expect.poll(() => asked.map(([call]) => call)).toEqual(['confirmMerge'])
})

it('SETTINGS-031: the profile is read again after the post', async () => {
  const { stage, press } = await landing('merge', () => 'new@demo.test')
  await press()
  await expect.element(page.getByText('new@demo.test has been successfully linked')).toBeVisible()
  await expect.poll(() => stage.wire.of('GET /profile').length).toBe(2)
})

it('SETTINGS-032: the token goes out of the address, the rest of it stays', async () => {
  const address = '/account/settings-preferences?kept=1'
  const stage = await opened(`${address}&merge=${mergeToken()}#x`)
  await expect.element(page.getByRole('button', { name: 'Link email' })).toBeVisible()
  await expect.poll(() => stage.address + location.hash).toBe(`${address}#x`)
})

it('H-529: names the address of the link where the answer does not', async () => {
  const { stage, press } = await landing('merge', () => null)
  await press()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'new@demo.test has been successfully linked' }))
    .toBeVisible()
  expect(stage.of('profile.linkAnswered')).toMatchObject([{ email: 'new@demo.test', done: true }])
})

it('H-529: says that the address was linked where nothing names it, and notifies of no address without a name', async () => {
  const { stage, press } = await landing('merge', () => null, [MINE, OTHER], aToken({}))
  await press()
  await expect.element(page.getByText('the address of this link belongs to this account now')).toBeVisible()
  expect(stage.of('profile.linkAnswered')).toEqual([])
})

it('SETTINGS-033: says that the e-mail was linked', async () => {
  const { press } = await landing('merge', () => 'new@demo.test')
  await press()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'new@demo.test has been successfully linked' }))
    .toBeVisible()
})

it('SETTINGS-033: says that linking failed, whatever the code', async () => {
  const { press } = await landing('merge', () => refused(409, 'SOMETHING_NEW'))
  await press()
  await expect.element(page.getByRole('status').filter({ hasText: 'Email linking failed' })).toBeVisible()
})

it.each([
  ['merge', 'Email linking failed'],
  ['split', 'Email unlinking failed'],
] as const)(
  'SETTINGS-035, D-045: a %s that is refused by an unknown code is said to have failed',
  async (way, said) => {
    const { press } = await landing(way, () => refused(409, 'SOMETHING_NEW'))
    await press()
    await expect.element(page.getByRole('alert').filter({ hasText: /^The address was not/ })).toHaveTextContent(said)
  },
)

it('SETTINGS-034: a split link likewise', async () => {
  const { stage, asked, press } = await landing('split', () => OTHER)
  await expect.poll(() => stage.address).toBe('/account/settings-preferences')
  await press()
  await expect.element(page.getByText(`${OTHER} has been successfully unlinked`)).toBeVisible()
  expect(asked.map(([call]) => call)).toEqual(['confirmSplit'])
  const failing = await landing('split', () => refused(410, 'TOKEN_EXPIRED'))
  await failing.press()
  await expect.element(page.getByText('Email unlinking failed')).toBeVisible()
})

it.each([
  ['TOKEN_EXPIRED', 'This link has expired or was used already'],
  ['TOKEN_INVALID', 'This link is not valid'],
  ['TOKEN_WRONG_PLAYER', 'This link belongs to another account'],
  ['EMAIL_IN_USE', 'This email belongs to another account'],
  ['LAST_EMAIL', 'You cannot remove the only email address'],
])('SETTINGS-035: %s is said in words', async (code, said) => {
  const { press } = await landing('merge', () => refused(409, code))
  await press()
  await expect.element(page.getByRole('alert').filter({ hasText: said })).toBeVisible()
})

it('a link that was asked about too often can be pressed again', async () => {
  let isTooOften = true
  const { press } = await landing('merge', () => (isTooOften ? refused(429, 'TOO_MANY_REQUESTS') : 'new@demo.test'))
  await press()
  await expect.element(page.getByRole('alert').filter({ hasText: 'too often' })).toBeVisible()
  isTooOften = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('new@demo.test has been successfully linked')).toBeVisible()
})

it('a press at a landed link leaves the focus on the page', { tags: ['long'] }, async () => {
  const answers = [refused(429, 'TOO_MANY_REQUESTS'), 'new@demo.test']
  const { press } = await landing('merge', () => answers.shift() ?? '')
  const main = () => expect.poll(() => document.activeElement?.localName).toBe('main')
  await press()
  await main()
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  await again.click()
  await expect.element(page.getByText('new@demo.test has been successfully linked')).toBeVisible()
  await main()
  await landing('split', () => '')
  await page.getByRole('button', { name: 'Not now' }).click()
  await main()
})

it('H-037: after a lost answer it says where the addresses stand', async () => {
  const { press } = await landing('merge', () => refused(0, 'NETWORK'))
  await press()
  const alert = page.getByRole('alert').filter({ hasText: 'See below whether it was' })
  await expect.element(alert).toBeVisible()
  const address = page.getByText(MINE, { exact: true }).first()
  await expect.element(address).toBeVisible()
  const place = alert.element().compareDocumentPosition(address.element())
  expect(place & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

it('an answer that was lost is asked for again by a press', { tags: ['long'] }, async () => {
  let isDown = true
  const { press } = await landing('merge', () => (isDown ? refused(0, 'NETWORK') : 'new@demo.test'))
  await press()
  await expect.element(page.getByRole('alert').filter({ hasText: 'may have been done all the same' })).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('new@demo.test has been successfully linked')).toBeVisible()
})

/** A split whose first answer is lost, and whose token is used up then; `emails` is what the account has by now. */
async function lostSplit(emails: readonly string[], lost = refused(0, 'TIMEOUT')) {
  const answers = [lost, refused(410, 'TOKEN_EXPIRED')]
  const mailChoices = () => ({ mailpref: 'daily' as const, mailto: MINE, emails: [...emails], version: null })
  const confirmSplit = () => answers.shift() ?? OTHER
  const { security } = saying({ confirmSplit, mailChoices })
  const path = `/account/settings-preferences?split=${splitToken()}`
  const stage = await opened(path, {}, {}, { ...DESKTOP, ports: { security } })
  await page.getByRole('button', { name: 'Unlink email' }).click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'may have been done all the same' })).toBeVisible()
  return stage
}

it.each([
  [0, 'TIMEOUT'],
  [502, 'HTTP_502'],
  [200, 'MALFORMED'],
])(
  'H-037: a split answered %i %s was done perhaps: the profile is read again, and nothing is called failed',
  async (status, code) => {
    const stage = await lostSplit([MINE], refused(status, code))
    await expect.poll(() => stage.wire.of('GET /profile').length).toBe(2)
    expect(stage.told.map(({ type }) => type)).not.toContain('profile.linkAnswered')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText(`${OTHER} no longer belongs to this account`)).toBeVisible()
  },
)

it('H-037: a split that did not do its work failed, where its token is used up', async () => {
  await lostSplit([MINE, OTHER.toUpperCase()])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'has expired or was used already' })).toBeVisible()
})

it('H-425: a link that is opened once more after its answer was lost is said to be done where the account says so', async () => {
  const { stage, press } = await landing('split', () => refused(410, 'TOKEN_EXPIRED'), [MINE])
  await press()
  await expect.element(page.getByText(`${OTHER} no longer belongs to this account`)).toBeVisible()
  expect(stage.of('profile.linkAnswered')).toMatchObject([{ way: 'split', done: true }])
})

it('H-425: of a link whose time is over the account says nothing: it may be another one’s', async () => {
  const over = aToken({ email: OTHER, playerid: 'p1', exp: 1_700_000_000 })
  const { asked, press } = await landing('split', () => refused(410, 'TOKEN_EXPIRED'), [MINE], over)
  await press()
  await expect.element(page.getByRole('alert').filter({ hasText: 'has expired or was used already' })).toBeVisible()
  expect(asked.map(([call]) => call)).toEqual(['confirmSplit'])
})

it('SETTINGS-036: a merge token names its address in an invitation', async () => {
  expect(MergeClaims.safeParse({ invitation: { email: 'a@demo.test', playerid: 'p1' }, exp: 1 }).success).toBe(true)
  expect(MergeClaims.safeParse({ email: 'a@demo.test', playerid: 'p1', exp: 1 }).success).toBe(false)
  await landing('merge', () => '')
  await expect.element(page.getByRole('heading', { name: 'Link new@demo.test to this account?' })).toBeVisible()
})

it('SETTINGS-037: a split token names its address as its email', async () => {
  expect(SplitClaims.safeParse({ email: 'a@demo.test', playerid: 'p1', exp: 1 }).success).toBe(true)
  expect(SplitClaims.safeParse({ invitation: { email: 'a@demo.test', playerid: 'p1' }, exp: 1 }).success).toBe(false)
  await landing('split', () => '')
  await expect.element(page.getByRole('heading', { name: `Unlink ${OTHER} from this account?` })).toBeVisible()
})

it('says when the settings cannot be had, and asks again', async () => {
  let isDown = true
  await opened('/settings/email', {}, { 'GET /profile': () => (isDown ? failure(500) : aProfile()) })
  await expect.element(page.getByText('Your settings could not be loaded')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(frequency()).toBeVisible()
})

it('the format that is chosen is that of the account, and each part says where it is kept', async () => {
  const stage = await opened('/settings/player')
  await page.getByRole('combobox', { name: 'Preferred format' }).selectOptions('wav')
  await expect.poll(() => stage.wire.of('POST /profile').map(({ body }) => body)).toEqual([{ format: 'wav' }])
  expect(page.getByText('Kept on this device').elements().length).toBeGreaterThan(0)
  await expect.element(page.getByText('kept with your account')).toBeVisible()
})

it('H-491, D-006: on a public computer nothing is said to be kept on the device', async () => {
  onTestFinished(() => {
    keepsNothing.value = false
  })
  keepsNothing.value = true
  await opened('/settings/player')
  await expect.element(page.getByText('Kept while this page is open').first()).toBeVisible()
  expect(page.getByText('Kept on this device').elements()).toEqual([])
  await expect.element(page.getByText('kept with your account')).toBeVisible()
})

it('H-051: a format that could not be saved stays as chosen and can be saved again', async () => {
  let isDown = true
  let held = aProfile({ format: 'mp3' })
  const stage = await opened(
    '/settings/player',
    {},
    {
      'GET /profile': () => held,
      'POST /profile': ({ body }) => {
        if (isDown) return failure(500)
        held = { ...held, ...(body as object) }
        return held
      },
    },
  )
  const format = page.getByRole('combobox', { name: 'Preferred format' })
  await format.selectOptions('wav')
  const told = page.getByRole('alert').filter({ hasText: 'The format could not be saved' })
  await expect.element(told).toBeVisible()
  readProfile()
  await expect.poll(() => stage.state.get('profile', 'self')?.profile?.format).toBe('mp3')
  await expect.element(format).toHaveValue('wav')
  isDown = false
  await told.getByRole('button', { name: 'Save again' }).click()
  await expect.element(told).not.toBeInTheDocument()
  expect(held.format).toBe('wav')
})

it('autoplay, shortcuts and the kind of list are chosen at once', async () => {
  const stage = await opened('/settings/player')
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click()
  await page.getByRole('combobox', { name: 'Releases shown as' }).selectOptions('list')
  await expect.poll(() => stage.state.single('setting')).toMatchObject({ shortcuts: false, listView: true })
  await page.getByRole('switch', { name: 'Even loudness while auditioning' }).click()
  await expect.poll(() => stage.state.single('setting').levelled).toBe(false)
  const before = stage.state.single('player').autoPlay
  await page.getByRole('main').getByRole('switch', { name: 'Autoplay the next song' }).click()
  await expect.poll(() => stage.state.single('player').autoPlay).toBe(!before)
})

it('H-521: even loudness is not offered where the page cannot set the volume', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'volume', 'get').mockReturnValue(1)
  await opened('/settings/player')
  await expect.element(page.getByRole('switch', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect.element(page.getByRole('switch', { name: 'Even loudness while auditioning' })).not.toBeInTheDocument()
})

it.each(['dark', 'light'] as const)('is clean for axe, %s', async (theme) => {
  await opened('/account/settings-preferences', {}, {}, { ...DESKTOP, theme })
  await expect.element(list()).toBeVisible()
  expect(await axeFaults()).toEqual([])
})
