import { Flag } from 'lucide-react'
import { useRef, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/stage.tsx'
import { script } from '../script.ts'
import { Dialog } from './Dialog.tsx'
import { Menu, MenuItem, Popover } from './Popover.tsx'
import { WithScript } from './WithScript.tsx'

const ITEMS = ['Play next', 'Play later', 'Flag'] as const

function Sample({ onSelect = () => {}, disabled }: { onSelect?: (item: string) => void; disabled?: string }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" ref={anchor} onClick={() => setOpen(true)}>
        More
      </button>
      <button type="button">Elsewhere</button>
      {open && (
        <Menu anchor={anchor} label="More" onClose={() => setOpen(false)}>
          {ITEMS.map((item) => (
            <MenuItem key={item} icon={<Flag size={18} />} disabled={item === disabled} onSelect={() => onSelect(item)}>
              {item}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}

const more = () => page.getByRole('button', { name: 'More' })
const item = (name: string) => page.getByRole('menuitem', { name })
const menu = () => page.getByRole('menu', { name: 'More' })

async function open(props: Parameters<typeof Sample>[0] = {}): Promise<void> {
  await show(<Sample {...props} />)
  await more().click()
  await expect.element(menu()).toHaveFocus()
}

it('arrows walk round its commands, Home and End lead to the ends', async () => {
  await open()
  for (const [key, name] of [
    ['ArrowDown', 'Play next'],
    ['ArrowDown', 'Play later'],
    ['End', 'Flag'],
    ['ArrowDown', 'Play next'],
    ['ArrowUp', 'Flag'],
    ['Home', 'Play next'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.element(item(name)).toHaveFocus()
  }
})

it('a banner that comes above its button takes it along', async () => {
  const column = { display: 'grid', gridTemplateRows: 'auto auto 1fr', height: '100vh', justifyItems: 'start' }
  await show(
    <div style={column}>
      <div id="banner" />
      <div>
        <Sample />
      </div>
      <main id="main" />
    </div>,
  )
  await more().click()
  const gap = () => menu().element().getBoundingClientRect().top - more().element().getBoundingClientRect().bottom
  // It comes with a movement.
  await expect.poll(gap).toBe(8)
  const top = menu().element().getBoundingClientRect().top
  const banner = document.getElementById('banner')
  if (banner) banner.style.height = '44px'
  await expect.poll(() => menu().element().getBoundingClientRect().top).toBe(top + 44)
  expect(gap()).toBe(8)
})

it('H-517: it goes along with its button while its list scrolls, and goes once the button is out of it', async () => {
  await show(
    <div data-testid="list" style={{ height: 300, overflowY: 'auto' }}>
      <div style={{ height: 200 }} />
      <Sample />
      <div style={{ height: 900 }} />
    </div>,
  )
  await more().click()
  await expect.element(menu()).toHaveFocus()
  const list = page.getByTestId('list').element()
  const apart = () => menu().element().getBoundingClientRect().top - more().element().getBoundingClientRect().bottom
  await expect.poll(apart).toBe(8)
  list.scrollTop = 150
  await expect.poll(() => more().element().getBoundingClientRect().top).toBeLessThan(100)
  await expect.poll(apart).toBe(8)
  list.scrollTop = 400
  await expect.element(menu()).not.toBeInTheDocument()
  expect(list.scrollTop).toBe(400)
})

it('one that is higher than the window stays in it and scrolls', async () => {
  await show(<Sample />, { window: [500, 100] })
  await more().click()
  await expect.poll(() => menu().element().getBoundingClientRect().bottom).toBeLessThanOrEqual(92)
  // It comes with a movement.
  await expect.poll(() => menu().element().getBoundingClientRect().top).toBe(8)
  await userEvent.keyboard('{End}')
  await expect.poll(() => item('Flag').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(92)
})

it('from the menu itself the arrow up leads to the last', async () => {
  await open()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(item('Flag')).toHaveFocus()
})

it('Enter does what has the focus', async () => {
  const select = vi.fn()
  await open({ onSelect: select })
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(select.mock.calls).toEqual([['Play later']])
})

it('what may not be done is reached and does nothing', async () => {
  const select = vi.fn()
  await open({ onSelect: select, disabled: 'Play later' })
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(item('Play later')).toHaveFocus()
  await expect.element(item('Play later')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Enter}')
  await item('Play later').click({ force: true })
  expect(select).not.toHaveBeenCalled()
})

it.each(['Escape', 'Tab'])('%s closes it, and the focus is back at what opened it', async (key) => {
  await open()
  await userEvent.keyboard(`{ArrowDown}{${key}}`)
  await expect.element(menu()).not.toBeInTheDocument()
  if (key === 'Escape') await expect.element(more()).toHaveFocus()
})

it('a press elsewhere closes it', async () => {
  await open()
  await page.getByRole('button', { name: 'Elsewhere' }).click()
  await expect.element(menu()).not.toBeInTheDocument()
})

it.each([
  [1440, 900],
  [320, 640],
])('in a window of %i by %i all of it is in sight', async (...window) => {
  await show(<Sample />, { window })
  await more().click()
  const { left, right, top, bottom } = menu().element().getBoundingClientRect()
  expect([left >= 8, right <= innerWidth - 8, top >= 8, bottom <= innerHeight - 8]).toEqual([true, true, true, true])
})

it('in a dialog Escape closes the menu first and the dialog then', async () => {
  const close = vi.fn()
  await show(
    <Dialog label="Release" onClose={close}>
      <Sample />
    </Dialog>,
  )
  await more().click()
  await expect.element(menu()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu()).not.toBeInTheDocument()
  expect(close).not.toHaveBeenCalled()
  await expect.element(more()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledTimes(1)
})

/** A panel beside its button, and a dialog that opens from within it and from elsewhere. */
function Panels({ inDialog = false }: { inDialog?: boolean }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [shown, setShown] = useState({ panel: false, dialog: inDialog })
  const set = (part: Partial<typeof shown>) => setShown((before) => ({ ...before, ...part }))
  const openDialog = () => set({ dialog: true })
  return (
    <>
      <button type="button" ref={anchor} aria-expanded={shown.panel} onClick={() => set({ panel: true })}>
        Tray
      </button>
      <button type="button" onClick={openDialog}>
        Elsewhere
      </button>
      {shown.panel && (
        <Popover anchor={anchor} role="dialog" label="Panel" onClose={() => set({ panel: false })}>
          <input aria-label="Words" />
          <button type="button" onClick={openDialog}>
            Within
          </button>
        </Popover>
      )}
      {shown.dialog && (
        <Dialog label="Over it" onClose={() => set({ dialog: false })}>
          <p>said here</p>
          <button type="button" onClick={() => set({ panel: true })}>
            Show
          </button>
          <button type="button" onClick={() => set({ dialog: false })}>
            Close
          </button>
        </Dialog>
      )}
    </>
  )
}

const panel = () => page.getByRole('dialog', { name: 'Panel' })
const over = () => page.getByRole('dialog', { name: 'Over it' })
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** As keys do it: a pointer that presses elsewhere closes the panel. */
async function pressByKey(name: string): Promise<void> {
  ;(button(name).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}

it('H-538: a dialog opened from within it lies over it, and gives it the focus back with what it held', async () => {
  await show(<Panels />)
  await button('Tray').click()
  await page.getByRole('textbox', { name: 'Words' }).fill('half a line')
  await pressByKey('Within')
  await expect.element(over()).toBeVisible()
  expect(over().element().contains(document.activeElement)).toBe(true)
  // A press in the dialog is none beside the panel.
  await page.getByText('said here').click()
  await pressByKey('Close')
  await expect.element(over()).not.toBeInTheDocument()
  await expect.element(button('Within')).toHaveFocus()
  await expect.element(page.getByRole('textbox', { name: 'Words' })).toHaveValue('half a line')
  await userEvent.keyboard('{Enter}')
  await expect.element(over()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(over()).not.toBeInTheDocument()
  await expect.element(button('Within')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.element(button('Tray')).toHaveFocus()
})

it('H-538: a dialog opened from elsewhere closes it, and keeps the focus', async () => {
  await show(<Panels />)
  await button('Tray').click()
  await expect.element(panel()).toHaveFocus()
  await pressByKey('Elsewhere')
  await expect.element(over()).toBeVisible()
  await expect.element(panel()).not.toBeInTheDocument()
  expect(over().element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(over()).not.toBeInTheDocument()
  await expect.element(button('Elsewhere')).toHaveFocus()
})

it('H-538: opened over a dialog it takes the focus, and goes with the dialog', async () => {
  await show(<Panels inDialog />)
  await pressByKey('Show')
  await expect.element(panel()).toHaveFocus()
  expect(over().element().contains(panel().element())).toBe(true)
  await pressByKey('Close')
  await expect.element(over()).not.toBeInTheDocument()
  await expect.element(button('Tray')).toHaveAttribute('aria-expanded', 'false')
})

it('H-579: Tab out of its end closes it and goes on from its button, back out of its beginning leads to the button', async () => {
  await show(<Panels />)
  const press = (name: string) => userEvent.keyboard(name === 'back' ? '{Shift>}{Tab}{/Shift}' : '{Tab}')
  await button('Tray').click()
  await expect.element(panel()).toHaveFocus()
  await press('on')
  await expect.element(page.getByRole('textbox', { name: 'Words' })).toHaveFocus()
  await press('on')
  await expect.element(button('Within')).toHaveFocus()
  await press('on')
  await expect.element(panel()).not.toBeInTheDocument()
  await expect.element(button('Elsewhere')).toHaveFocus()
  for (const steps of [0, 1]) {
    await button('Tray').click()
    await expect.element(panel()).toHaveFocus()
    for (let n = 0; n < steps; n++) await press('on')
    await press('back')
    await expect.element(panel()).not.toBeInTheDocument()
    await expect.element(button('Tray')).toHaveFocus()
  }
})

it('Tab with keys of the system leaves it open, and so does one that something else has taken', async () => {
  await show(<Panels />)
  await button('Tray').click()
  await expect.element(panel()).toHaveFocus()
  const tab = (more: KeyboardEventInit) =>
    new KeyboardEvent('keydown', { key: 'Tab', shiftKey: true, bubbles: true, cancelable: true, ...more })
  for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { isComposing: true }])
    panel().element().dispatchEvent(tab(more))
  await expect.element(panel()).toHaveFocus()
  panel().element().dispatchEvent(tab({}))
  await expect.element(panel()).not.toBeInTheDocument()
})

it('one whose script comes late has the focus in the page, not in what said that it comes', async () => {
  let arrive: (module: { words: string }) => void = () => {}
  const late = script(() => new Promise<{ words: string }>((done) => (arrive = done)))
  const anchor = { current: null as HTMLButtonElement | null }
  await show(
    <>
      <button type="button" ref={anchor}>
        Tray
      </button>
      <WithScript script={late} onClose={() => {}}>
        {({ words }) => (
          <Popover anchor={anchor} role="dialog" label="Panel" onClose={() => {}}>
            {words}
          </Popover>
        )}
      </WithScript>
    </>,
  )
  await expect.element(page.getByRole('dialog', { name: 'Loading' })).toBeVisible()
  arrive({ words: 'here' })
  await expect.element(panel()).toHaveFocus()
  expect(document.querySelector('dialog')).toBe(null)
})
