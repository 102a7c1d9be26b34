import axe from 'axe-core'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as yup from 'yup'
import { COUNTRIES } from '#core/model/people/fields/countries.ts'
import { CODE, NAME } from '#core/model/people/fields/fieldRules.ts'
import type { Refusal } from '#core/model/people/refusal.ts'
import type { TextRule } from '#core/model/text/textRule.ts'
import { show } from '#tests/components/stage.tsx'
import { Form } from '../form/Form.tsx'
import { choice, text } from '../form/rules.ts'
import { Submit } from '../form/Submit.tsx'
import { CodeField } from './CodeField.tsx'
import { CountedField } from './CountedField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { CountryField, StateField } from './PlaceFields.tsx'
import { ReadOnlyField } from './ReadOnlyField.tsx'
import { TextField } from './TextField.tsx'

const SHORT: TextRule = { needed: false, max: 5 }
const words = { missing: 'missing', long: 'too long', wrong: 'Verification code must be 5 digits long' }
const RULES = yup.object({
  about: text(SHORT, words),
  code: text({ ...CODE, needed: false }, words),
  country: choice(COUNTRIES, { missing: null, wrong: 'wrong' }),
  state: text({ ...NAME, needed: false }, words),
  password: yup.string().defined(),
})
type Values = yup.InferType<typeof RULES>
const EMPTY: Values = { about: '', code: '', country: 'US', state: '', password: '' }

let sent: Values[] = []
beforeEach(() => {
  sent = []
})

let refuse: (refusal: Refusal) => void

function Probe({ initial = {} }: { initial?: Partial<Values> }) {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  refuse = setRefusal
  const values = { ...EMPTY, ...initial }
  return (
    <Form
      initial={values}
      rules={RULES}
      busy={false}
      refusal={refusal}
      onSubmit={(given) => {
        sent.push(given)
      }}
    >
      <ReadOnlyField label="Email" value="nora@demo.test" autoComplete="username" />
      <NewPasswordField name="password" label="New password" />
      <CountedField name="about" label="About" rule={SHORT} lingerMs={300} multiline />
      <CodeField name="code" label="Verification code" />
      <CountryField name="country" label="Country" />
      <StateField name="state" label="State" country={values.country} />
      <Submit>Send</Submit>
    </Form>
  )
}

const send = () => page.getByRole('button', { name: 'Send' })
const paste = (into: Element, pasted: string) => {
  const data = new DataTransfer()
  data.setData('text/plain', pasted)
  ;(into as HTMLElement).focus()
  if (into.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })))
    document.execCommand('insertText', false, pasted)
}

it('that a field may be left open is said with the field', async () => {
  const blank = { company: '', state: '', about: '' }
  await show(
    <Form initial={blank} rules={yup.object({})} busy={false} refusal={null} onSubmit={() => {}}>
      <TextField name="company" label="Company" optional />
      <StateField name="state" label="State" country="US" optional />
      <CountedField name="about" label="About" rule={SHORT} optional />
    </Form>,
  )
  for (const [role, name] of [
    ['textbox', 'Company'],
    ['combobox', 'State'],
    ['textbox', 'About'],
  ] as const)
    await expect.element(page.getByRole(role, { name })).toHaveAccessibleDescription(/^optional/)
})

describe('a counted text', () => {
  const about = () => page.getByRole('textbox', { name: 'About' })

  it('PLAYLIST-020: counts what a person takes for characters', async () => {
    await show(<Probe initial={{ about: '👩‍👩‍👧‍👦e\u0301 ' }} />)
    await expect.element(page.getByText('2/5')).toBeVisible()
  })

  it('H-451: of characters that take the room of several it says so, for the counter finds none too many', async () => {
    await show(<Probe initial={{ about: '👩‍👩‍👧‍👦'.repeat(4) }} />)
    await send().click()
    await expect.element(page.getByText('4/5')).toBeVisible()
    const words = 'Some of these characters take the room of several: please use fewer'
    await expect.element(about()).toHaveAccessibleDescription(new RegExp(words))
    await expect.element(page.getByText('too long')).not.toBeInTheDocument()
  })

  it('says at once that it is too long, by how much after a pause, and cuts nothing', { tags: ['long'] }, async () => {
    await show(<Probe />)
    await about().fill('seven77')
    await expect.element(about()).toHaveAccessibleDescription('too long')
    await expect.element(page.getByRole('log')).toHaveTextContent('2 characters too many')
    await expect.element(about()).toHaveValue('seven77')
  })

  it('H-632: counts a text that goes far beyond its limit no further than a thousand', { tags: ['long'] }, async () => {
    await show(<Probe />)
    await about().fill('log '.repeat(5000))
    await expect.element(page.getByText('1005+/5')).toBeVisible()
    await expect.element(page.getByRole('log')).toHaveTextContent('1000+ characters too many')
    await about().fill('m'.repeat(1005))
    await expect.element(page.getByText('1005/5')).toBeVisible()
  })
})

it('what is written from the right is laid out from there as it is typed', async () => {
  const blank = { company: '', email: '', about: '' }
  await show(
    <Form initial={blank} rules={yup.object({})} busy={false} refusal={null} onSubmit={() => {}}>
      <TextField name="company" label="Company" />
      <TextField name="email" label="Email" type="email" />
      <CountedField name="about" label="About" rule={SHORT} multiline />
    </Form>,
  )
  const direction = (name: string) => getComputedStyle(page.getByRole('textbox', { name }).element()).direction
  for (const name of ['Company', 'Email', 'About']) await page.getByRole('textbox', { name }).fill('مرحبا.')
  expect(['Company', 'Email', 'About'].map(direction)).toEqual(['rtl', 'ltr', 'rtl'])
})

it('an error that lingers takes no focus from who sends what was mended', async () => {
  await show(<Probe initial={{ about: 'seven77' }} />)
  await send().click()
  const about = page.getByRole('textbox', { name: 'About' })
  await expect.element(about).toHaveFocus()
  await about.fill('five5')
  await send().click()
  await expect.poll(() => sent.length).toBe(1)
  await expect.element(send()).toHaveFocus()
})

it('has nothing to say against any part in axe', async () => {
  const { host } = await show(<Probe initial={{ password: 'a' }} />)
  await send().click()
  const { violations } = await axe.run(host, { rules: { region: { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
})

describe('a code', () => {
  const code = () => page.getByRole('textbox', { name: 'Verification code' })

  it('is one field that a browser can fill in and that brings up digits', async () => {
    await show(<Probe />)
    await expect.element(code()).toHaveAttribute('autocomplete', 'one-time-code')
    await expect.element(code()).toHaveAttribute('inputmode', 'numeric')
  })

  it.each(['123 45', '1-2-3-4-5', '١٢٣٤٥', '１２３４５'])('is taken as it is pasted: "%s"', async (pasted) => {
    await show(<Probe />)
    paste(code().element(), pasted)
    await expect.element(code()).toHaveValue('12345')
  })

  it('D-025: keeps leading zeros, and nothing but digits', async () => {
    await show(<Probe />)
    await code().click()
    await userEvent.keyboard('0a0 1')
    await expect.element(code()).toHaveValue('001')
  })

  it('is sent by the Enter key, not by its last digit', async () => {
    await show(<Probe />)
    await code().click()
    await userEvent.keyboard('12345')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(sent).toEqual([])
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent[0]?.code).toBe('12345')
  })

  it('that is whole takes no further key, wherever the caret stands, and keeps it there', async () => {
    await show(<Probe initial={{ code: '12345' }} />)
    await code().click()
    await userEvent.keyboard('{Home}9{Delete}')
    await expect.element(code()).toHaveValue('2345')
  })

  it('is taken whole where it is pasted over another', async () => {
    await show(<Probe initial={{ code: '12345' }} />)
    ;(code().element() as HTMLInputElement).select()
    paste(code().element(), '67890')
    await expect.element(code()).toHaveValue('67890')
  })

  it.each(['12345', '12'])(
    'H-633: pasted whole it takes the place of "%s", wherever the caret stands',
    async (before) => {
      await show(<Probe initial={{ code: before }} />)
      await code().click()
      await userEvent.keyboard('{End}')
      paste(code().element(), '67 890')
      await expect.element(code()).toHaveValue('67890')
    },
  )

  it('H-633: that was refused gives way to the next that is typed', async () => {
    await show(<Probe initial={{ code: '12345' }} />)
    await send().click()
    await expect.poll(() => sent.length).toBe(1)
    refuse({ code: 'INVALID_CODE', message: '', fields: { code: 'Invalid code' } })
    await expect.element(code()).toHaveFocus()
  })

  it('H-633: that was refused gives way, too, to whoever asked for another and presses the field', async () => {
    await show(<Probe initial={{ code: '12345' }} />)
    await send().click()
    await expect.poll(() => sent.length).toBe(1)
    refuse({ code: 'INVALID_CODE', message: '', fields: { code: 'Invalid code' } })
    await expect.element(code()).toHaveFocus()
    await page.getByRole('textbox', { name: 'About' }).click()
    await code().click()
    await userEvent.keyboard('67890')
    await expect.element(code()).toHaveValue('67890')
  })

  it('H-633: that expired is gone, once', { tags: ['long'] }, async () => {
    await show(<Probe initial={{ code: '12345' }} />)
    await send().click()
    await expect.poll(() => sent.length).toBe(1)
    refuse({ code: 'CODE_EXPIRED', message: '' })
    await expect.element(code()).toHaveValue('')
    await code().click()
    await userEvent.keyboard('678')
    refuse({ code: 'CODE_EXPIRED', message: '' })
    await code().click()
    await userEvent.keyboard('90')
    await expect.element(code()).toHaveValue('67890')
  })
})

describe('a country and its states', () => {
  it('SIGNUP-048: are lists of the system that a browser can fill in', async () => {
    await show(<Probe />)
    await expect.element(page.getByRole('combobox', { name: 'Country' })).toHaveAttribute('autocomplete', 'country')
    await page.getByRole('combobox', { name: 'State' }).selectOptions('Texas')
    await send().click()
    await expect.poll(() => sent[0]).toMatchObject({ country: 'US', state: 'TX' })
  })

  it('SIGNUP-049: where a country has no list of states it is typed', async () => {
    await show(<Probe initial={{ country: 'NL' }} />)
    await expect.element(page.getByRole('textbox', { name: 'State' })).toBeVisible()
  })
})

describe('a new password', () => {
  const rules = () => page.getByRole('list', { name: 'Password rules' })

  it('RESET-010: its rules are ticked as it is typed, and go when all are met', async () => {
    await show(<Probe />)
    const password = page.getByLabelText('New password', { exact: true })
    const met = () => Array.from(rules().element().children, (rule) => (rule as HTMLElement).dataset.met)
    expect(met()).toEqual(['false', 'false', 'false'])
    await password.fill('a1')
    expect(met()).toEqual(['false', 'true', 'false'])
    await password.fill('a1#4567')
    await expect.element(rules()).not.toBeInTheDocument()
  })

  it('says that Caps Lock is on', async () => {
    await show(<Probe />)
    const password = page.getByLabelText('New password', { exact: true })
    const key = (modifierCapsLock: boolean) =>
      password.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'A', modifierCapsLock, bubbles: true }))
    key(true)
    await expect.element(password).toHaveAccessibleDescription(/^Caps Lock is on/)
    key(false)
    await expect.element(password).not.toHaveAccessibleDescription(/Caps Lock/)
  })
})

it('what is only said can be read and copied, and stands before the password for managers', async () => {
  await show(<Probe />)
  const email = page.getByRole('textbox', { name: 'Email' })
  await expect.element(email).toHaveAttribute('readonly')
  await expect.element(email).toHaveAttribute('autocomplete', 'username')
})
