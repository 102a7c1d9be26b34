import { type ReactNode, useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/stage.tsx'
import { LeavingButton } from './LeavingButton.tsx'

function Failed() {
  const [hasFailed, setHasFailed] = useState(true)
  return hasFailed ? <LeavingButton onClick={() => setHasFailed(false)}>Retry</LeavingButton> : <p>Loading</p>
}

const focused = () => document.activeElement?.getAttribute('aria-label')
const retry = () => page.getByRole('button', { name: 'Retry' }).element() as HTMLElement
const inPage = (content: ReactNode) =>
  show(
    <main tabIndex={-1} aria-label="Page">
      {content}
    </main>,
  )

it.each([
  ['the page around it has the focus', 'Page', <Failed key="failed" />],
  [
    'a panel around it has it, so that Escape still closes that',
    'Panel',
    <div key="panel" role="dialog" tabIndex={-1} aria-label="Panel">
      <Failed />
    </div>,
  ],
])('pressed by a key it is gone, and %s', async (_, where, content) => {
  await inPage(content)
  retry().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Loading')).toBeVisible()
  expect(focused()).toBe(where)
})

it('takes the focus from nobody who is elsewhere', async () => {
  await inPage(
    <>
      <input aria-label="Search" />
      <Failed />
    </>,
  )
  ;(page.getByRole('textbox', { name: 'Search' }).element() as HTMLElement).focus()
  retry().click()
  await expect.element(page.getByText('Loading')).toBeVisible()
  expect(focused()).toBe('Search')
})
