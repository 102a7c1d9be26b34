/** The profile: to read, to edit, and not to lose what was typed. */
import { beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { on } from '#bridge/bus.ts'
import { sessionEnded, sessionExpired, sessionStarted } from '#core/events/people/session.ts'
import type { Profile } from '#core/model/people/profile.ts'
import { type AppStage, type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { promised } from '#tests/components/promised.ts'
import { failure } from '#tests/components/wire.ts'
import { aProfile, someClaims } from '#tests/support/story.ts'

const DESKTOP = { window: [1440, 900] } as const
const server = { profile: aProfile(), version: 1 }
beforeEach(() => {
  server.profile = aProfile({ phone: '+47 22 33 44 55' })
  server.version = 1
})

const answers = () => {
  const said = () => Response.json(server.profile, { headers: { ETag: `"v${server.version}"` } })
  return {
    'GET /profile': said,
    'POST /profile': ({ body, headers }: { body: unknown; headers: Headers }) => {
      const version = headers.get('If-Match')
      if (version !== null && version !== `"v${server.version}"`) return failure(412, 'PROFILE_CHANGED')
      server.profile = { ...server.profile, ...(body as Partial<Profile>) }
      server.version += 1
      return said()
    },
  }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const box = (name: string | RegExp) => page.getByRole('textbox', { name })
const choices = (name: string | RegExp) => page.getByRole('combobox', { name })
const asking = () => page.getByRole('dialog', { name: 'Unsaved changes' })
const at = (stage: AppStage, address: string) => expect.poll(() => stage.address).toBe(address)

async function editing(path = '/account/profile', surroundings: AppSurroundings = DESKTOP): Promise<AppStage> {
  const stage = await openApp(path, { answers: answers(), ...surroundings })
  await button('Edit').click()
  return stage
}
/** Edits after a page was left for the profile, so that there is something to go back to. */
async function editingFrom(path: string): Promise<AppStage> {
  const stage = await openApp(path, { answers: answers(), ...DESKTOP })
  await expect.poll(() => stage.address).toBe(path)
  stage.go('/account/profile')
  await button('Edit').click()
  return stage
}

it('PROFILE-004: shows the profile to read, and as a form once Edit is pressed', async () => {
  await openApp('/account/profile', { answers: answers(), ...DESKTOP })
  await expect.element(page.getByRole('region', { name: 'Profile' }).getByText('Norway')).toBeVisible()
  await expect.element(page.getByText('+47 22 33 44 55')).toBeVisible()
  expect(page.getByRole('textbox', { name: 'City' }).elements()).toHaveLength(0)
  await button('Edit').click()
  await expect.element(box('City')).toHaveValue('Bergen')
  await expect.element(button('Edit')).not.toBeInTheDocument()
})

it('PROFILE-004: shows each field by its name, codes by theirs', async () => {
  const held = { firstname: 'Ada', lastname: 'Okonkwo', title: 'Head of music', company: 'Noon FM', city: 'Austin' }
  const coded = { country: 'US', state: 'TX', language: 'fr' }
  server.profile = aProfile({ ...held, ...coded, phone: '+1 512 555 0100', website: 'noon.example' })
  await openApp('/account/profile', { answers: answers(), ...DESKTOP })
  const pairs = () =>
    [...document.querySelectorAll('dl > div')].map(({ children }) => [...children].map((one) => one.textContent))
  await expect.poll(pairs).toEqual([
    ['First name', 'Ada'],
    ['Last name', 'Okonkwo'],
    ['Position', 'Head of music'],
    ['Company', 'Noon FM'],
    ['Country', 'United States'],
    ['State', 'Texas'],
    ['City', 'Austin'],
    ['Language', 'French'],
    ['Phone', '+1 512 555 0100'],
    ['Website', 'noon.example'],
  ])
})

it('a language the server calls by no code of any list is written as it is, to read and to edit', async () => {
  server.profile = aProfile({ language: 'no language!' })
  await editing()
  await expect.element(choices(/Language/)).toHaveValue('no language!')
})

it('PROFILE-005: saving leaves edit mode and shows what was saved', { tags: ['long'] }, async () => {
  const stage = await editing()
  await box('City').fill('Oslo')
  await button('Save').click()
  await expect.element(button('Edit')).toBeVisible()
  await expect.element(page.getByText('Oslo')).toBeVisible()
  await expect.element(button('Edit')).toHaveFocus()
  expect(stage.wire.of('POST /profile')).toHaveLength(1)
})

it('saved after somebody went on, it leaves them the focus', { tags: ['long'] }, async () => {
  const gate = promised<null>()
  const { 'POST /profile': save, ...rest } = answers()
  await editing('/account/profile', {
    ...DESKTOP,
    answers: {
      ...rest,
      'POST /profile': async (asked) => {
        await gate.promise
        return save(asked)
      },
    },
  })
  await box('City').fill('Oslo')
  await button('Save').click()
  const elsewhere = page.getByRole('button', { name: 'Downloads', exact: true })
  ;(elsewhere.element() as HTMLElement).focus()
  gate.resolve(null)
  await expect.element(page.getByText('Oslo')).toBeVisible()
  await expect.element(button('Edit')).toBeVisible()
  await expect.element(elsewhere).toHaveFocus()
})

it('what the server fails at is not called a change by somebody else', { tags: ['long'] }, async () => {
  await openApp('/account/profile', {
    answers: { ...answers(), 'POST /profile': () => failure(500, 'INTERNAL') },
    ...DESKTOP,
  })
  await button('Edit').click()
  await box('City').fill('Oslo')
  await button('Save').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong')
  await expect.element(page.getByText('changed at the same time')).not.toBeInTheDocument()
  await expect.element(box('City')).toHaveValue('Oslo')
})

it('PROFILE-021: after saving it says that settings have been saved', async () => {
  const stage = await editing()
  await box('City').fill('Oslo')
  await button('Save').click()
  await expect.element(page.getByRole('status').getByText('Settings have been saved')).toBeVisible()
  expect(stage.of('profile.saveRequested')).toMatchObject([{ edits: { city: 'Oslo' } }])
})

it('PROFILE-019: two tabs that edit different fields do not undo each other', { tags: ['long'] }, async () => {
  await editing()
  await box('City').fill('Oslo')
  server.profile = { ...server.profile, company: 'Fjord FM' }
  server.version += 1
  await button('Save').click()
  await expect.element(page.getByText('Fjord FM')).toBeVisible()
  expect(server.profile).toMatchObject({ city: 'Oslo', company: 'Fjord FM' })
})

it('PROFILE-006: Cancel with changes asks, and each answer does what it says', { tags: ['long'] }, async () => {
  await editing()
  await box('City').fill('Oslo')
  await button('Cancel').click()
  await asking().getByRole('button', { name: 'Stay on page' }).click()
  await expect.element(box('City')).toHaveValue('Oslo')
  await button('Cancel').click()
  await asking().getByRole('button', { name: 'Leave without saving' }).click()
  await expect.element(button('Edit')).toBeVisible()
  await expect.element(page.getByText('Bergen')).toBeVisible()
})

it('H-422: Cancel and Back while it is being saved say that it may still be saved', { tags: ['long'] }, async () => {
  const answer = promised<Response>()
  await openApp('/flagged', {
    answers: { ...answers(), 'POST /profile': () => answer.promise },
    ...DESKTOP,
  }).then(({ go }) => go('/account/profile'))
  await button('Edit').click()
  await box('City').fill('Oslo')
  await button('Save').click()
  await button('Cancel').click()
  const said = 'Your changes are on their way and may still be saved.'
  await expect.element(asking()).toHaveAccessibleDescription(said)
  await asking().getByRole('button', { name: 'Stay on page' }).click()
  history.back()
  await expect.element(asking()).toHaveAccessibleDescription(said)
  // What comes back is no longer on its way.
  answer.resolve(failure(500, 'INTERNAL'))
  await expect.element(asking().getByRole('button', { name: 'Leave without saving' })).toBeVisible()
})

it('H-634: a save whose answer was lost can be taken back, and is not called unsaved', { tags: ['long'] }, async () => {
  const { 'POST /profile': save, ...rest } = answers()
  const stage = await openApp('/account/profile', {
    answers: {
      ...rest,
      'POST /profile': (asked) => {
        save(asked)
        return failure(504, 'HTTP_504')
      },
    },
    ...DESKTOP,
  })
  await button('Edit').click()
  await box('City').fill('Oslo')
  await button('Save').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached')
  await box('City').fill('Bergen')
  await button('Cancel').click()
  await expect.element(asking()).toHaveAccessibleDescription('Your changes are on their way and may still be saved.')
  await asking().getByRole('button', { name: 'Stay on page' }).click()
  stage.wire.answer(answers())
  await button('Save').click()
  await expect.element(button('Edit')).toBeVisible()
  await expect.element(page.getByText('Bergen')).toBeVisible()
  expect(server.profile.city).toBe('Bergen')
})

it('PROFILE-007: Back with changes asks, and stays or leaves', { tags: ['long'] }, async () => {
  const stage = await editingFrom('/flagged')
  await box('City').fill('Oslo')
  history.back()
  await asking().getByRole('button', { name: 'Stay on page' }).click()
  await at(stage, '/account/profile')
  await expect.element(box('City')).toHaveValue('Oslo')
  history.back()
  await asking().getByRole('button', { name: 'Leave without saving' }).click()
  await at(stage, '/flagged')
})

/** The profile as the third page of a visit, with something written. */
async function editThirdPage() {
  const stage = await openApp('/flagged', { answers: answers(), ...DESKTOP })
  stage.go('/archived')
  await at(stage, '/archived')
  stage.go('/account/profile')
  await button('Edit').click()
  await box('City').fill('Oslo')
  return stage
}

it('PROFILE-007: two quick ways back ask as well, and the address stays that of the form', async () => {
  const stage = await editThirdPage()
  history.back()
  history.back()
  await expect.element(asking()).toBeVisible()
  await asking().getByRole('button', { name: 'Stay on page' }).click()
  await expect.element(asking()).not.toBeInTheDocument()
  await expect.poll(() => location.pathname).toBe('/account/profile')
  await at(stage, '/account/profile')
  await expect.element(box('City')).toHaveValue('Oslo')
})

it('PROFILE-007: a way back that overtook the return to the form is mended, and the next one asks again', {
  tags: ['long'],
}, async () => {
  const stage = await editThirdPage()
  // The return that is asked for under the question arrives nowhere, as when Back is pressed once more before it does.
  const go = vi.spyOn(history, 'go').mockImplementationOnce(() => {})
  history.back()
  await asking().getByRole('button', { name: 'Stay on page' }).click()
  expect(go).toHaveBeenCalledTimes(1)
  go.mockRestore()
  await expect.poll(() => location.pathname).toBe('/account/profile')
  history.back()
  await asking().getByRole('button', { name: 'Stay on page' }).click()
  await expect.poll(() => location.pathname).toBe('/account/profile')
  await at(stage, '/account/profile')
  await expect.element(box('City')).toHaveValue('Oslo')
})

it('PROFILE-007: a link away asks the same', { tags: ['long'] }, async () => {
  const stage = await editing()
  await box('City').fill('Oslo')
  await page.getByRole('tab', { name: 'My Network' }).click()
  await expect.element(asking()).toBeVisible()
  await asking().getByRole('button', { name: 'Leave without saving' }).click()
  await at(stage, '/account/my-network')
})

it('H-435: a sign-out with changes says that they are lost, and without says nothing of them', {
  tags: ['long'],
}, async () => {
  await editing()
  const question = page.getByRole('alertdialog', { name: 'Sign out' })
  const signOut = async () => {
    await button('Account menu').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect.element(question).toBeVisible()
  }
  await signOut()
  expect(question.element().textContent).not.toContain('changed your profile')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await box('City').fill('Oslo')
  await signOut()
  await expect.element(question).toHaveTextContent('You changed your profile and have not saved it.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(box('City')).toHaveValue('Oslo')
  await button('Cancel').click()
  await button('Leave without saving').click()
  await signOut()
  expect(question.element().textContent).not.toContain('changed your profile')
})

it('below a long name Edit begins where the name does', async () => {
  await openApp('/profile', {
    window: [390, 844],
    answers: answers(),
    claims: someClaims('p1', { fullname: 'Wilhelmina Featherstonehaugh-Montgomery of the Northern Lights' }),
  })
  await expect.element(button('Edit')).toBeVisible()
  const left = (element: Element | null | undefined) => element?.getBoundingClientRect().left
  const card = page.getByRole('region', { name: 'Profile' }).element()
  expect(left(button('Edit').element())).toBe(left(card.querySelector('[data-initials]')))
})

it('PROFILE-008: Cancel or Back without changes leaves edit mode and asks nothing', { tags: ['long'] }, async () => {
  const stage = await editingFrom('/flagged')
  await button('Cancel').click()
  await expect.element(button('Edit')).toBeVisible()
  await button('Edit').click()
  // What was typed and taken back again is no change.
  await box('City').fill('Oslo')
  await box('City').fill('Bergen')
  history.back()
  await at(stage, '/flagged')
  expect(asking().elements()).toHaveLength(0)
})

const warns = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
it('PROFILE-009: leaving the browser warns in edit mode, and only there', async () => {
  await editing()
  expect(warns()).toBe(true)
  await button('Cancel').click()
  await expect.element(button('Edit')).toBeVisible()
  expect(warns()).toBe(false)
})

it('PROFILE-009, D-006: the page that a public computer begins anew at a sign-out is not held up', async () => {
  const warned: boolean[] = []
  const stage = await editing()
  await box('City').fill('Oslo')
  // It is loaded anew where this is heard, while the form still stands.
  const stop = on('session.ended', () => warned.push(warns()))
  stage.happens(sessionEnded({ reason: 'signedOut' }))
  await expect.poll(() => warned).toEqual([false])
  stop()
})

it('PROFILE-010: required labels are starred, the others are not', async () => {
  const stage = await editing()
  await expect.element(box('City')).toBeVisible()
  const starred = [...stage.host.querySelectorAll('form label')]
    .map((label) => label.textContent)
    .filter((text) => text?.includes('*'))
  expect(starred).toEqual(['First name *', 'Last name *', 'Position *', 'Country *'])
  await choices('Country').selectOptions('CA')
  await expect.element(page.getByText('State *')).toBeVisible()
})

const isRequired = async (label: string) => {
  const stage = await editing()
  await box(label).fill(' ')
  await button('Save').click()
  await expect.element(box(label)).toHaveAccessibleDescription('This field is mandatory')
  expect(stage.wire.of('POST /profile')).toHaveLength(0)
}
it('PROFILE-011: the first name is required', () => isRequired('First name'))
it('PROFILE-012: the last name is required', () => isRequired('Last name'))
it('PROFILE-013: the position is required', () => isRequired('Position'))

it('PROFILE-014: country is required', async () => {
  const stage = await editing()
  await choices('Country').selectOptions('')
  await button('Save').click()
  await expect.element(choices('Country')).toHaveAccessibleDescription('This field is mandatory')
  expect(stage.wire.of('POST /profile')).toHaveLength(0)
})

it('PROFILE-015: state is required in Canada and the United States, and nowhere else', { tags: ['long'] }, async () => {
  const stage = await editing()
  for (const country of ['CA', 'US']) {
    await choices('Country').selectOptions(country)
    await button('Save').click()
    await expect.element(choices('State')).toHaveAccessibleDescription('This field is mandatory')
  }
  await choices('Country').selectOptions('DE')
  await button('Save').click()
  await expect.element(button('Edit')).toBeVisible()
  expect(stage.wire.of('POST /profile')[0]?.body).toMatchObject({ country: 'DE', state: '' })
})

it('PROFILE-016: a phone number may be left out, and must be one', { tags: ['long'] }, async () => {
  const stage = await editing()
  await box('Phone').fill('call me')
  await button('Save').click()
  await expect.element(box('Phone')).toHaveAccessibleDescription('Invalid phone number')
  await box('Phone').fill('')
  await button('Save').click()
  await expect.element(button('Edit')).toBeVisible()
  expect(stage.wire.of('POST /profile')).toHaveLength(1)
})

it('PROFILE-017: a website may be left out, and must be an address', { tags: ['long'] }, async () => {
  await editing()
  await box('Website').fill('not a site')
  await button('Save').click()
  await expect.element(box('Website')).toHaveAccessibleDescription('Must be a valid URL')
  await box('Website').fill('harbour.example/radio')
  await button('Save').click()
  await expect.element(button('Edit')).toBeVisible()
})

it('PROFILE-018: company, city and language may be left open', { tags: ['long'] }, async () => {
  const stage = await editing()
  await box('Company').fill('')
  await box('City').fill('')
  await choices('Language').selectOptions('')
  await button('Save').click()
  await expect.element(button('Edit')).toBeVisible()
  expect(stage.wire.of('POST /profile')[0]?.body).toMatchObject({ company: '', city: '', language: '' })
})

it('PROFILE-022: a profile that cannot be read is said in its place, and by no dialog', async () => {
  const stage = await openApp('/account/profile', {
    answers: { 'GET /profile': () => failure(404, 'GONE') },
    ...DESKTOP,
  })
  await expect.element(page.getByText('Your profile cannot be shown now')).toBeVisible()
  expect(page.getByRole('alertdialog').elements()).toHaveLength(0)
  stage.wire.answer(answers())
  await button('Try again').click()
  await expect.element(button('Edit')).toBeVisible()
})

it('keeps what was typed when the server refuses it, and says why', { tags: ['long'] }, async () => {
  const stage = await editing()
  stage.wire.answer({
    'POST /profile': () =>
      Response.json({ code: 'BAD_REQUEST', message: 'No', fields: { phone: 'Invalid phone number' } }, { status: 400 }),
  })
  await box('Phone').fill('+47 99 88 77 66')
  await button('Save').click()
  await expect.element(box('Phone')).toHaveAccessibleDescription('Invalid phone number')
  await expect.element(box('Phone')).toHaveValue('+47 99 88 77 66')
})

it('takes the focus along: into the first field with Edit, and back to it with Cancel', async () => {
  await editing()
  await expect.element(box('First name')).toHaveFocus()
  await button('Cancel').click()
  await expect.element(button('Edit')).toHaveFocus()
})

it('keeps what was typed while the window changes its form', async () => {
  const stage = await editing()
  await box('City').fill('Oslo')
  await page.viewport(900, 900)
  await at(stage, '/profile')
  await expect.element(box('City')).toHaveValue('Oslo')
  expect(asking().elements()).toHaveLength(0)
})

it('a session that expires is not held up, and what was typed is there again for the same person alone', async () => {
  const stage = await editing()
  await box('City').fill('Oslo')
  await expect.element(page.getByText('in 1 field')).toBeVisible()
  stage.happens(sessionExpired({}))
  stage.happens(sessionEnded({ reason: 'expired' }))
  await at(stage, '/')
  const comes = (playerid: string) =>
    stage.happens(
      sessionStarted({ claims: someClaims(playerid), accessToken: 'a', refreshToken: 'r', restored: false }),
    )
  comes('p2')
  await at(stage, '/releases')
  stage.go('/account/profile')
  await expect.element(button('Edit')).toBeVisible()
  stage.happens(sessionEnded({ reason: 'expired' }))
  await at(stage, '/')
  comes('p1')
  await at(stage, '/releases')
  stage.go('/account/profile')
  await expect.element(box('City')).toHaveValue('Oslo')
  await expect.element(page.getByText('What you had typed is here again.')).toBeVisible()
})
