import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { middle, mouse } from '#tests/components/hands.ts'
import { show } from '#tests/components/stage.tsx'
import { Button } from '../controls/Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { AlertDialog, Dialog } from './Dialog.tsx'

const dialog = () => page.getByRole('dialog', { name: 'Cover' })

function Opened({ onClose = () => {} }: { onClose?: () => void }) {
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onClose()
  }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Dialog label="Cover" onClose={close}>
          <button type="button">First</button>
          <button type="button" data-autofocus="">
            Second
          </button>
        </Dialog>
      )}
    </>
  )
}

it('the focus goes to what asks for it, stays inside, and comes back to what opened it', async () => {
  await show(<Opened />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Second' })).toHaveFocus()
  for (let n = 0; n < 4; n++) {
    await userEvent.tab()
    expect(document.activeElement === document.body || document.activeElement?.closest('dialog')).toBeTruthy()
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus()
})

it('what lies beneath cannot be pressed', async () => {
  await show(<Opened />)
  await page.getByRole('button', { name: 'Open' }).click()
  const beneath = document.elementFromPoint(4, 4)
  expect(beneath?.tagName).toBe('DIALOG')
})

it('a press beside it closes it, one that began inside does not', async () => {
  const close = vi.fn()
  await show(<Opened onClose={close} />)
  await page.getByRole('button', { name: 'Open' }).click()
  const layer = dialog().element()
  const first = page.getByRole('button', { name: 'First' }).element()
  first.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  layer.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(close).not.toHaveBeenCalled()
  await dialog().click({ position: { x: 4, y: 4 } })
  expect(close).toHaveBeenCalledTimes(1)
})

it('the second press of the double click that opened it does not close it', async () => {
  const close = vi.fn()
  await show(<Opened onClose={close} />)
  await mouse.doubleClick(middle(page.getByRole('button', { name: 'Open' })))
  await expect.element(dialog()).toBeVisible()
  expect(close).not.toHaveBeenCalled()
})

it('without a way to close it stays until it is answered', async () => {
  await show(
    <AlertDialog title="Session expired" body="Sign in again">
      <Button>Sign in</Button>
    </AlertDialog>,
  )
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('alertdialog', { name: 'Session expired' })).toBeVisible()
})

it('an alert is named by its title and described by its text', async () => {
  await show(
    <AlertDialog title="No access" body="You may not open this" error>
      <Button>OK</Button>
    </AlertDialog>,
  )
  const alert = page.getByRole('alertdialog', { name: 'No access' })
  await expect.element(alert).toHaveAccessibleDescription('You may not open this')
})

it('before something nothing takes back, what leaves all as it is has the focus', async () => {
  const [confirm, close] = [vi.fn(), vi.fn()]
  await show(<ConfirmDialog title="Clear" body="Forget all of it?" verb="Clear" onConfirm={confirm} onClose={close} />)
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect([confirm.mock.calls.length, close.mock.calls.length]).toEqual([0, 1])
  await page.getByRole('button', { name: 'Clear' }).click()
  expect(confirm).toHaveBeenCalledTimes(1)
})

it('of two that lie over each other Escape closes the upper', async () => {
  const [lower, upper] = [vi.fn(), vi.fn()]
  await show(
    <>
      <Dialog label="Release" onClose={lower}>
        a
      </Dialog>
      <Dialog label="Cover" onClose={upper}>
        b
      </Dialog>
    </>,
  )
  await userEvent.keyboard('{Escape}')
  expect([lower.mock.calls.length, upper.mock.calls.length]).toEqual([0, 1])
})

it('one long word breaks: the buttons of a question stay inside it', async () => {
  for (const window of [
    [1440, 900],
    [320, 568],
  ] as const) {
    const name = 'W'.repeat(50)
    await show(
      <ConfirmDialog
        title={`Delete ${name}`}
        body={`${name}_${name}`}
        verb="Delete"
        onConfirm={vi.fn()}
        onClose={vi.fn()}
      />,
      { window },
    )
    const panel = page.css('dialog > div').element()
    expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth)
    const { left, right } = panel.getBoundingClientRect()
    for (const button of panel.querySelectorAll('button')) {
      const box = button.getBoundingClientRect()
      expect([box.left >= left, box.right <= right]).toEqual([true, true])
    }
  }
})

/** What is seen of the page: a keyboard on the screen leaves less of it. No browser of these tests has one. */
class Seen extends EventTarget {
  scale = 1
  offsetTop = 0
  height = innerHeight
}

it('on a phone its buttons stand in the order in which keys come to them', async () => {
  await show(<ConfirmDialog title="Clear" body="All of them" verb="Clear" onConfirm={vi.fn()} onClose={vi.fn()} />, {
    window: [390, 844],
  })
  const tops = page
    .getByRole('button')
    .elements()
    .map((one) => one.getBoundingClientRect().top)
  expect(tops).toEqual([...tops].sort((a, b) => a - b))
})

it('H-578: a sheet stands above the keyboard of a phone, and what is typed into stays in sight', async () => {
  await page.viewport(390, 844)
  const seen = new Seen()
  vi.stubGlobal('visualViewport', seen)
  const view = (
    <Dialog label="Cover" onClose={() => {}}>
      <div style={{ height: 300 }} />
      <input data-autofocus="" aria-label="Name" style={{ display: 'block' }} />
      <div style={{ height: 400 }} />
    </Dialog>
  )
  await show(view, { window: [390, 844], reducedMotion: true })
  const panel = () => page.css('dialog > div').element().getBoundingClientRect()
  const field = () => page.getByRole('textbox').element().getBoundingClientRect()
  expect([panel().bottom, field().bottom > 420]).toEqual([844, true])
  seen.height = 408
  seen.dispatchEvent(new Event('resize'))
  expect([panel().top, panel().bottom]).toEqual([24, 408])
  expect(field().bottom).toBeLessThanOrEqual(408)
  expect(page.css('dialog').element().scrollTop).toBe(0)
  // Drawn up by a finger the page shows another part of itself.
  seen.offsetTop = 100
  seen.dispatchEvent(new Event('scroll'))
  expect([panel().top, panel().bottom]).toEqual([124, 508])
  // Enlarged, it shows less as well, which is no keyboard.
  seen.scale = 2
  seen.dispatchEvent(new Event('resize'))
  expect(panel().bottom).toBe(844)
  vi.unstubAllGlobals()
})
