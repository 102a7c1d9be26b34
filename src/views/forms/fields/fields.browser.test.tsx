import axe from 'axe-core'
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import * as yup from 'yup'
import { COUNTRIES } from '#core/model/people/fields/countries.ts'
import { CODE, NAME } from '#core/model/people/fields/fieldRules.ts'
import type { TextRule } from '#core/model/text/textRule.ts'
import { show } from '#tests/components/stage.tsx'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { withoutCovers } from '../../kit/routing/covers.ts'
import { Form } from '../form/Form.tsx'
import { choice, text } from '../form/rules.ts'
import { Submit } from '../form/Submit.tsx'
import { CodeField } from './CodeField.tsx'
import { ComboField } from './ComboField.tsx'
import { CountedField } from './CountedField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { CountryField, StateField } from './PlaceFields.tsx'
import { countryChoices } from './places.ts'
import { ReadOnlyField } from './ReadOnlyField.tsx'

const SHORT: TextRule = { needed: false, max: 5 }
const words = { missing: 'missing', long: 'too long', wrong: 'Verification code must be 5 digits long' }
const RULES = yup.object({
  about: text(SHORT, words),
  code: text({ ...CODE, needed: false }, words),
  land: choice(COUNTRIES, { missing: 'missing', wrong: 'Please choose from the list' }),
  origin: choice(COUNTRIES, { missing: null, wrong: 'Please choose from the list' }),
  country: choice(COUNTRIES, { missing: null, wrong: 'wrong' }),
  state: text({ ...NAME, needed: false }, words),
  password: yup.string().defined(),
})
type Values = yup.InferType<typeof RULES>
const EMPTY: Values = { about: '', code: '', land: 'NL', origin: '', country: 'US', state: '', password: '' }

let sent: Values[] = []
/** What is waited for after it was sent. */
let answer: Promise<void> | undefined
beforeEach(() => {
  sent = []
  answer = undefined
})

function Probe({ initial = {} }: { initial?: Partial<Values> }) {
  const values = { ...EMPTY, ...initial }
  return (
    <Form
      initial={values}
      rules={RULES}
      busy={false}
      refusal={null}
      onSubmit={(given) => {
        sent.push(given)
        return answer
      }}
    >
      <ReadOnlyField label="Email" value="nora@demo.test" autoComplete="username" />
      <NewPasswordField name="password" label="New password" />
      <CountedField name="about" label="About" rule={SHORT} lingerMs={300} multiline />
      <CodeField name="code" label="Verification code" />
      <ComboField name="land" label="Land" choices={countryChoices('en')} autoComplete="country-name" />
      <ComboField name="origin" label="Origin" choices={countryChoices('en')} optional />
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
/** Signs that are being composed, as an input method of Japanese does. */
const compose = (signs: string) =>
  cdp().send('Input.imeSetComposition', { text: signs, selectionStart: 1, selectionEnd: 1 })

describe('a counted text', () => {
  const about = () => page.getByRole('textbox', { name: 'About' })

  it('PLAYLIST-020: counts what a person takes for characters', async () => {
    await show(<Probe initial={{ about: '👩‍👩‍👧‍👦e\u0301 ' }} />)
    await expect.element(page.getByText('2/5')).toBeVisible()
  })

  it('says at once that it is too long, by how much after a pause, and cuts nothing', async () => {
    await show(<Probe />)
    await about().fill('seven77')
    await expect.element(about()).toHaveAccessibleDescription('too long')
    await expect.element(page.getByRole('log')).toHaveTextContent('2 characters too many')
    await expect.element(about()).toHaveValue('seven77')
  })
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
  await userEvent.fill(page.getByRole('combobox', { name: 'Land' }), 'united')
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
})

describe('a combobox', () => {
  const land = () => page.getByRole('combobox', { name: 'Land' })
  const option = (name: string) => page.getByRole('listbox').getByRole('option', { name, exact: true })
  const active = () =>
    document.getElementById(land().element().getAttribute('aria-activedescendant') ?? '')?.textContent

  it('shows the name of what is chosen and opens at it', async () => {
    await show(<Probe />)
    await expect.element(land()).toHaveValue('Netherlands')
    await land().click()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(land()).toHaveAttribute('aria-expanded', 'true')
    expect(active()).toBe('Afghanistan')
    await userEvent.keyboard('{Escape}{ArrowDown}')
    expect(active()).toBe('Netherlands')
  })

  it('is found by typing, chosen by Enter and sends its code', async () => {
    await show(<Probe />)
    await userEvent.fill(land(), 'cote')
    await expect.element(option('Côte d’Ivoire')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(land()).toHaveValue('Côte d’Ivoire')
    await expect.element(land()).toHaveAttribute('aria-expanded', 'false')
    expect(sent).toEqual([])
    await send().click()
    await expect.poll(() => sent[0]?.land).toBe('CI')
  })

  it('goes round at both ends', async () => {
    await show(<Probe />)
    await userEvent.fill(land(), 'united')
    await userEvent.keyboard('{ArrowUp}')
    const last = active()
    await userEvent.keyboard('{ArrowDown}')
    expect(active()).toBe('United Arab Emirates')
    await userEvent.keyboard('{ArrowUp}')
    expect(active()).toBe(last)
  })

  it('is chosen by a press, and keeps the focus', async () => {
    await show(<Probe />)
    await userEvent.fill(land(), 'germ')
    await option('Germany').click()
    await expect.element(land()).toHaveValue('Germany')
    await expect.element(land()).toHaveFocus()
  })

  it('takes what a browser fills in, a name or a code', async () => {
    await show(<Probe />)
    await userEvent.fill(land(), 'DE')
    await send().click()
    await expect.poll(() => sent[0]?.land).toBe('DE')
  })

  it('opens no list for what a browser fills in from elsewhere', async () => {
    await show(<Probe />)
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    write?.call(land().element(), 'Germany')
    land()
      .element()
      .dispatchEvent(new Event('input', { bubbles: true }))
    await expect.element(land()).toHaveValue('Germany')
    await expect.element(land()).toHaveAttribute('aria-expanded', 'false')
    await send().click()
    await expect.poll(() => sent[0]?.land).toBe('DE')
  })

  it('keeps what was typed where it names nothing, and says so', async () => {
    await show(<Probe />)
    await userEvent.fill(land(), 'Atlantis 👍')
    await expect.element(page.getByRole('log')).toHaveTextContent('Nothing by that name')
    await send().click()
    await expect.element(land()).toHaveValue('Atlantis 👍')
    await expect.element(land()).toHaveAccessibleDescription('Please choose from the list')
    expect(sent).toEqual([])
  })

  it('Escape closes the list and not what is around it', async () => {
    let heard = 0
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') heard += 1
    }
    addEventListener('keydown', listen)
    await show(<Probe />)
    await userEvent.fill(land(), 'germ')
    await userEvent.keyboard('{Escape}')
    removeEventListener('keydown', listen)
    await expect.element(land()).toHaveAttribute('aria-expanded', 'false')
    expect(heard).toBe(0)
  })

  it('in a dialog Escape closes the list, and only then the dialog', async () => {
    const closed = vi.fn()
    await show(
      <Dialog label="Profile" onClose={closed}>
        <Probe />
      </Dialog>,
    )
    await userEvent.fill(land(), 'germ')
    await userEvent.keyboard('{Escape}')
    await expect.element(land()).toHaveAttribute('aria-expanded', 'false')
    expect(closed).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    expect(closed).toHaveBeenCalledOnce()
  })

  it('in a dialog of a phone Back closes the list, and only then the dialog', async () => {
    const window = [390, 844] as const
    await page.viewport(...window)
    withoutCovers(createBrowserHistory())
    const depth = () => (history.state as { covered?: number } | null)?.covered ?? 0
    const closed = vi.fn()
    await show(
      <Dialog label="Profile" onClose={closed}>
        <Probe />
      </Dialog>,
      { window },
    )
    await expect.poll(depth).toBe(1)
    await userEvent.fill(land(), 'germ')
    await expect.poll(depth).toBe(2)
    history.back()
    await expect.element(land()).toHaveAttribute('aria-expanded', 'false')
    await expect.poll(depth).toBe(1)
    expect(closed).not.toHaveBeenCalled()
    history.back()
    await expect.poll(() => closed.mock.calls.length).toBe(1)
  })

  it('Escape that ends a composition leaves the list open', async () => {
    await show(<Probe />)
    await userEvent.fill(land(), 'germ')
    land()
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expect.element(land()).toHaveAttribute('aria-expanded', 'true')
  })

  it('closes its list while an answer is waited for', async () => {
    let answered = () => {}
    answer = new Promise((resolve) => {
      answered = resolve
    })
    await show(<Probe />)
    await userEvent.fill(land(), 'germany')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent[0]?.land).toBe('DE')
    await expect.element(land()).toHaveAttribute('aria-expanded', 'false')
    answered()
  })

  it('chosen from by Tab it has nothing to say of what was typed before', async () => {
    await show(<Probe />)
    await userEvent.fill(land(), 'germ')
    await userEvent.keyboard('{ArrowDown}{Tab}')
    await expect.element(land()).toHaveValue('Germany')
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expect.element(page.getByRole('log')).not.toHaveTextContent('Please choose')
  })

  describe('that may be left open', () => {
    const origin = () => page.getByRole('combobox', { name: 'Origin' })

    it('is not sent without what was typed and names nothing', async () => {
      await show(<Probe />)
      await userEvent.fill(origin(), 'Nethrlands')
      await send().click()
      await expect.element(origin()).toHaveAccessibleDescription('Please choose from the list')
      expect(sent).toEqual([])
    })

    it('says so when it is left', async () => {
      await show(<Probe />)
      await userEvent.fill(origin(), 'Nethrlands')
      await userEvent.tab()
      await expect.element(origin()).toHaveAccessibleDescription('Please choose from the list')
      expect(page.getByText('Please choose from the list').element().ariaLive).toBe('polite')
    })

    it('is sent as none once it is emptied', async () => {
      await show(<Probe />)
      await userEvent.fill(origin(), 'Nethrlands')
      await userEvent.fill(origin(), ' ')
      // The list would lie over the button.
      await userEvent.keyboard('{Escape}')
      await send().click()
      await expect.poll(() => sent[0]?.origin).toBe('')
    })
  })

  it('takes no key while signs are composed: Enter ends the composition and chooses nothing', async () => {
    await show(<Probe />)
    await userEvent.fill(land(), 'germ')
    await userEvent.keyboard('{ArrowDown}')
    land()
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expect.element(land()).toHaveValue('germ')
    await expect.element(land()).toHaveAttribute('aria-expanded', 'true')
  })

  it('signs being composed stand as they are', async () => {
    await show(<Probe />)
    await userEvent.clear(land())
    await land().click()
    await compose('お')
    await compose('おら')
    await expect.element(land()).toHaveValue('おら')
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
    await expect.element(password).toHaveAccessibleDescription('Caps Lock is on')
    key(false)
    await expect.element(password).not.toHaveAccessibleDescription()
  })
})

it('what is only said can be read and copied, and stands before the password for managers', async () => {
  await show(<Probe />)
  const email = page.getByRole('textbox', { name: 'Email' })
  await expect.element(email).toHaveAttribute('readonly')
  await expect.element(email).toHaveAttribute('autocomplete', 'username')
})
