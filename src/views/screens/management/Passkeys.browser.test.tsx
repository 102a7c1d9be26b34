/** The passkeys of a player: what is said of each, adding, naming, removing, and every way in which that may fail. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { libraryMarksRequested } from '#core/events/library.ts'
import type { Passkey, PasskeyAdd } from '#core/model/people/passkeys.ts'
import { axeFaults } from '#tests/components/axe.ts'
import { promised } from '#tests/components/promised.ts'
import { aSession, refused, saying } from '#tests/components/security.ts'
import { type Surroundings, show } from '#tests/components/stage.tsx'
import { Passkeys } from './Passkeys.tsx'
import '../../i18n/security.ts'

const DESK: Passkey = {
  passkeyid: 'k1',
  name: 'Desk',
  created: '2026-11-20T08:00:00.000Z',
  used: '2026-11-22T08:00:00.000Z',
  synced: true,
}
const OPTIONS = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Player' },
  user: { id: 'AAAA', name: 'v@demo.test', displayName: 'V' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
}
const rows = () => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const status = () => page.css('section > [role="status"]')
const dialog = () => page.getByRole('dialog')

/** A browser that makes a passkey, or does not. */
function browserMakes(outcome: 'passkey' | DOMException) {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  const response = { attestationObject: bytes, clientDataJSON: bytes, getTransports: () => ['internal'] }
  const made = { id: 'AQID', rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}) }
  return vi
    .spyOn(navigator.credentials, 'create')
    .mockImplementation(() => (outcome === 'passkey' ? Promise.resolve(made as never) : Promise.reject(outcome)))
}
afterEach(() => void vi.restoreAllMocks())

async function opened(
  passkeys: Passkey[],
  says: Parameters<typeof saying>[0] = {},
  {
    fresh = true,
    password = true,
    rpid = 'localhost',
    ...around
  }: Surroundings & { fresh?: boolean; password?: boolean; rpid?: string | null } = {},
) {
  let held = passkeys
  let proved = fresh
  const guarded = <T,>(run: () => T) => (proved ? run() : refused(403, 'PROOF_NEEDED'))
  const { security, asked } = saying({
    sessions: () => [aSession('own', { current: true, browser: 'Chrome', system: 'macOS' })],
    passkeys: () => ({ passkeys: held, rpid, proof: { fresh: proved, password } }),
    passkeyOptions: () => guarded(() => ({ ceremony: 'secret', options: OPTIONS })),
    addPasskey: ({ name }: PasskeyAdd) =>
      guarded(() => {
        const passkey = { ...DESK, passkeyid: 'k2', name, used: null, synced: false }
        held = [passkey, ...held]
        return passkey
      }),
    renamePasskey: ({ passkeyid, name }) => {
      held = held.map((one) => (one.passkeyid === passkeyid ? { ...one, name } : one))
      return held.find((one) => one.passkeyid === passkeyid) ?? refused(404, 'PASSKEY_NOT_FOUND')
    },
    removePasskey: (passkeyid) =>
      guarded(() => {
        held = held.filter((one) => one.passkeyid !== passkeyid)
        return null
      }),
    prove: (handle) => {
      proved = handle.startsWith('password:')
      return null
    },
    ...says,
  })
  const stage = await show(<Passkeys />, { ...around, ports: { security, ...around.ports } })
  return { stage, of: (call: string) => asked.flatMap(([name, given]) => (name === call ? [given] : [])) }
}

describe('passkeys', () => {
  it('are listed with name, when they were added and used, and whether they are on several devices', async () => {
    await opened([DESK])
    await expect.element(rows()).toHaveTextContent('DeskOn several devicesAdded Nov 20, 2026 · last used Nov 22, 2026')
  })

  it.each([404, 405, 501])('H-532: are not spoken of where the server has none (%d)', async (status) => {
    const { stage } = await opened([], { passkeys: () => refused(status, 'NOT_FOUND') })
    await expect.element(page.getByRole('heading', { name: 'Passkeys' })).not.toBeInTheDocument()
    expect(stage.host.textContent).toBe('')
  })

  it('are added under the name of this browser, and that is said', async () => {
    const create = browserMakes('passkey')
    const { of } = await opened([])
    await expect.element(page.getByText('You have no passkey yet.')).toBeVisible()
    await button('Add a passkey').click()
    await expect.element(rows()).toHaveTextContent(/^Chrome on macOSAdded .* · not used yet/)
    await expect.element(status()).toHaveTextContent('The passkey Chrome on macOS was added.')
    expect(of('addPasskey')).toMatchObject([{ ceremony: 'secret', name: 'Chrome on macOS', response: { id: 'AQID' } }])
    expect(create).toHaveBeenCalledOnce()
  })

  it('leave the focus at the heading of their section when one is removed', async () => {
    await opened([DESK])
    await button('Remove Desk').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await expect.element(page.getByText('You have no passkey yet.')).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveFocus()
  })

  it('leave the focus with whoever went on before the answer came', async () => {
    const gate = promised<null>()
    await opened([DESK], { removePasskey: () => gate.promise })
    await button('Remove Desk').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await expect.element(button('Remove Desk')).toHaveFocus()
    const add = button('Add a passkey')
    ;(add.element() as HTMLElement).focus()
    gate.resolve(null)
    await expect.element(status()).toHaveTextContent('Desk')
    await expect.element(add).toHaveFocus()
  })

  it('of one name are told apart, in the list and in the question', async () => {
    await opened([DESK, { ...DESK, passkeyid: 'k3', created: '2026-11-21T08:00:00.000Z', used: null }])
    await button('Remove Desk, Added Nov 21, 2026, not used yet').click()
    const question = 'Remove Desk, Added Nov 21, 2026, not used yet?'
    await expect.element(page.getByRole('alertdialog', { name: question })).toBeVisible()
    await expect.element(button('Rename Desk, Added Nov 20, 2026, last used Nov 22, 2026')).toBeInTheDocument()
  })

  it('are named', async () => {
    const { of } = await opened([DESK])
    await button('Rename Desk').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('  مفتاحي  ')
    await button('Save').click()
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(rows()).toHaveTextContent(/^مفتاحي/)
    expect(of('renamePasskey')).toEqual([{ passkeyid: 'k1', name: 'مفتاحي' }])
  })

  it.each([
    ['nothing', ' \u200B ', /^Give it a name/],
    ['51 characters', 'x'.repeat(51), /50/],
  ])('are not named with %s', async (_, name, says: RegExp) => {
    const { of } = await opened([DESK])
    await button('Rename Desk').click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await button('Save').click()
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(says)
    expect(of('renamePasskey')).toEqual([])
  })

  it('are removed after it was asked, the last one too', async () => {
    const { of } = await opened([DESK])
    await button('Remove Desk').click()
    expect(of('removePasskey')).toEqual([])
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect.element(page.getByText('You have no passkey yet.')).toBeVisible()
    expect(of('removePasskey')).toEqual(['k1'])
  })

  it('keep the name that was typed over a call without an answer, and take it with the next', async () => {
    let isAway = true
    const { of } = await opened([DESK], {
      renamePasskey: ({ name }) => (isAway ? refused(0, 'NETWORK') : { ...DESK, name }),
    })
    await button('Rename Desk').click()
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Studio')
    await button('Save').click()
    await expect.element(dialog().getByRole('alert')).toHaveTextContent('The server cannot be reached')
    await expect.element(name).toHaveValue('Studio')
    isAway = false
    await button('Save').click()
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(of('renamePasskey')).toEqual([{ passkeyid: 'k1', name: 'Studio' }, { passkeyid: 'k1', name: 'Studio' }]) // biome-ignore format: one line
  })

  it('removed by a call without an answer are gone from the list, and it is said that nobody knew', {
    tags: ['long'],
  }, async () => {
    let held = [DESK]
    await opened([], {
      passkeys: () => ({ passkeys: held, rpid: 'localhost', proof: { fresh: true, password: true } }),
      removePasskey: () => {
        held = []
        return refused(0, 'NETWORK')
      },
    })
    await button('Remove Desk').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    const modal = page.getByRole('alertdialog', { name: 'Service Unavailable' })
    await expect.element(modal).toHaveTextContent('may have been done all the same')
    await modal.getByRole('button', { name: 'OK' }).click()
    await expect.element(page.getByText('Desk')).not.toBeInTheDocument()
  })

  it('ask for the password when the sign-in was long ago, and go on with what was wanted', async () => {
    browserMakes('passkey')
    const { of } = await opened([], {}, { fresh: false })
    await button('Add a passkey').click()
    await page.getByLabelText('Password', { exact: true }).fill('Lantern-7-Harbour')
    await button('Go on').click()
    await expect.element(rows()).toHaveLength(1)
    // The password itself went into the vault.
    expect(of('prove')).toEqual([expect.stringMatching(/^password:/)])
  })

  it.each(['Add a passkey', 'Remove Desk'])(
    'H-420: %s does not go on where the question was cancelled while the password was on its way',
    async (wanted) => {
      const create = browserMakes('passkey')
      const proof = promised<null>()
      const { of } = await opened([DESK], { prove: () => proof.promise }, { fresh: false })
      await button(wanted).click()
      if (wanted !== 'Add a passkey')
        await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByLabelText('Password', { exact: true }).fill('Lantern-7-Harbour')
      await button('Go on').click()
      await expect.poll(() => of('prove')).toHaveLength(1)
      const asked = of('passkeyOptions').length + of('removePasskey').length
      await dialog().getByRole('button', { name: 'Cancel' }).click()
      proof.resolve(null)
      await proof.promise
      await expect.element(dialog()).not.toBeInTheDocument()
      await expect.element(rows()).toHaveLength(1)
      expect(of('passkeyOptions').length + of('removePasskey').length).toBe(asked)
      expect(create).not.toHaveBeenCalled()
    },
  )

  it('H-421: cancelled while a name is on its way show what came of it, and leave the next dialog alone', async () => {
    const OTHER = { ...DESK, passkeyid: 'k3', name: 'Phone' }
    let held = [DESK, OTHER]
    const answer = promised<Passkey>()
    const { of } = await opened([], {
      passkeys: () => ({ passkeys: held, rpid: 'localhost', proof: { fresh: true, password: true } }),
      renamePasskey: () => answer.promise,
    })
    await button('Rename Desk').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Studio')
    await button('Save').click()
    await expect.poll(() => of('renamePasskey')).toHaveLength(1)
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await button('Rename Phone').click()
    held = [{ ...DESK, name: 'Studio' }, OTHER]
    answer.resolve({ ...DESK, name: 'Studio' })
    await expect.element(page.getByText('is called Studio')).toBeInTheDocument()
    await expect.element(rows().first()).toHaveTextContent(/^Studio/)
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Phone')
  })

  it('H-421: cancelled while a name is on its way are asked for again when its answer is lost', async () => {
    let held = [DESK]
    const answer = promised<ReturnType<typeof refused>>()
    await opened([], {
      passkeys: () => ({ passkeys: held, rpid: 'localhost', proof: { fresh: true, password: true } }),
      renamePasskey: () => answer.promise,
    })
    await button('Rename Desk').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Studio')
    await button('Save').click()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    held = [{ ...DESK, name: 'Studio' }]
    answer.resolve(refused(0, 'NETWORK'))
    await expect.element(rows()).toHaveTextContent(/^Studio/)
    await expect.element(dialog()).not.toBeInTheDocument()
  })

  it('say of a wrong password that it is one, and keep the dialog', async () => {
    await opened([DESK], { prove: () => refused(403, 'INVALID_CREDENTIALS') }, { fresh: false })
    await button('Remove Desk').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    const field = page.getByLabelText('Password', { exact: true })
    await field.fill('Wrong-7-Harbour')
    await button('Go on').click()
    await expect.element(field).toHaveAccessibleDescription('This is not your password.')
    await expect.element(field).toHaveFocus()
  })

  it('say that it went wrong where the vault is gone, and the dialog can be closed or sent again', {
    tags: ['long'],
  }, async () => {
    let isGone = true
    const keepSecret = () => (isGone ? Promise.reject(new Error('it is gone')) : Promise.resolve('password:1' as never))
    const { of } = await opened([DESK], {}, { fresh: false, ports: { keepSecret } })
    await button('Remove Desk').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByLabelText('Password', { exact: true }).fill('Lantern-7-Harbour')
    await button('Go on').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong')
    isGone = false
    await button('Go on').click()
    await expect.poll(() => of('prove')).toEqual(['password:1'])
  })

  it('H-563: ask for no other password while the server asks to wait', { tags: ['long'] }, async () => {
    const many = () => refused(429, 'TOO_MANY_TRIES', { retryAfterMs: 60_000 })
    const { of } = await opened([DESK], { prove: many }, { fresh: false })
    await button('Remove Desk').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    const field = page.getByLabelText('Password', { exact: true })
    await field.fill('Wrong-7-Harbour')
    await button('Go on').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent(/Try again in/)
    await field.fill('Other-7-Harbour')
    await button('Go on').click()
    await expect.element(page.getByRole('log')).toHaveTextContent(/Try again in/)
    expect(of('prove')).toHaveLength(1)
  })

  it('lead somebody without a password to sign in again', async () => {
    const { stage } = await opened([DESK], {}, { fresh: false, password: false })
    const changes = [{ releaseid: 'r1', trackid: null, marks: ['flagged' as const] }]
    stage.happens(libraryMarksRequested({ requestId: 'w', changes }))
    await button('Add a passkey').click()
    const question = page.getByRole('alertdialog', { name: 'Sign in again' })
    await expect.element(question).toHaveTextContent('mailed link')
    // H-570
    await expect.element(question).toHaveTextContent('1 flag or archive change was not sent yet and will be lost.')
    await question.getByRole('button', { name: 'Sign out' }).click()
    expect(stage.of('session.signOutRequested')).toEqual([{}])
  })
})

describe('H-562: a list that does not come again', () => {
  /** It came, and does not again. */
  async function listed() {
    const proof = { fresh: true, password: true }
    let isAway = false
    const passkeys = () => (isAway ? refused(0, 'NETWORK') : { passkeys: [DESK], rpid: 'localhost', proof })
    await opened([DESK], { passkeys })
    await expect.element(rows()).toHaveTextContent(/^Desk/)
    isAway = true
  }

  it('shows the passkey that was added, and says that it may have changed', async () => {
    browserMakes('passkey')
    await listed()
    await button('Add a passkey').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('The list could not be read again')
    await expect.element(rows().first()).toHaveTextContent(/^Chrome on macOS/)
    await expect.element(rows()).toHaveLength(2)
  })

  it('shows the name that was given, and says that it may have changed', async () => {
    await listed()
    await button('Rename Desk').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Studio')
    await button('Save').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('The list could not be read again')
    await expect.element(rows()).toHaveTextContent(/^Studio/)
  })
})

describe('a passkey that is not made', () => {
  it.each([
    ['the dialog is closed', new DOMException('no', 'NotAllowedError'), 'No passkey was made'],
    ['the device has one', new DOMException('no', 'InvalidStateError'), 'This device already has a passkey'],
    ['the browser fails', new DOMException('no', 'UnknownError'), 'could not make a passkey'],
  ])('because %s says so, and can be tried again', async (_, error, says) => {
    browserMakes(error)
    const { of } = await opened([])
    await button('Add a passkey').click()
    await expect.element(status()).toHaveTextContent(says)
    expect(of('addPasskey')).toEqual([])
    browserMakes('passkey')
    await button('Add a passkey').click()
    await expect.element(rows()).toHaveLength(1)
  })

  it.each([
    [410, 'CHALLENGE_EXPIRED', 'took too long'],
    [400, 'PASSKEY_REFUSED', 'could not be verified'],
    [409, 'TOO_MANY_PASSKEYS', 'Remove one first'],
  ])('because the server answers %i %s says so', async (status_, code, says) => {
    browserMakes('passkey')
    await opened([], { addPasskey: () => refused(status_, code) })
    await button('Add a passkey').click()
    await expect.element(status()).toHaveTextContent(says)
  })

  it('because the server is away opens the modal', async () => {
    await opened([], { passkeyOptions: () => refused(0, 'NETWORK') })
    await button('Add a passkey').click()
    await expect.element(page.getByRole('alertdialog', { name: 'Service Unavailable' })).toBeVisible()
  })

  it.each([null, 'player.example'])(
    'because they are for %s and not for this address: a line and no button',
    async (rpid) => {
      await opened([DESK], {}, { rpid })
      await expect.element(page.getByText('Passkeys are not offered at this address.')).toBeVisible()
      await expect.element(button('Add a passkey')).not.toBeInTheDocument()
      // What is there can still be removed.
      await expect.element(button('Remove Desk')).toBeVisible()
    },
  )
})

it.each(['dark', 'light'] as const)('has nothing axe finds, in %s', async (theme) => {
  await opened([DESK], {}, { theme, fresh: false })
  expect(await axeFaults()).toEqual([])
  await button('Add a passkey').click()
  await expect.element(button('Go on')).toBeVisible()
  expect(await axeFaults()).toEqual([])
})
