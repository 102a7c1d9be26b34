import { useState } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as yup from 'yup'
import { EMAIL, NAME, PHONE } from '#core/model/people/fields/fieldRules.ts'
import type { Refusal } from '#core/model/people/refusal.ts'
import { show } from '#tests/components/stage.tsx'
import { CheckField } from '../fields/CheckField.tsx'
import { PasswordField } from '../fields/PasswordField.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { Form } from './Form.tsx'
import { FormBanner } from './FormBanner.tsx'
import { secret, text } from './rules.ts'
import { Submit } from './Submit.tsx'
import { Summary } from './Summary.tsx'

const words = (of: string) => ({ missing: `${of} is missing`, long: `${of} is long`, wrong: `${of} is wrong` })
const RULES = yup.object({
  // Not in the order of the page.
  phone: text(PHONE, words('Phone')),
  email: text(EMAIL, words('Email')),
  name: text(NAME, words('Name')),
  password: secret('Password is missing'),
  land: yup.string().defined(),
  isPublic: yup.boolean().defined(),
})
const EMPTY = { name: '', email: '', phone: '', password: '', land: '', isPublic: false }
const FILLED = { ...EMPTY, name: 'Nora', email: 'nora@demo.test', phone: '+31 20 123 4567', password: 'x' }

/** What was sent, in order. */
let sent: (typeof EMPTY)[] = []
let answer: (refusal: Refusal | null) => void
let edits = 0
beforeEach(() => {
  sent = []
  edits = 0
})

/** What is to send it is gone. */
function Unsent() {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  answer = setRefusal
  return (
    <Form
      initial={FILLED}
      rules={RULES}
      busy={false}
      refusal={refusal}
      onSubmit={() => Promise.reject(new Error('the worker is gone'))}
    >
      <TextField name="name" label="Name" />
      <FormBanner room={72} />
      <Submit>Send</Submit>
    </Form>
  )
}

function Probe({ initial = EMPTY, summary = false }: { initial?: typeof EMPTY; summary?: boolean }) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  answer = (next) => {
    setBusy(false)
    setRefusal(next)
  }
  return (
    <Form
      initial={initial}
      rules={RULES}
      busy={busy}
      refusal={refusal}
      summary={summary ? Summary : undefined}
      waitsFor={['email']}
      onEdit={() => {
        edits += 1
      }}
      onSubmit={(values) => {
        sent.push(values)
        setRefusal(null)
        setBusy(true)
      }}
    >
      <TextField name="name" label="Name" />
      <TextField name="email" label="Email" />
      <TextField name="phone" label="Phone" />
      <PasswordField name="password" label="Password" />
      <SelectField name="land" label="Land" choices={[{ value: 'NL', label: 'Netherlands' }]} />
      <CheckField name="isPublic" label="Public" />
      <FormBanner room={72} />
      <Submit>Send</Submit>
    </Form>
  )
}

const box = (name: string) => page.getByRole('textbox', { name, exact: true })
const password = () => page.getByLabelText('Password', { exact: true })
const send = () => page.getByRole('button', { name: 'Send' })
const element = (name: string) => box(name).element() as HTMLInputElement
/** What the summary says, line by line. */
const listed = () =>
  page
    .getByRole('group', { name: 'There is a problem' })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)
const settle = () => new Promise((resolve) => setTimeout(resolve, 50))

describe('a try that fails here', () => {
  it('gives the focus to the first wrong field of the page, whatever the order of the rules', async () => {
    await show(<Probe initial={{ ...EMPTY, name: 'Nora' }} />)
    await send().click()
    await expect.element(box('Email')).toHaveFocus()
  })

  it('says at each field what is wrong, and ties it to the field', async () => {
    await show(<Probe />)
    await send().click()
    await expect.element(box('Name')).toHaveAccessibleDescription('Name is missing')
    await expect.element(box('Name')).toHaveAttribute('aria-invalid', 'true')
    expect(sent).toEqual([])
  })

  it('takes an error back as soon as the field is right', async () => {
    await show(<Probe />)
    await send().click()
    await box('Name').fill('N')
    await expect.element(box('Name')).not.toHaveAttribute('aria-invalid')
  })

  it('of a long form is summed up, with a way to each field by its name: what is wrong is said once', async () => {
    await show(<Probe summary />)
    await send().click()
    await expect.element(page.getByRole('group', { name: 'There is a problem' })).toHaveFocus()
    expect(page.getByText('Phone is missing').elements()).toHaveLength(1)
    await page.getByRole('link', { name: 'Phone', exact: true }).click()
    await expect.element(box('Phone')).toHaveFocus()
  })

  it('names the fields in the sum where several have the same words', async () => {
    await show(
      <Form
        initial={{ one: '', two: '' }}
        rules={yup.object({ one: secret('This field is required'), two: secret('This field is required') })}
        busy={false}
        refusal={null}
        summary={Summary}
        onSubmit={() => {}}
      >
        <TextField name="one" label="One" />
        <TextField name="two" label="Two" />
        <Submit>Send</Submit>
      </Form>,
    )
    await send().click()
    await expect.poll(listed).toEqual(['One', 'Two'])
  })

  it('what is mended leaves the sum, and the focus stays with who mended it', async () => {
    await show(<Probe summary />)
    await send().click()
    await box('Name').fill('Nora')
    await expect.poll(listed).toEqual(['Email', 'Phone', 'Password'])
    await expect.element(box('Name')).toHaveFocus()
  })

  it('the sum goes with the last of them', async () => {
    await show(<Probe initial={{ ...FILLED, name: '', email: '' }} summary />)
    await send().click()
    await expect.poll(listed).toHaveLength(2)
    await box('Name').fill('Nora')
    await box('Email').fill('nora@demo.test')
    await expect.element(page.getByRole('group', { name: 'There is a problem' })).not.toBeInTheDocument()
  })

  it('the next one that fails is summed up anew', async () => {
    await show(<Probe summary />)
    await send().click()
    await box('Name').fill('Nora')
    await expect.poll(listed).toHaveLength(3)
    await box('Name').fill('')
    await send().click()
    await expect.poll(listed).toHaveLength(4)
  })
})

describe('a field that is left', () => {
  it('is not judged while it holds nothing', async () => {
    await show(<Probe />)
    await box('Email').click()
    await userEvent.tab()
    await settle()
    await expect.element(box('Email')).not.toHaveAttribute('aria-invalid')
  })

  it('is judged when it holds something, and that is spoken', async () => {
    await show(<Probe />)
    await box('Email').fill('nobody')
    await userEvent.tab()
    await expect.element(box('Email')).toHaveAccessibleDescription('Email is wrong')
    // Where it stands, once: who looks for the words finds them there alone.
    expect(page.getByText('Email is wrong').element().ariaLive).toBe('polite')
  })

  it('is not judged while it is typed in for the first time', async () => {
    await show(<Probe />)
    await box('Email').fill('nobody')
    await settle()
    await expect.element(box('Email')).not.toHaveAttribute('aria-invalid')
  })
})

describe('while an answer is waited for', () => {
  it('fields are read-only and not disabled, and the focus stays', async () => {
    await show(<Probe initial={FILLED} />)
    await box('Phone').click()
    await userEvent.keyboard('{Enter}')
    await expect.element(box('Phone')).toHaveAttribute('readonly')
    await expect.element(box('Phone')).toHaveFocus()
    await page.getByRole('checkbox').click({ force: true })
    await expect.element(page.getByRole('checkbox')).not.toBeChecked()
  })

  it('a second submit does nothing, in the same task or later', async () => {
    await show(<Probe initial={FILLED} />)
    const form = element('Name').form
    form?.requestSubmit()
    form?.requestSubmit()
    await settle()
    form?.requestSubmit()
    await settle()
    expect(sent).toHaveLength(1)
  })

  it('that it takes longer than usual is said after five seconds, until it is answered', async () => {
    await show(<Probe initial={FILLED} />)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const said = page.getByRole('status').filter({ hasText: 'This is taking longer than usual' })
    await send().click()
    await expect.poll(() => sent).toHaveLength(1)
    vi.advanceTimersByTime(4900)
    expect(said.query()).toBeNull()
    vi.advanceTimersByTime(200)
    await expect.element(said).toBeVisible()
    await expect.element(said).toHaveTextContent('Nothing is lost')
    answer({ code: 'TIMEOUT', message: '' })
    await expect.element(said).not.toBeInTheDocument()
    await expect.element(box('Name')).toHaveValue('Nora')
  })

  it('after the answer it can be sent again', async () => {
    await show(<Probe initial={FILLED} />)
    await send().click()
    await expect.poll(() => sent.length).toBe(1)
    answer({ code: 'NONE', message: '' })
    await settle()
    await send().click()
    await expect.poll(() => sent.length).toBe(2)
  })

  it('a shown password is hidden', async () => {
    await show(<Probe initial={FILLED} />)
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect.element(password()).toHaveAttribute('type', 'text')
    await send().click()
    await expect.element(password()).toHaveAttribute('type', 'password')
  })
})

describe('what is sent', () => {
  it('is what the rules leave of it', async () => {
    await show(<Probe initial={{ ...FILLED, name: ' \u200BNora ', password: ' x ' }} />)
    await send().click()
    await expect.poll(() => sent[0]).toMatchObject({ name: 'Nora', password: ' x ' })
  })

  it('holds what a browser wrote without an event', async () => {
    await show(<Probe initial={{ ...FILLED, email: '' }} />)
    element('Email').value = 'filled@demo.test'
    element('Name').form?.requestSubmit()
    await expect.poll(() => sent[0]?.email).toBe('filled@demo.test')
  })

  it('holds it also when another field was typed in afterwards', async () => {
    await show(<Probe initial={{ ...FILLED, email: '' }} />)
    element('Email').value = 'filled@demo.test'
    await box('Name').fill('Norah')
    await settle()
    expect(element('Email').value).toBe('filled@demo.test')
    await send().click()
    await expect.poll(() => sent[0]).toMatchObject({ email: 'filled@demo.test', name: 'Norah' })
  })

  it('holds it also when another field was left afterwards', async () => {
    await show(<Probe initial={{ ...FILLED, email: '', name: '' }} />)
    await box('Name').fill('Norah')
    element('Email').value = 'filled@demo.test'
    await userEvent.tab()
    await settle()
    expect(element('Email').value).toBe('filled@demo.test')
  })

  it('holds two fields that were filled without an event when one of them was left', async () => {
    await show(<Probe initial={{ ...FILLED, email: '', name: '' }} />)
    await box('Name').click()
    element('Email').value = 'filled@demo.test'
    element('Name').value = 'Filled'
    await userEvent.tab()
    await settle()
    expect([element('Name').value, element('Email').value]).toEqual(['Filled', 'filled@demo.test'])
  })

  it('holds two fields that were filled in one task', async () => {
    await show(<Probe initial={{ ...FILLED, email: '', phone: '' }} />)
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    for (const [name, value] of [
      ['Email', 'filled@demo.test'],
      ['Phone', '0201234567'],
    ] as const) {
      write?.call(element(name), value)
      element(name).dispatchEvent(new Event('input', { bubbles: true }))
    }
    await send().click()
    await expect.poll(() => sent[0]).toMatchObject({ email: 'filled@demo.test', phone: '0201234567' })
  })
})

describe('what the server says', () => {
  const refused = async (refusal: Refusal, initial = FILLED) => {
    await show(<Probe initial={initial} />)
    await send().click()
    await expect.poll(() => sent.length).toBe(1)
    answer(refusal)
  }

  it('of a field stands at that field, which has the focus', async () => {
    await refused({ code: 'BAD_REQUEST', message: 'No.', fields: { phone: 'No such number' } })
    await expect.element(box('Phone')).toHaveAccessibleDescription('No such number')
    await expect.element(box('Phone')).toHaveFocus()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  it('of a field goes when that field is changed, and not when another is', async () => {
    await refused({ code: 'BAD_REQUEST', message: 'No.', fields: { phone: 'No such number', name: 'Taken' } })
    await box('Phone').fill('020 765 4321')
    await expect.element(box('Phone')).not.toHaveAttribute('aria-invalid')
    await expect.element(box('Name')).toHaveAccessibleDescription('Taken')
  })

  it('of a field that is not here stands in the banner', async () => {
    await refused({ code: 'SOMETHING_NEW', message: 'The post office is closed.', fields: { post: 'closed' } })
    await expect.element(page.getByRole('alert')).toHaveTextContent('The post office is closed.')
  })

  it('of a field that is not here stands in the banner beside the sentence of its code', async () => {
    await refused({ code: 'BAD_REQUEST', message: '', fields: { inviter_id: 'Nobody is invited by them.' } })
    await expect.element(page.getByRole('alert')).toHaveTextContent('Nobody is invited by them.')
  })

  it('has its sentence by its code, and a place is kept for it', async () => {
    await show(<Probe initial={FILLED} />)
    const before = send().element().getBoundingClientRect().top
    await send().click()
    await expect.poll(() => sent.length).toBe(1)
    answer({ code: 'INVALID_CREDENTIALS', message: 'said by the server' })
    await expect.element(page.getByRole('alert')).toHaveTextContent('Your email or password is incorrect.')
    expect(send().element().getBoundingClientRect().top).toBe(before)
  })

  it('is said also when what was to send it broke, until something is changed', async () => {
    await show(<Unsent />)
    await send().click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong')
    await box('Name').fill('Norah')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  it('is the newer of two: what the server says once something answers it again', async () => {
    await show(<Unsent />)
    await send().click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong')
    answer({ code: 'INVALID_CREDENTIALS', message: '' })
    await expect.element(page.getByRole('alert')).toHaveTextContent('Your email or password is incorrect.')
    await send().click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Something went wrong')
  })

  it('takes nothing away that was typed', async () => {
    await refused({ code: 'INVALID_CREDENTIALS', message: '' })
    await expect.element(password()).toHaveValue('x')
    await expect.element(box('Email')).toHaveValue('nora@demo.test')
  })

  it('is told to whoever listens to have been read once something is changed', async () => {
    await refused({ code: 'INVALID_CREDENTIALS', message: '' })
    await settle()
    expect(edits).toBe(0)
    await box('Name').fill('Norah')
    await expect.poll(() => edits).toBe(1)
  })

  it('counts down how long it asks to wait, and until then nothing is sent', { tags: ['long'] }, async () => {
    await refused({ code: 'TOO_MANY_REQUESTS', message: '', retryAfterMs: 2400 })
    await expect.element(page.getByRole('alert')).toHaveTextContent('Try again in 3 seconds.')
    await send().click()
    await settle()
    expect(sent).toHaveLength(1)
    await expect.element(page.getByRole('log')).toHaveTextContent(/Try again in \d seconds\./)
    await expect.poll(() => page.getByRole('alert').element().textContent, { timeout: 4000 }).toMatch(/in 1 second\./)
    await expect
      .poll(() => page.getByRole('log').element().textContent, { timeout: 4000 })
      .toContain('You can try again now.')
    await send().click()
    await expect.poll(() => sent.length).toBe(2)
  })

  it('a wait is over after a sleep that was longer, though timers stood still', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await refused({ code: 'TOO_MANY_REQUESTS', message: '', retryAfterMs: 900_000 })
    await send().click()
    await settle()
    expect(sent).toHaveLength(1)
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    await send().click()
    await expect.poll(() => sent.length).toBe(2)
  })

  it('a wait for one thing holds up no other', async () => {
    await refused({ code: 'TOO_MANY_REQUESTS', message: '', retryAfterMs: 60_000 })
    await box('Name').fill('Norah')
    await send().click()
    await settle()
    expect(sent).toHaveLength(1)
    await box('Email').fill('somebody.else@demo.test')
    await send().click()
    await expect.poll(() => sent.length).toBe(2)
  })
})
