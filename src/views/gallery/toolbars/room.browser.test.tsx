// The bars that float over a gallery fit the room that sidebar and queue leave it.
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { releaseListOpened, releasePageReceived } from '#core/events/releases.ts'
import { selectionApplied, selectionFilled, selectionRunProgressed, selectionToggled } from '#core/events/selection.ts'
import { openApp } from '#tests/components/app.tsx'
import { KeptMarks } from '#tests/components/marks.ts'
import { queue } from '#tests/components/playing.ts'
import { show, signedIn } from '#tests/components/stage.tsx'
import { someCards } from '#tests/components/wire.ts'
import { aCard } from '#tests/support/story.ts'
import { queueOpen } from '../../shell/shell.state.ts'
import { SelectionToolbar } from './SelectionToolbar.tsx'
import { TriageBar } from './TriageBar.tsx'

const TOTAL = 1234
const LIST = 'sort=trend'
const STOP = 'Stop what was begun before'
const WINDOW = { window: [1920, 900] } as const

const toolbar = () => page.getByRole('toolbar', { name: 'Selection' })
const button = (name: string) => toolbar().getByRole('button', { name, exact: true })
const round = () => page.getByRole('group', { name: 'Triage' })
const words = (name: string) => button(name).element().textContent

/** What floats over a gallery that is so many px wide. */
const within = (width: number, bar: ReactNode) => (
  <div style={{ position: 'relative', containerType: 'inline-size', width, height: 200 }}>{bar}</div>
)
const opened = (queryId: string) => [
  releaseListOpened({ queryId }),
  releasePageReceived({ queryId, round: 1, page: 1, total: TOTAL, releases: [aCard('r1'), aCard('r2')] }),
]
const selected = (story = signedIn()) =>
  story.happens(...opened(LIST), selectionToggled({ queryId: LIST, place: 0, on: true }))
/** The same, while something is still being done with another list. */
const busy = () =>
  selected(
    signedIn().happens(
      ...opened('sort=-date'),
      selectionFilled({ queryId: 'sort=-date' }),
      selectionApplied({ runId: 'x', action: 'queue' }),
      selectionRunProgressed({ runId: 'x', done: 1 }),
    ),
  )

/** The names of buttons that lie outside of their bar, or of the gallery it floats over. */
function cutOff(bar: Locator): string[] {
  const element = bar.element()
  const bounds = [element, element.parentElement as Element].map((one) => one.getBoundingClientRect())
  const left = Math.max(...bounds.map((one) => one.left))
  const right = Math.min(...bounds.map((one) => one.right))
  return [...element.querySelectorAll('button')]
    .filter((one) => one.getBoundingClientRect().left < left || one.getBoundingClientRect().right > right)
    .map((one) => one.getAttribute('aria-label') ?? one.textContent)
}

/** Whether it can be read to its end. */
const isWhole = (one: Element) => one.scrollWidth <= one.clientWidth
function saysHowMany(): boolean {
  const count = toolbar().element().querySelector('strong')
  const end = count?.parentElement?.getBoundingClientRect().right ?? 0
  return count !== null && count.getBoundingClientRect().right <= end + 0.5
}

it.each([768, 848, 959, 960, 1208, 1479, 1480, 1599, 1600])(
  'H-657: in %i px every button of a selection is in sight, and how many are selected',
  async (width) => {
    for (const story of [selected(), busy()]) {
      await show(within(width, <SelectionToolbar queryId={LIST} />), { story, ...WINDOW })
      await expect.element(button('Clear selection')).toBeVisible()
      expect(cutOff(toolbar())).toEqual([])
      expect(saysHowMany()).toBe(true)
      expect(isWhole(button('Select all 1,234').element())).toBe(true)
      expect(words('Download WAV')).toBe(width < 960 ? 'WAV' : 'Download WAV')
      expect(words('Archive')).toBe(width < 1480 ? '' : 'Archive')
    }
    expect(words(STOP)).toBe(width < 1600 ? '' : STOP)
    // What goes on is told to its end as well.
    if (width >= 1480) expect(isWhole(toolbar().element().querySelector('p') as Element)).toBe(true)
  },
)

it('H-657: its words come and go with the room, as when the queue is closed and opened', async () => {
  await show(within(1500, <SelectionToolbar queryId={LIST} />), { story: selected(), ...WINDOW })
  await expect.element(button('Archive')).toHaveTextContent('Archive')
  const gallery = toolbar().element().parentElement as HTMLElement
  gallery.style.width = '1140px'
  await expect.poll(() => words('Archive')).toBe('')
  gallery.style.width = '1500px'
  await expect.poll(() => words('Archive')).toBe('Archive')
})

it.each([768, 848, 959, 960, 1208, 1339, 1340])(
  'H-657: in %i px the bar of a round is in sight to its end',
  async (width) => {
    await show(within(width, <TriageBar raised={false} />), WINDOW)
    await expect.element(round()).toBeVisible()
    expect(cutOff(round())).toEqual([])
    expect(isWhole(round().element())).toBe(true)
    const word = round().getByText('heard', { exact: true }).element()
    const hooks = round().getByRole('list', { name: 'Heard from' })
    expect(word.getBoundingClientRect().width > 1).toBe(width >= 1340)
    expect(hooks.elements()).toHaveLength(width < 960 ? 0 : 1)
  },
)

it('H-657: beside the queue of a window of 1440 px nothing of both is cut off', async () => {
  const kept = new KeptMarks(someCards(TOTAL))
  await openApp('/releases', { window: [1440, 900], answers: kept.answers() })
  const first = page.getByTestId('gallery-scroller').css('[data-release-id="r1"]')
  await expect.element(first).toBeVisible()
  queueOpen.value = true
  await expect.element(queue()).toBeVisible()
  ;(first.element() as HTMLElement).focus()
  await userEvent.keyboard('xt')
  await expect.element(button('Clear selection')).toBeVisible()
  await expect.element(round()).toBeVisible()
  const end = queue().element().getBoundingClientRect().left
  for (const bar of [toolbar(), round()]) {
    await expect.poll(() => cutOff(bar)).toEqual([])
    expect(bar.element().getBoundingClientRect().right).toBeLessThanOrEqual(end)
  }
  expect(saysHowMany()).toBe(true)
})
