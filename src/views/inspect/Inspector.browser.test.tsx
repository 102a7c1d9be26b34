// The inspector as an engineer uses it: events as they come, what is in them, the state, and how to get out again.
import { signal } from '@preact/signals-react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { peekState } from '#projections/entity.ts'
import { axeFaults } from '#tests/components/axe.ts'
import { type Surroundings, show } from '#tests/components/stage.tsx'
import { createLiveState } from '../../inspect/liveState.ts'
import { Inspector } from './Inspector.tsx'
import { type Health, type LiveEvent, LiveLog, REMEMBERED } from './liveLog.ts'

const HEALTH: Health = {
  workers: [
    { name: 'state', answerMs: 2, longestMs: 31, perSecond: 4.5, waiting: 3, lastError: null },
    { name: 'downloads', answerMs: null, longestMs: 0, perSecond: 0, waiting: 12, lastError: 'the worker stopped' },
  ],
  fired: [{ name: 'player', times: 41 }],
  longestTaskMs: 52,
}

const event = (seq: number, type: string, source: string, payload: object = {}, cause: number | null = null) =>
  ({ seq, t: seq * 1000, type, source, payload, cause, v: 1 }) satisfies LiveEvent

async function inspected(surroundings: Surroundings = {}) {
  const log = new LiveLog()
  const edition = signal(0)
  const state = createLiveState(peekState, signal(3))
  const room = document.createElement('div')
  let closed = 0
  log.add([
    event(1, 'app.opened', 'platform'),
    event(2, 'download.requested', 'person', { requests: ['a'] }),
    event(3, 'download.failed', 'downloads', { reason: 'quota' }, 2),
  ])
  const stage = await show(
    <>
      <button type="button">Outside</button>
      <Inspector inspected={{ log, state, edition, health: signal(HEALTH), close: () => closed++ }} page={room} />
    </>,
    surroundings,
  )
  return { ...stage, room, log, edition, closed: () => closed }
}

const panel = () => page.getByRole('region', { name: 'Inspector' })
const list = () => panel().getByRole('listbox', { name: 'Events' })
const types = () =>
  [...document.querySelectorAll('[role=option]')]
    .filter((row) => row.id !== '')
    .map((row) => row.children[3]?.textContent)

it('keeps in place what somebody scrolled up to while the oldest events are forgotten', async () => {
  const { log } = await inspected()
  const more = (from: number, count: number) =>
    log.add(Array.from({ length: count }, (_, n) => event(from + n, 'player.toggled', 'person')))
  more(4, REMEMBERED - 3)
  await expect.element(list().getByRole('option', { name: /^10,000 / })).toBeVisible()
  const box = list().element()
  box.scrollTop = 24 * 5000
  box.dispatchEvent(new Event('scroll'))
  await expect.element(list().getByRole('option', { name: /^5,001 / })).toBeVisible()
  more(REMEMBERED + 1, 300)
  await expect.poll(() => box.scrollTop).toBe(24 * 4700)
  await expect.element(list().getByRole('option', { name: /^5,001 / })).toBeVisible()
})

it('lists events as they come, the last in sight, and stands still while it is paused', async () => {
  const { log } = await inspected()
  await expect.poll(types).toEqual(['app.opened', 'download.requested', 'download.failed'])
  log.add(Array.from({ length: 500 }, (_, n) => event(n + 4, 'player.toggled', 'person')))
  await expect.element(list().getByRole('option', { name: /^503 / })).toBeVisible()
  expect(types().length, 'those in sight are made').toBeLessThan(60)
  await panel().getByRole('button', { name: 'Pause the list' }).click()
  log.add([event(504, 'player.toggled', 'person')])
  await expect.element(panel().getByText('503 of 504')).toBeVisible()
  await panel().getByRole('button', { name: 'Go on listing' }).click()
  await expect.element(panel().getByText('504 of 504')).toBeVisible()
})

it('lists what is wanted: by domain, type, source and text', async () => {
  const { log } = await inspected()
  const said = () => panel().getByRole('status').element().textContent
  await expect.poll(said).toMatch(/^3 of 3/)
  log.add([event(4, 'player.toggled', 'person')])
  await expect.element(panel().getByText('4 of 4')).toBeVisible()
  expect(said(), 'what comes by itself').toMatch(/^3 of 3/)
  await panel().getByRole('combobox', { name: 'Domain' }).selectOptions('download')
  await expect.poll(said, { message: 'what was asked for' }).toMatch(/^2 of 4/)
  await expect.poll(types).toEqual(['download.requested', 'download.failed'])
  await panel().getByRole('combobox', { name: 'Source' }).selectOptions('downloads')
  await expect.poll(types).toEqual(['download.failed'])
  await panel().getByRole('combobox', { name: 'Source' }).selectOptions('All sources')
  await panel().getByRole('combobox', { name: 'Domain' }).selectOptions('All domains')
  await panel().getByRole('searchbox').fill('QUOTA')
  await expect.poll(types).toEqual(['download.failed'])
})

it('shows what is in an event, by press and by key, and what led to it', async () => {
  await inspected()
  await list()
    .getByRole('option', { name: /download\.failed/ })
    .click()
  const payload = panel().getByRole('region', { name: 'Payload' })
  await expect.element(payload).toHaveTextContent('"reason": "quota"')
  await panel().getByRole('button', { name: 'Caused by 2 download.requested' }).click()
  await expect.element(payload).toHaveTextContent('"requests"')
  list().element().focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(list().getByRole('option', { name: /app\.opened/ })).toHaveAttribute('aria-selected', 'true')
})

async function stateTab() {
  const stage = await inspected()
  await panel().getByRole('tab', { name: 'State' }).click()
  const tree = panel().getByRole('tree')
  await expect.element(tree.getByRole('treeitem').first()).toBeVisible()
  const reveal = async (name: string | RegExp) => {
    const item = tree.getByRole('treeitem', { name, exact: true })
    while (item.elements().length === 0) {
      tree.element().scrollTop += 100
      await new Promise(requestAnimationFrame)
    }
    return item
  }
  const turnTo = async (volume: number) => {
    const { playerVolumeChanged } = await import('#core/events/player.ts')
    stage.happens(playerVolumeChanged({ volume }))
    stage.edition.value++
  }
  return { ...stage, tree, reveal, turnTo }
}

it('shows the state of the page, table by table, down to a field', async () => {
  const { tree, reveal, turnTo } = await stateTab()
  await (await reveal(/^player \d+ entries$/)).getByRole('button').click()
  await expect.element(await reveal('volume 50')).toBeInTheDocument()
  await turnTo(7)
  await expect.element(tree.getByRole('treeitem', { name: 'volume 7', exact: true })).toBeInTheDocument()
})

it('shows what changed since the state was pinned, and all of it again', async () => {
  const { tree, turnTo } = await stateTab()
  await panel().getByRole('button', { name: 'Pin' }).click()
  await expect.element(tree).toHaveTextContent('Nothing has changed.')
  await turnTo(7)
  await expect.element(tree.getByRole('treeitem', { name: 'Removed volume 50' }).first()).toBeVisible()
  await expect.element(tree.getByRole('treeitem', { name: 'Added volume 7' }).first()).toBeVisible()
  await expect.element(panel()).toHaveTextContent('Since event3')
  await expect.element(panel()).toHaveTextContent(/\d changed/)
  expect(await axeFaults()).toEqual([])
  await panel().getByRole('switch', { name: 'Only changes' }).click()
  await expect.element(tree.getByRole('treeitem', { name: /unchanged$/ }).first()).toBeVisible()
  await panel().getByRole('button', { name: 'Unpin' }).click()
  await expect.element(tree.getByRole('treeitem', { name: /^Added/ }).first()).not.toBeInTheDocument()
})

it('is gone through by key, as the tree of the replay page', async () => {
  const { tree } = await stateTab()
  tree.element().focus()
  const active = () => document.getElementById(tree.element().getAttribute('aria-activedescendant') ?? '')
  while (active()?.getAttribute('aria-expanded') !== 'false') await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  await expect.poll(() => active()?.getAttribute('aria-level')).toBe('2')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => active()?.getAttribute('aria-level')).toBe('1')
})

it('says how workers and sources are, and what fires most', async () => {
  await inspected()
  await panel().getByRole('tab', { name: 'Health' }).click()
  await expect.element(panel().getByRole('row', { name: /^state 2 ms 31 ms 4\.5 3 none/ })).toBeVisible()
  await expect.element(panel().getByRole('row', { name: /downloads 0 ms 0\.0 12 the worker stopped/ })).toBeVisible()
  await expect.element(panel().getByRole('row', { name: /downloads 1 00:03\.000 download\.failed/ })).toBeVisible()
  await expect.element(panel().getByRole('row', { name: 'player 41' })).toBeVisible()
  await expect.element(panel()).toHaveTextContent('52 ms')
})

it('is docked below or beside, is sized by key, and leaves the page its room', async () => {
  const { room } = await inspected()
  const separator = panel().getByRole('separator')
  await expect.element(separator).toHaveAttribute('aria-valuenow', '320')
  separator.element().focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(separator).toHaveAttribute('aria-valuenow', '344')
  expect(room.style.height).toBe('calc(100% - 344px)')
  await panel().getByRole('button', { name: 'Dock it beside' }).click()
  await expect.element(separator).toHaveAttribute('aria-orientation', 'vertical')
  expect([room.style.height, room.style.width]).toEqual(['', 'calc(100% - 344px)'])
})

it('is reached by key, and Escape gives the focus back', async () => {
  const { closed } = await inspected()
  const outside = page.getByRole('button', { name: 'Outside' })
  outside.element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(panel().getByRole('separator')).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}{Escape}')
  await expect.element(outside).toHaveFocus()
  await panel().getByRole('button', { name: 'Close the inspector' }).click()
  expect(closed()).toBe(1)
})

it('keeps the focus when Escape gives up what an input method composes', async () => {
  await inspected()
  const field = panel().getByRole('searchbox')
  page.getByRole('button', { name: 'Outside' }).element().focus()
  field.element().focus()
  const press = (isComposing: boolean) =>
    field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing, bubbles: true }))
  press(true)
  await expect.element(field).toHaveFocus()
  press(false)
  await expect.element(page.getByRole('button', { name: 'Outside' })).toHaveFocus()
})

it.each(['dark', 'light', 'contrast'] as const)('passes axe, %s', async (theme) => {
  await inspected({ theme })
  for (const tab of ['Payload', 'State', 'Health']) {
    await panel().getByRole('tab', { name: tab }).click()
    expect(await axeFaults(), tab).toEqual([])
  }
})

it('its tabs have a name and are one stop of Tab: arrows, Home and End move between them', async () => {
  await inspected()
  const tabs = panel().getByRole('tablist', { name: 'What is shown' })
  const names = ['Payload', 'State', 'Health']
  const tab = (name: string) => tabs.getByRole('tab', { name, exact: true })
  const reached = () => names.filter((name) => (tab(name).element() as HTMLElement).tabIndex === 0)
  expect(reached()).toEqual(['Payload'])
  ;(tab('Payload').element() as HTMLElement).focus()
  for (const [key, name] of [
    ['ArrowLeft', 'Health'],
    ['ArrowRight', 'Payload'],
    ['ArrowRight', 'State'],
    ['End', 'Health'],
    ['Home', 'Payload'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.element(tab(name), { message: key }).toHaveFocus()
    await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
    expect(reached()).toEqual([name])
  }
})
