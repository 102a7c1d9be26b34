// Several releases are selected and something is done with all of them, as cards and as rows.
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AppStage, type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { KeptMarks } from '#tests/components/marks.ts'
import { failure, someCards } from '#tests/components/wire.ts'

let kept: KeptMarks
beforeEach(() => {
  kept = new KeptMarks()
})

const TOTAL = 60
const scroller = () => page.getByTestId('gallery-scroller')
const slot = (releaseid: string) => scroller().css(`[data-release-id="${releaseid}"]`)
const checkbox = (releaseid: string) => slot(releaseid).getByRole('checkbox')
const toolbar = () => page.getByRole('toolbar', { name: 'Selection' })
const button = (name: string) => toolbar().getByRole('button', { name, exact: true })
const listView = () => page.getByRole('button', { name: 'List view' })
const picked = () =>
  [...document.querySelectorAll<HTMLElement>('[data-testid="gallery-scroller"] [data-picked]')].map(
    (one) => one.dataset.releaseId,
  )
const focus = (releaseid: string) => (slot(releaseid).element() as HTMLElement).focus()
const pressWith = (key: 'Shift' | 'Control', releaseid: string) => slot(releaseid).click({ modifiers: [key] })

async function open(around: AppSurroundings = {}): Promise<AppStage> {
  const app = await openApp('/releases', { ...around, answers: kept.answers() })
  await expect.element(slot('r1')).toBeVisible()
  return app
}
async function check(releaseid: string): Promise<void> {
  await slot(releaseid).hover()
  await checkbox(releaseid).click()
}

it('a checkbox selects and takes back; the toolbar is there only meanwhile', async () => {
  const app = await open()
  await expect.element(toolbar()).not.toBeInTheDocument()
  await check('r2')
  await expect.element(checkbox('r2')).toBeChecked()
  await expect.element(toolbar()).toHaveTextContent('1 selected')
  await checkbox('r2').click()
  await expect.element(toolbar()).not.toBeInTheDocument()
  expect(app.address).toBe('/releases')
})

it('Shift selects everything between, Ctrl one more', async () => {
  await open()
  await check('r2')
  await pressWith('Shift', 'r5')
  await expect.poll(picked).toEqual(['r2', 'r3', 'r4', 'r5'])
  await pressWith('Control', 'r7')
  await expect.poll(picked).toEqual(['r2', 'r3', 'r4', 'r5', 'r7'])
  await expect.element(checkbox('r6')).not.toBeChecked()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

it('what was selected by Ctrl and Shift over the actions of cards is acted on by keys: Ctrl+A, Escape', async () => {
  await open()
  // Over the art, where the actions lie.
  for (const [key, releaseid] of [['Control', 'r2'], ['Shift', 'r4']] as const)
    await slot(releaseid).click({ modifiers: [key], position: { x: 40, y: 40 } }) // biome-ignore format: one press
  await expect.poll(picked).toEqual(['r2', 'r3', 'r4'])
  await expect.element(slot('r4')).toHaveFocus()
  expect(slot('r4').element().matches(':focus-visible')).toBe(false)
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.element(toolbar()).toHaveTextContent(`${TOTAL} selected`)
  await userEvent.keyboard('{Escape}')
  await expect.element(toolbar()).not.toBeInTheDocument()
})

it('by keyboard: X, Shift+X, Ctrl+A, Escape', async () => {
  await open()
  focus('r1')
  await userEvent.keyboard('x{ArrowRight}{ArrowRight}{Shift>}X{/Shift}')
  await expect.element(toolbar()).toHaveTextContent('3 selected')
  expect(picked()).toEqual(['r1', 'r2', 'r3'])
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.element(toolbar()).toHaveTextContent(`${TOTAL} selected`)
  await userEvent.keyboard('{Escape}')
  await expect.element(toolbar()).not.toBeInTheDocument()
  expect(picked()).toEqual([])
})

it('how many are selected is said from the first on, and each of them says so of itself', {
  tags: ['long'],
}, async () => {
  await open()
  const statuses = [...document.querySelectorAll('[role="status"]')]
  focus('r1')
  await userEvent.keyboard('x')
  await expect.element(toolbar()).toBeVisible()
  // A live region that came with its words would not be heard.
  expect(statuses.map((one) => one.isConnected && one.textContent)).toContain('1 selected')
  await expect.element(slot('r1')).toHaveAccessibleDescription('Selected')
  await userEvent.keyboard('x')
  await expect.element(slot('r1')).not.toHaveAttribute('aria-description')
  await listView().click()
  await expect.element(page.getByRole('grid')).toHaveAttribute('aria-multiselectable', 'true')
})

it('its toolbar is one stop of Tab, and arrows, Home and End move through it', { tags: ['long'] }, async () => {
  await open()
  focus('r1')
  await userEvent.keyboard('x')
  await expect.element(toolbar()).toBeVisible()
  const buttons = () => [...toolbar().element().querySelectorAll('button')].filter((one) => !one.disabled)
  await expect.poll(() => buttons().filter((one) => one.tabIndex === 0)).toHaveLength(1)
  buttons()[0]?.focus()
  for (const [key, at] of [['ArrowRight', 1], ['ArrowRight', 2], ['ArrowLeft', 1], ['End', -1], ['ArrowRight', 0], ['ArrowLeft', -1], ['Home', 0], ['ArrowRight', 1]] as const) {
    await userEvent.keyboard(`{${key}}`)
    expect(document.activeElement, key).toBe(buttons().at(at))
  } // biome-ignore format: one row of keys
  await userEvent.keyboard('{Tab}')
  expect(toolbar().element().contains(document.activeElement)).toBe(false)
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(document.activeElement).toBe(buttons()[1])
})

it('Ctrl+Shift+A is the browser’s, and selects nothing', async () => {
  const app = await open()
  focus('r1')
  for (const held of [{ ctrlKey: true }, { metaKey: true }]) type('A', 'KeyA', { shiftKey: true, ...held })
  expect(app.of('selection.filled')).toEqual([])
  await userEvent.keyboard('x')
  await expect.element(toolbar()).toHaveTextContent('1 selected')
})

it('its toolbar leaves keys at the release that Tab reaches, and a pointer at none', async () => {
  await open()
  focus('r1')
  await userEvent.keyboard('x')
  ;(button('Clear selection').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(slot('r1')).toHaveFocus()
  await userEvent.keyboard('x')
  await button('Clear selection').click()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

it('on the phone the toolbar stands above what plays', async () => {
  await open({ window: [390, 844] })
  focus('r1')
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('region', { name: 'Player' })).toBeVisible()
  await userEvent.keyboard('x')
  await expect.element(toolbar()).toHaveTextContent('1 selected')
  await button('Clear selection').click({ timeout: 5000 })
  await expect.element(toolbar()).not.toBeInTheDocument()
})

it('everything the filter lets through, counted as everywhere', { tags: ['long'] }, async () => {
  kept = new KeptMarks(someCards(1998))
  await open()
  await check('r1')
  await button('Select all 1,998').click()
  await expect.element(toolbar()).toHaveTextContent('1,998 selected')
})

it('once everything is selected the keys go on where that is said, and nothing is done by a key held down', async () => {
  const app = await open()
  focus('r1')
  await userEvent.keyboard('x')
  ;(button(`Select all ${TOTAL}`).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter>3/}')
  await expect.element(button(`Select all ${TOTAL}`)).not.toBeInTheDocument()
  expect(document.activeElement).toHaveTextContent(`${TOTAL} selected`)
  expect(toolbar().element().contains(document.activeElement)).toBe(true)
  expect(app.told.map(({ type }) => type).filter((type) => type.startsWith('download.'))).toEqual([])
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(toolbar().element().querySelector('button'))
})

it('what is selected stays selected as rows', async () => {
  await open()
  await check('r3')
  await listView().click()
  await expect.element(slot('r3')).toHaveAttribute('role', 'row')
  await expect.element(slot('r3')).toHaveAttribute('aria-selected', 'true')
  await expect.element(checkbox('r3')).toBeChecked()
  await expect.element(slot('r4')).toHaveAttribute('aria-selected', 'false')
})

it('the queue takes all of it', { tags: ['long'] }, async () => {
  const app = await open()
  for (const releaseid of ['r1', 'r3']) await pressWith('Control', releaseid)
  await button('Add to queue').click()
  await expect.element(toolbar()).toHaveTextContent('2 added to the queue')
  const { items } = app.state.single('queue')
  expect(items.map((id) => app.state.get('queueItem', id)?.releaseid)).toEqual(['r1', 'r3'])
})

it('D-117: a flag that the server refuses is not said to be there', { tags: ['long'] }, async () => {
  const refused = { ...kept.answers(), 'POST /releases/:id/flag': () => failure(403, 'FORBIDDEN') }
  const app = await openApp('/releases', { answers: refused })
  await expect.element(slot('r1')).toBeVisible()
  for (const releaseid of ['r1', 'r3']) await pressWith('Control', releaseid)
  await button('Flag').click()
  await expect.poll(() => app.state.single('selection').run?.result?.applied).toBe(2)
  await expect.poll(() => [...app.state.ids('markRequest')]).toEqual([])
  await expect.element(toolbar()).not.toHaveTextContent('2 flagged')
  await expect.element(toolbar()).toHaveTextContent('2 selected')
})

it.each(['cards', 'rows'])('axe finds nothing while selecting, as %s', async (view) => {
  await open()
  if (view === 'rows') await listView().click()
  await pressWith('Control', 'r2')
  await slot('r3').hover()
  await expect.element(toolbar()).toBeVisible()
  expect(await axeFaults()).toEqual([])
})

/** A key of a keyboard with other letters; held down it comes again and again. */
function type(key: string, code: string, more: KeyboardEventInit = {}): void {
  const said = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...more })
  document.activeElement?.dispatchEvent(said)
}

it('by a keyboard of other letters: the keys at their places, and held down they do it once', async () => {
  const app = await open()
  focus('r1')
  type('о', 'KeyJ')
  type('ч', 'KeyX')
  for (let n = 0; n < 3; n++) type('ч', 'KeyX', { repeat: true })
  await expect.element(toolbar()).toHaveTextContent('1 selected')
  expect(picked()).toEqual(['r2'])
  type('ф', 'KeyA', { ctrlKey: true })
  await expect.element(toolbar()).toHaveTextContent(`${TOTAL} selected`)
  ;(document.activeElement as HTMLElement).blur()
  type('е', 'KeyT')
  expect(app.state.single('triage').on).toBe(true)
})
