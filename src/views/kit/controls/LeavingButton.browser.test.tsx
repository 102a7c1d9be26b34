import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/stage.tsx'
import { LeavingButton } from './LeavingButton.tsx'

function Failed() {
  const [hasFailed, setHasFailed] = useState(true)
  return hasFailed ? <LeavingButton onClick={() => setHasFailed(false)}>Retry</LeavingButton> : <p>Loading</p>
}

const focused = () => document.activeElement?.getAttribute('aria-label')

it('pressed by a key it is gone, and the page around it has the focus', async () => {
  await show(
    <main tabIndex={-1} aria-label="Page">
      <Failed />
    </main>,
  )
  ;(page.getByRole('button', { name: 'Retry' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Loading')).toBeVisible()
  expect(focused()).toBe('Page')
})

it('in a dialog the dialog has it, so that Escape still closes that', async () => {
  await show(
    <main tabIndex={-1} aria-label="Page">
      <div role="dialog" tabIndex={-1} aria-label="Panel">
        <Failed />
      </div>
    </main>,
  )
  ;(page.getByRole('button', { name: 'Retry' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Loading')).toBeVisible()
  expect(focused()).toBe('Panel')
})

it('takes the focus from nobody who is elsewhere', async () => {
  await show(
    <main tabIndex={-1} aria-label="Page">
      <input aria-label="Search" />
      <Failed />
    </main>,
  )
  const retry = page.getByRole('button', { name: 'Retry' }).element()
  ;(page.getByRole('textbox', { name: 'Search' }).element() as HTMLElement).focus()
  ;(retry as HTMLElement).click()
  await expect.element(page.getByText('Loading')).toBeVisible()
  expect(focused()).toBe('Search')
})
