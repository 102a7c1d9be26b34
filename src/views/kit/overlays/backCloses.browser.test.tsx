// On a phone Back is the way out of whatever lies over the page.
import { useRef, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'
import { KeptPlaylists } from '#tests/components/playlists.ts'
import { show } from '#tests/components/stage.tsx'
import { withoutCovers } from '../routing/covers.ts'
import { script } from '../script.ts'
import { AlertDialog, Dialog } from './Dialog.tsx'
import { Menu, MenuItem } from './Popover.tsx'
import { WithScript } from './WithScript.tsx'

const window = [390, 844] as const
const depth = () => (history.state as { covered?: number } | null)?.covered ?? 0
const covered = (times: number) => expect.poll(depth).toBe(times)
const dialog = () => page.getByRole('dialog', { name: 'Cover' })
const menu = () => page.getByRole('menu', { name: 'More' })

beforeEach(async () => {
  await page.viewport(...window)
  withoutCovers(createBrowserHistory())
})

function Opened() {
  const [open, setOpen] = useState(false)
  const [more, setMore] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Dialog label="Cover" onClose={() => setOpen(false)}>
          <button type="button" ref={anchor} onClick={() => setMore(true)}>
            More
          </button>
          {more && (
            <Menu anchor={anchor} label="More" onClose={() => setMore(false)}>
              <MenuItem icon={null} onSelect={() => setMore(false)}>
                Nothing
              </MenuItem>
            </Menu>
          )}
        </Dialog>
      )}
    </>
  )
}

async function opens(): Promise<void> {
  await show(<Opened />, { window })
  await covered(0)
  await page.getByRole('button', { name: 'Open' }).click()
  await covered(1)
}

it('Back closes a menu, then the dialog it was opened in', async () => {
  await opens()
  await page.getByRole('button', { name: 'More' }).click()
  await covered(2)
  history.back()
  await expect.element(menu()).not.toBeInTheDocument()
  await expect.element(dialog()).toBeVisible()
  await covered(1)
  history.back()
  await expect.element(dialog()).not.toBeInTheDocument()
  await covered(0)
})

it('what Escape closes, and what a command closes, leaves nothing for Back', { tags: ['long'] }, async () => {
  // By its key: a browser keeps no more than fifty entries, and this page had others.
  const entry = () => navigation.currentEntry?.key
  await covered(0)
  const before = entry()
  await opens()
  expect(entry()).not.toBe(before)
  await page.getByRole('button', { name: 'More' }).click()
  await covered(2)
  await page.getByRole('menuitem', { name: 'Nothing' }).click()
  await covered(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await covered(0)
  expect(entry()).toBe(before)
})

it('what must be answered stays', async () => {
  await show(
    <AlertDialog title="Session expired" body="Sign in again">
      <button type="button">Sign in</button>
    </AlertDialog>,
    { window },
  )
  await covered(1)
  const push = vi.spyOn(history, 'pushState')
  onTestFinished(() => push.mockRestore())
  history.back()
  await expect.poll(() => push.mock.calls.length).toBe(1)
  expect(depth()).toBe(1)
  await expect.element(page.getByRole('alertdialog', { name: 'Session expired' })).toBeVisible()
})

it.each([
  ['before a word is said of it', true],
  ['once it is said to be', false],
])('Back gives up what is still on its way, %s, and what comes takes its entry over', async (_, isSilent) => {
  let arrive: (module: { word: string }) => void = () => {}
  const late = script(() => new Promise<{ word: string }>((done) => (arrive = done)))
  const part = ({ word }: { word: string }) => <Dialog label="Cover">{word}</Dialog>
  const closed = vi.fn()
  const push = vi.spyOn(history, 'pushState')
  onTestFinished(() => push.mockRestore())
  if (isSilent) withoutTimersOf(250)
  await show(
    <WithScript script={late} onClose={closed}>
      {part}
    </WithScript>,
    { window },
  )
  if (!isSilent) await expect.element(page.getByRole('dialog', { name: 'Loading' })).toBeVisible()
  await covered(1)
  expect(page.getByRole('dialog').elements()).toHaveLength(isSilent ? 0 : 1)
  history.back()
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  // Whoever does not close it keeps the entry.
  await covered(1)
  push.mockClear()
  arrive({ word: 'here' })
  await expect.element(dialog()).toBeVisible()
  await new Promise((done) => setTimeout(done, 100))
  expect([depth(), push.mock.calls.length]).toEqual([1, 0])
})

/** What waits so many ms waits for ever. */
function withoutTimersOf(ms: number): void {
  const real = setTimeout.bind(globalThis)
  const spy = vi.spyOn(globalThis, 'setTimeout')
  spy.mockImplementation(((act: () => void, after?: number) =>
    after === ms ? 0 : real(act, after)) as typeof setTimeout)
  onTestFinished(() => spy.mockRestore())
}

it('what has an address of its own keeps no other entry while it is on its way', async () => {
  const late = script(() => new Promise<{ word: string }>(() => {}))
  await show(
    <WithScript script={late} onClose={() => {}} isPlace>
      {({ word }) => word}
    </WithScript>,
    { window },
  )
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await new Promise((done) => setTimeout(done, 100))
  expect(depth()).toBe(0)
})

it('in a wide window a dialog leaves the history alone', async () => {
  const push = vi.spyOn(history, 'pushState')
  onTestFinished(() => push.mockRestore())
  await show(<Opened />)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(dialog()).toBeVisible()
  await new Promise((done) => setTimeout(done, 100))
  expect(push).not.toHaveBeenCalled()
})

it('Back asks before it gives up what was typed, and once more goes on with it', async () => {
  const app = await openApp('/playlists', { window, answers: new KeptPlaylists().answers() })
  await page.getByRole('button', { name: 'Create playlist' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create playlist' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Morning')
  await covered(1)
  history.back()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toBeVisible()
  await covered(2)
  history.back()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Morning')
  await covered(1)
  expect(app.address).toBe('/playlists')
})

it('Back takes a release from over the gallery, as its address says, and nothing besides', async () => {
  const app = await openApp('/releases', { window })
  await page.css('[data-release-id]').first().click()
  await expect.poll(() => app.address).toContain('release=')
  await new Promise((done) => setTimeout(done, 100))
  expect(depth()).toBe(0)
  history.back()
  await expect.poll(() => app.address).toBe('/releases')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

it('a page that is gone to from the navigation stays, and Back leads from it to the one before', async () => {
  const app = await openApp('/playlists', { window, answers: new KeptPlaylists().answers() })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await covered(1)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Releases' }).click()
  await expect.poll(() => app.address).toBe('/releases')
  await new Promise((done) => setTimeout(done, 200))
  expect([location.pathname, depth()]).toEqual(['/releases', 0])
  history.back()
  await expect.poll(() => app.address).toBe('/playlists')
})

it('Back closes the search, and the page beneath is as it was', async () => {
  const app = await openApp('/playlists', { window, answers: new KeptPlaylists().answers() })
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  const box = page.getByRole('searchbox', { name: 'Search', exact: true })
  await box.fill('north')
  await expect.element(page.getByRole('region', { name: 'Search', exact: true })).toBeVisible()
  await covered(1)
  history.back()
  await expect.element(box).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Search', exact: true })).not.toBeInTheDocument()
  await covered(0)
  expect(app.address).toBe('/playlists')
})

/** The script hears of a coarse pointer. The browser's own emulation leaves its page without hovering for ever. */
function touched(): void {
  const real = matchMedia.bind(globalThis)
  const spy = vi.spyOn(globalThis, 'matchMedia')
  spy.mockImplementation((query) => real(query.replaceAll('(pointer: coarse)', '(min-width: 0px)')))
  onTestFinished(() => spy.mockRestore())
}

describe('a phone on its side is as wide as a tablet', () => {
  const window = [844, 390] as const

  beforeEach(async () => {
    touched()
    await page.viewport(...window)
    withoutCovers(createBrowserHistory())
  })

  it('Back closes a dialog, and leads back once nothing lies over the page', async () => {
    await show(<Opened />, { window })
    await page.getByRole('button', { name: 'Open' }).click()
    await covered(1)
    history.back()
    await expect.element(dialog()).not.toBeInTheDocument()
    await covered(0)
  })

  it('Back closes the search below the box in the header', async () => {
    const app = await openApp('/playlists', { window, answers: new KeptPlaylists().answers() })
    const box = page.getByRole('searchbox', { name: 'Search', exact: true })
    await box.fill('north')
    const results = page.getByRole('region', { name: 'Search', exact: true })
    await expect.element(results).toBeVisible()
    await covered(1)
    history.back()
    await expect.element(results).not.toBeInTheDocument()
    await expect.element(box).toHaveValue('')
    await covered(0)
    expect(app.address).toBe('/playlists')
  })

  it('turned upright it keeps what lies over the page', async () => {
    await show(<Opened />, { window })
    await page.getByRole('button', { name: 'Open' }).click()
    await covered(1)
    await page.viewport(390, 844)
    await expect.element(dialog()).toBeVisible()
    history.back()
    await expect.element(dialog()).not.toBeInTheDocument()
  })
})

it('on a tablet, on its side too, Back leads where it led before', async () => {
  touched()
  const tablet = [1024, 768] as const
  await page.viewport(...tablet)
  withoutCovers(createBrowserHistory())
  await show(<Opened />, { window: tablet })
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(dialog()).toBeVisible()
  await new Promise((done) => setTimeout(done, 100))
  expect(depth()).toBe(0)
})
