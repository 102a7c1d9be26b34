// Axe over what a person is and knows, in each theme: account, profile, settings, network, their dialogs and panels.
// @module-tag long
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Connection } from '#core/model/people/network.ts'
import { type AppStage, type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { aSession, saying } from '#tests/components/security.ts'
import { share } from '#tests/components/share.ts'
import { aToken } from '#tests/components/ways.ts'
import { type Answers, aDetail, failure } from '#tests/components/wire.ts'
import { aProfile, someClaims } from '#tests/support/story.ts'
import { inviteDraft } from '../../forms/invite/inviteDraft.state.ts'

const PHONE = [390, 844] as const
const TABLET = [900, 1000] as const
const MINE = 'p1@demo.test'
const OTHER = 'radio@demo.test'
const person = (n: number, verified = true): Connection => ({
  player_id: `c${n}`,
  full_name: ['Ada Okonkwo', 'Clara Voss', 'Elías Park'][n] ?? `Person ${n}`,
  first_name: 'Ada',
  last_name: 'Okonkwo',
  email: `person${n}@radio.test`,
  verified,
})
const PEOPLE = [person(0), person(1, false), person(2)]

const CONNECTIONS = 'GET /accounts/player/connections'
const ordinary: Answers = {
  'GET /profile': () => aProfile({ emails: [MINE, OTHER], mailto: MINE, phone: '+47 22 33 44 55' }),
  'POST /profile/merge': () => ({}),
  'POST /profile/split': () => ({}),
  [CONNECTIONS]: () => ({ data: { connections: PEOPLE } }),
  'GET /releases/:id': () => aDetail('r1', 3, { commenting_enabled: true, allow_sharing: true }),
  'GET /releases/:id/comments': () => ({ comments: [] }),
}
const never = () => new Promise<never>(() => {})
const fails = () => failure(500)

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).first()
const dialog = (name: string) => page.getByRole('dialog', { name })
const seen = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()
const inNetwork = () => expect.element(page.getByRole('row', { name: 'Ada Okonkwo' })).toBeVisible()

interface State {
  readonly name: string
  readonly at: string
  readonly window?: readonly [number, number]
  readonly answers?: Answers
  /** Resolves when the state stands there. */
  reach(app: AppStage): Promise<unknown>
}

async function adding(): Promise<void> {
  await page.getByRole('link', { name: 'Add another email' }).click()
  await expect.element(dialog('Add another email')).toBeVisible()
}
async function sendTo(email: string): Promise<void> {
  await dialog('Add another email').getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog('Add another email').getByRole('button', { name: 'Send confirmation' }).click()
}
async function unlinking(): Promise<void> {
  await button(`Remove ${OTHER}`).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Unlink email' })).toBeVisible()
}
async function startInviting(): Promise<void> {
  await button('Invite').click()
  await expect.element(dialog('Invite your network')).toBeVisible()
}

const STATES: readonly State[] = [
  { name: 'the account on a phone', at: '/account', window: PHONE, reach: () => seen('Sign out') },
  { name: 'the account on a tablet', at: '/account', window: TABLET, reach: () => seen('Account Management') },
  { name: 'the profile to read', at: '/account/profile', reach: () => seen('Norway') },
  {
    name: 'the profile to edit, with what is wrong in it',
    at: '/account/profile',
    async reach() {
      await button('Edit').click()
      await page.getByRole('textbox', { name: 'First name' }).fill('')
      await page.getByRole('textbox', { name: 'Phone' }).fill('none')
      await button('Save').click()
      await seen('This field is mandatory')
    },
  },
  {
    name: 'the question over unsaved changes',
    at: '/account/profile',
    async reach() {
      await button('Edit').click()
      await page.getByRole('textbox', { name: 'City' }).fill('Oslo')
      await button('Cancel').click()
      await expect.element(dialog('Unsaved changes')).toBeVisible()
    },
  },
  {
    name: 'a profile that did not come',
    at: '/account/profile',
    answers: { 'GET /profile': fails },
    reach: () => expect.element(button(/again/i)).toBeVisible(),
  },
  { name: 'account management', at: '/account/management', reach: () => seen('Firefox') },
  {
    name: 'settings of the account',
    at: '/account/settings-preferences',
    reach: () => expect.element(page.getByRole('combobox', { name: 'Language of mails' })).toBeVisible(),
  },
  {
    name: 'settings of this device',
    at: '/settings/player',
    reach: () => expect.element(page.getByRole('radiogroup', { name: 'Appearance' })).toBeVisible(),
  },
  {
    name: 'settings of this device on a phone',
    at: '/settings/player',
    window: PHONE,
    reach: () => expect.element(page.getByRole('radiogroup', { name: 'Appearance' })).toBeVisible(),
  },
  {
    name: 'settings that did not come',
    at: '/settings/email',
    answers: { 'GET /profile': fails },
    reach: () => seen('Your settings could not be loaded'),
  },
  { name: 'another e-mail', at: '/settings/email', reach: adding },
  {
    name: 'another e-mail that is none',
    at: '/settings/email',
    async reach() {
      await adding()
      await sendTo('none')
      await seen('Please enter a valid email address')
    },
  },
  {
    name: 'another e-mail, sent',
    at: '/settings/email',
    async reach() {
      await adding()
      await sendTo('new@demo.test')
      await seen('Confirmation e-mail sent')
    },
  },
  {
    name: 'another e-mail, refused',
    at: '/settings/email',
    answers: { 'POST /profile/merge': fails },
    async reach() {
      await adding()
      await sendTo('new@demo.test')
      await seen('Add email error')
    },
  },
  { name: 'an e-mail to unlink', at: '/settings/email', reach: unlinking },
  {
    name: 'an e-mail to unlink, sent',
    at: '/settings/email',
    async reach() {
      await unlinking()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink email' }).click()
      await seen('The unlink e-mail was sent')
    },
  },
  {
    name: 'an e-mail to unlink, refused',
    at: '/settings/email',
    answers: { 'POST /profile/split': fails },
    async reach() {
      await unlinking()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink email' }).click()
      await seen('Remove email error')
    },
  },
  {
    name: 'a link that asks whether to join an e-mail',
    at: `/account/settings-preferences?merge=${aToken({ invitation: { email: 'new@demo.test', playerid: 'p1' } })}`,
    reach: () => seen('Link new@demo.test to this account?'),
  },
  {
    name: 'another receiving address, asked about',
    at: '/settings/email',
    async reach() {
      await page.getByRole('combobox', { name: 'Where do you want to receive emails?' }).selectOptions(OTHER)
      await expect.element(page.getByRole('alertdialog', { name: 'Change main email' })).toBeVisible()
    },
  },
  { name: 'the network', at: '/account/my-network', reach: inNetwork },
  { name: 'the network on a phone', at: '/my-network', window: PHONE, reach: inNetwork },
  {
    name: 'a network of nobody',
    at: '/account/my-network',
    answers: { [CONNECTIONS]: () => ({ data: { connections: [] } }) },
    reach: () => seen('No connections yet'),
  },
  {
    name: 'a network that loads',
    at: '/account/my-network',
    answers: { [CONNECTIONS]: never },
    reach: () => expect.poll(() => document.querySelector('[data-skeleton]')).not.toBeNull(),
  },
  {
    name: 'a network that did not come',
    at: '/account/my-network',
    answers: { [CONNECTIONS]: fails },
    reach: () => seen('Your connections did not come'),
  },
  {
    name: 'nobody found',
    at: '/account/my-network',
    async reach() {
      await inNetwork()
      await page.getByRole('searchbox', { name: 'Search connections' }).fill('nobody at all')
      await seen('Nobody found')
    },
  },
  {
    name: 'a connection to delete',
    at: '/account/my-network',
    async reach() {
      await inNetwork()
      await button('Delete the connection with Clara Voss').click()
      await expect.element(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  { name: 'an invitation’s beginning', at: '/account/my-network', reach: startInviting },
  {
    name: 'a list of invitations with what is wrong in it',
    at: '/account/my-network',
    async reach() {
      await startInviting()
      await page.getByRole('checkbox').click()
      await button('Start inviting').click()
      await page.getByRole('textbox', { name: 'Email' }).fill('nora@demo.test')
      await page.getByRole('combobox', { name: 'Relationship' }).selectOptions('Other')
      await button('Add').click()
      await button('Add').click()
      await expect.element(button('Remove nora@demo.test')).toBeVisible()
    },
  },
  {
    name: 'a release to share, with nobody chosen',
    at: '/releases/releaseInfo/r1',
    async reach() {
      await button('Share release').click()
      await expect.element(dialog('Share release')).toBeVisible()
      await dialog('Share release').getByRole('button', { name: 'Share', exact: true }).click()
    },
  },
  {
    name: 'a message to a label, empty',
    at: '/releases/releaseInfo/r1',
    async reach() {
      await button('Contact').click()
      await expect.element(dialog('Contact')).toBeVisible()
      await dialog('Contact').getByRole('button', { name: 'Send', exact: true }).click()
      await seen('Request type is required')
    },
  },
  {
    name: 'notifications',
    at: '/releases',
    async reach() {
      await button('Notifications').click()
      await expect.element(dialog('Notifications')).toBeVisible()
    },
  },
  {
    name: 'support',
    at: '/releases',
    async reach() {
      await button('Support chat').click()
      await expect.element(dialog('Support chat')).toBeVisible()
      await userEvent.keyboard('{Tab}')
    },
  },
]

// A list that was begun in one theme is not gone on with in the next.
beforeEach(() => {
  inviteDraft.value = null
})

describe.each([
  ['dark', 0],
  ['light', 1],
  ['contrast', 2],
] as const)('axe finds nothing, %s, at', (theme, place) => {
  it.each(share(STATES, place, 3))('$name', async ({ at, window, answers, reach }) => {
    const { security } = saying({
      sessions: () => [aSession('s1', { current: true })],
      passkeys: () => ({ passkeys: [], rpid: 'demo.test', proof: { fresh: false, password: true } }),
    })
    const around: AppSurroundings = {
      theme,
      claims: someClaims('p1', { verified: true }),
      answers: { ...ordinary, ...answers },
      ports: { security },
      ...(window ? { window } : {}),
    }
    const app = await openApp(at, around)
    await reach(app)
    expect(await axeFaults()).toEqual([])
  })
})
