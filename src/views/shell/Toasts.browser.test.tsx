import { useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  downloadFailed,
  downloadRequested,
  downloadRestored,
  downloadSaved,
  downloadSkipped,
  downloadStarted,
  downloadStored,
} from '#core/events/downloads.ts'
import { libraryMarkAnswered, libraryMarksRequested } from '#core/events/library.ts'
import { connectionAccepted, connectionRefused } from '#core/events/people/connections.ts'
import type { Mark } from '#core/model/library/library.ts'
import { newJob } from '#core/reducers/downloads/downloadJobs.ts'
import { downloadsOpen } from '#projections/downloads/downloads.ts'
import { type Surroundings, show, signedIn } from '#tests/components/stage.tsx'
import { aDetail } from '#tests/components/wire.ts'
import { aRelease, aRequest } from '#tests/support/story.ts'
import { Dialog } from '../kit/overlays/Dialog.tsx'
import { SongMenu } from '../music/SongMenu.tsx'
import { Toasts } from './Toasts.tsx'
import { GATHERED_MS } from './useFailuresSaid.ts'
import '#bridge/connections.ts'

const added = (title = 'Night Drive') => downloadRequested({ requests: [aRequest(title, { title })] })
const toast = (category = 'addDownloadQueue') => page.css(`[role="status"][data-category="${category}"]`)
const opened = (around: Surroundings = {}) => show(<Toasts />, { story: signedIn().happens(added()), ...around })

it('SHELL-027: what was added to the downloads is said with its title', async () => {
  await opened()
  await expect.element(toast()).toHaveAccessibleName('Added to the download queue')
  await expect.element(toast()).toHaveTextContent(/Night Drive/)
  await expect.element(toast()).toHaveAttribute('data-type', 'info')
})

it('SHELL-028: a finished download is said', async () => {
  const stage = await opened()
  const job = { downloadID: 'Night Drive' }
  stage.happens(
    downloadStarted({ ...job, totalBytes: 4, resumedAt: 0 }),
    downloadStored({ ...job, bytes: 4, sha256: null, fileName: 'Night Drive.wav' }),
    downloadSaved(job),
  )
  await expect.element(toast('downloadFinished')).toHaveTextContent(/Download finished.*Night Drive/)
  await expect.element(toast('downloadFinished')).toHaveAttribute('data-type', 'success')
})

it('H-381: downloads that fail are said once, together, and shown by no notification', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const stage = await show(<Toasts />, { story: signedIn() })
  const said = page.css('[aria-live="polite"]').getByText(/failed/)
  const requests = ['a', 'b', 'c'].map((id) => aRequest(id))
  const fails = (downloadID: string) => downloadFailed({ downloadID, reason: 'network', receivedBytes: 0 })
  // As an earlier visit left it: nobody is told anew.
  stage.happens(downloadRestored({ jobs: [{ ...newJob(aRequest('old'), 'old'), status: 'failed', reason: 'server' }] }))
  stage.happens(downloadRequested({ requests }))
  // Of a tab that began before, in slices: some wait, others failed long ago.
  stage.happens(
    downloadRestored({ jobs: [{ ...newJob(aRequest('older'), 'older'), status: 'failed', reason: 'server' }] }),
  )
  stage.happens(fails('a'))
  stage.happens(fails('b'))
  vi.advanceTimersByTime(GATHERED_MS)
  await expect.element(said).toHaveTextContent('2 downloads failed')
  stage.happens(fails('c'))
  vi.advanceTimersByTime(GATHERED_MS)
  await expect.poll(() => said.elements().map((line) => line.textContent)).toContain('1 download failed')
  expect(toast('hasError').elements()).toEqual([])
})

it('SHELL-027, DOWNLOAD-023: with the list of downloads open, what was added is heard and not shown', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const stage = await show(<Toasts />, { story: signedIn() })
  downloadsOpen.value = true
  stage.happens(added())
  await expect.element(toast()).toHaveAccessibleName('Added to the download queue')
  await expect.element(toast()).toHaveTextContent(/Night Drive/)
  const { width, height } = toast().element().getBoundingClientRect()
  expect([width, height]).toEqual([1, 1])
  vi.advanceTimersByTime(5100)
  await expect.element(toast()).not.toBeInTheDocument()
})

/** With a button that opens a dialog over them. */
function Over() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Toasts />
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Dialog label="Over" onClose={() => setOpen(false)}>
          Over
        </Dialog>
      )}
    </>
  )
}

it('a dialog that opens and closes takes them along as they are', async () => {
  await show(<Over />, { story: signedIn().happens(added()) })
  await expect.element(toast()).toBeVisible()
  const one = toast().element()
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  await frames()
  await page.getByRole('button', { name: 'Open' }).click()
  expect(toast().elements()).toEqual([one])
  expect(one.closest('dialog')).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Over' })).not.toBeInTheDocument()
  expect(toast().elements()).toEqual([one])
  expect(one.checkVisibility()).toBe(true)
})

it('a toast of the downloads goes when their list is opened', async () => {
  await opened()
  await expect.element(toast()).toBeVisible()
  downloadsOpen.value = true
  await expect.element(toast()).not.toBeInTheDocument()
})

it('SHELL-038: a toast of an error is called by all it says', async () => {
  const stage = await opened()
  stage.happens(downloadSkipped({ downloadID: 'Night Drive' }))
  await expect.element(page.getByRole('status', { name: /please refresh/i })).toBeVisible()
})

it('NETWORK-011: an invitation that was accepted before shows "invitation already accepted"', async () => {
  const stage = await opened()
  stage.happens(connectionRefused({ link: 'link:1', why: 'accepted' }))
  await expect.element(toast('invitationAlreadyAccepted')).toHaveTextContent(/invitation already accepted/i)
})

it('NETWORK-012: an invitation for somebody else shows "invitation not for this user"', async () => {
  const stage = await opened()
  stage.happens(connectionRefused({ link: 'link:1', why: 'notForUser' }))
  await expect.element(toast('invitationNotForUser')).toHaveTextContent(/invitation not for this user/i)
})

it('the undo of a mark waits while its release is being marked, and is not lost (D-149)', async () => {
  const story = signedIn().knows(aRelease('r1'))
  const change = (mark: Mark) => ({ releaseid: 'r1', trackid: null, marks: [mark] })
  story.happens(
    libraryMarksRequested({ requestId: 'w1', changes: [change('flagged')] }),
    libraryMarkAnswered({ requestId: 'w1', releaseid: 'r1', trackid: null, mark: 'flagged' }),
    libraryMarksRequested({ requestId: 'w2', changes: [change('archived')] }),
  )
  const stage = await show(<Toasts />, { story })
  await toast('flag').getByRole('button', { name: 'Undo' }).click()
  expect(stage.of('decision.takenBack')).toMatchObject([{ id: 'w1' }])
})

it('RELEASE-017: what a menu queues is said in the live region, and shown by the queue alone', {
  tags: ['long'],
}, async () => {
  const song = aDetail('r1', 1).songs[0]
  if (!song) throw new Error('a release without a song')
  const view = (
    <>
      <SongMenu song={{ ...song, title: 'Night Drive' }} archived={false} />
      <Toasts />
    </>
  )
  await show(view, { story: signedIn().knows(aRelease('r1')) })
  const region = page.css('[aria-live="polite"]')
  for (const [name, words] of [
    ['Play next', 'Plays next: Night Drive'],
    ['Play later', 'Added to the queue: Night Drive'],
  ] as const) {
    await page.getByRole('button', { name: 'More actions for Night Drive' }).click()
    await page.getByRole('menuitem', { name }).click()
    await expect.element(region).toHaveTextContent(words)
  }
  await expect.element(page.getByRole('status')).not.toBeInTheDocument()
})

it('H-141: a song that its release no longer holds is not said to be queued', async () => {
  const song = aDetail('r1', 1).songs[0]
  if (!song) throw new Error('a release without a song')
  const view = (
    <>
      <SongMenu song={{ ...song, trackid: 'r1.gone', title: 'Night Drive' }} archived={false} />
      <Toasts />
    </>
  )
  await show(view, { story: signedIn().knows(aRelease('r1')) })
  await page.getByRole('button', { name: 'More actions for Night Drive' }).click()
  await page.getByRole('menuitem', { name: 'Play next' }).click()
  const region = page.css('[aria-live="polite"]')
  await expect.element(region).toHaveTextContent('Could not be added to the queue')
  await expect.element(region).not.toHaveTextContent('Plays next')
})

/** Where it stands once it has come. */
async function box(): Promise<DOMRect> {
  await expect.element(toast()).toBeVisible()
  const element = toast().element()
  await Promise.all(element.getAnimations().map(({ finished }) => finished))
  return element.getBoundingClientRect()
}

it('SHELL-022: they stand bottom right', async () => {
  await opened()
  const { right, bottom } = await box()
  expect([innerWidth - right, innerHeight - bottom].map(Math.round)).toEqual([32, 16])
})

it('SHELL-023: they are 400 px wide, and on a phone as wide as it lets them', async () => {
  await opened()
  expect((await box()).width).toBe(400)
  await opened({ window: [390, 844] })
  expect((await box()).width).toBe(358)
})

it('SHELL-024: a click dismisses them', async () => {
  await opened()
  await toast().click({ position: { x: 60, y: 20 } })
  await expect.element(toast()).not.toBeInTheDocument()
})

/** What was pointed at has been told of it. */
const rendered = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))

it('SHELL-025: they leave by themselves, but not from under the pointer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  await opened()
  await toast().hover()
  await rendered()
  vi.advanceTimersByTime(5500)
  await rendered()
  await expect.element(toast()).toBeVisible()
  await userEvent.hover(page.css('#root'), { position: { x: 5, y: 5 } })
  await expect
    .poll(() => {
      vi.advanceTimersByTime(1000)
      return toast().query()
    })
    .toBeNull()
})

it('SHELL-025, D-057: nor while the focus is in them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  await opened()
  do await rendered()
  while (!toast().query())
  const close = toast().getByRole('button').first().element() as HTMLElement
  close.focus()
  await rendered()
  vi.advanceTimersByTime(20_000)
  await rendered()
  expect(toast().elements()).toHaveLength(1)
  close.blur()
  await rendered()
  vi.advanceTimersByTime(5500)
  await rendered()
  expect(toast().elements()).toHaveLength(0)
})

it('D-057: at most five are on the screen, the newest', async () => {
  const stage = await show(<Toasts />, { story: signedIn() })
  for (let n = 1; n <= 6; n++) stage.happens(connectionAccepted({ link: `link:${n}`, inviter: `Person ${n}` }))
  await expect.element(toast('connectionAccepted').getByText(/Person 6/)).toBeVisible()
  expect(toast('connectionAccepted').elements()).toHaveLength(5)
  expect(
    toast('connectionAccepted')
      .getByText(/Person 1/)
      .elements(),
  ).toHaveLength(0)
})

it('SHELL-025, D-057: one that nobody points at is there for five seconds, an error for ten', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  const stage = await opened()
  stage.happens(downloadSkipped({ downloadID: 'Night Drive' }))
  // A poll would move the clock on.
  do await rendered()
  while (!toast('hasError').query())
  const after = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    await rendered()
    return [toast(), toast('hasError')].map((one) => one.elements().length)
  }
  expect(await after(4900)).toEqual([1, 1])
  expect(await after(200)).toEqual([0, 1])
  expect(await after(4800)).toEqual([0, 1])
  expect(await after(200)).toEqual([0, 0])
})

it('one long word in what is said breaks: nothing reaches beyond the notification', async () => {
  const stage = await show(<Toasts />, { story: signedIn() })
  const person = `${'W'.repeat(60)}@demo.test`
  stage.happens(connectionAccepted({ link: 'link:1', inviter: person }))
  await expect.element(toast('connectionAccepted')).toBeVisible()
  const { scrollWidth, clientWidth } = toast('connectionAccepted').element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
})

it('what a notification is about is read whole: a name of a hundred letters and the sentence behind it', async () => {
  const name = 'Songs for the long way home '.repeat(4).slice(0, 100)
  await show(<Toasts />, {
    story: signedIn().happens(added(`${name}, without 12 songs: a playlist takes 5,000 at most`)),
  })
  await expect.element(toast()).toBeVisible()
  const [, , subject] = toast().element().querySelectorAll('div')
  if (!subject) throw new Error('nothing it is about')
  expect(subject.textContent).toContain('at most')
  expect(subject.scrollWidth).toBeLessThanOrEqual(subject.clientWidth)
  expect(subject.scrollHeight).toBeLessThanOrEqual(subject.clientHeight)
})
