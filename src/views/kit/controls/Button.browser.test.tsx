import { X } from 'lucide-react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/stage.tsx'
import { Button, IconButton } from './Button.tsx'

const button = (name: string) => page.getByRole('button', { name })

it.each(['{Enter}', ' '])('is pressed by the key "%s"', async (key) => {
  const press = vi.fn()
  await show(<Button onClick={press}>Save</Button>)
  await userEvent.tab()
  await userEvent.keyboard(key)
  expect(press).toHaveBeenCalledTimes(1)
})

it('while it is busy it says so, keeps its name and its width, and takes no press', async () => {
  const press = vi.fn()
  const stage = await show(<Button onClick={press}>Save changes</Button>)
  const width = button('Save changes').element().getBoundingClientRect().width
  await show(
    <Button busy onClick={press}>
      Save changes
    </Button>,
  )
  expect(button('Save changes').element().getBoundingClientRect().width).toBe(width)
  await expect.element(button('Save changes')).toHaveAttribute('aria-busy', 'true')
  await expect.element(button('Save changes')).toHaveAttribute('aria-disabled', 'true')
  await button('Save changes').click({ force: true })
  expect(press).not.toHaveBeenCalled()
  expect(stage.told).toEqual([])
})

it('a form is not sent by a button that may not be pressed', async () => {
  const send = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
  await show(
    <form onSubmit={send}>
      <Button type="submit" reason="Nothing to save">
        Save
      </Button>
    </form>,
  )
  await button('Save').click({ force: true })
  expect(send).not.toHaveBeenCalled()
})

it('says why it may not be pressed, to who sees and to who hears, and stays within reach of Tab', async () => {
  await show(<Button reason="Nothing to save">Save</Button>)
  await userEvent.tab()
  await expect.element(button('Save')).toHaveFocus()
  await expect.element(button('Save')).toHaveAccessibleDescription('Nothing to save')
  await expect.element(page.getByText('Nothing to save').last()).toBeVisible()
})

it('one of a glyph has its name as a tooltip, and its reason in its place', async () => {
  await show(<IconButton label="Close" icon={<X />} />)
  await userEvent.tab()
  await expect.element(page.getByText('Close')).toBeVisible()
  await show(<IconButton label="Close" reason="Something is still on its way" icon={<X />} />)
  await userEvent.tab()
  await expect.element(page.getByText('Something is still on its way')).toBeVisible()
  await expect.element(page.getByText('Close')).not.toBeInTheDocument()
})

it.each(['dark', 'light'] as const)('the words of a %s primary button are read against its ground', async (theme) => {
  await show(<Button variant="primary">Save</Button>, { theme })
  const { color, backgroundColor } = getComputedStyle(button('Save').element())
  expect(contrast(color, backgroundColor)).toBeGreaterThanOrEqual(4.5)
})

/** WCAG 2.2 contrast of two colours as `rgb(…)`. */
function contrast(...colours: [string, string]): number {
  const [a = 0, b = 0] = colours.map((colour) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  })
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function Once() {
  const [done, setDone] = useState(false)
  return (
    <Button reason={done ? 'In the queue' : undefined} onClick={() => setDone(true)}>
      Play next
    </Button>
  )
}

it('a button that may not be pressed any more keeps the focus', async () => {
  await show(<Once />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Play next')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Play next')).toHaveFocus()
})
