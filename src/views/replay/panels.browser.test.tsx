// The panels of the replay page over the engine itself, without a worker between: what they show and which keys do what.
import { createRoot } from 'react-dom/client'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AskReplay } from '#bridge/replay.ts'
import { exportLines } from '#core/log/export.ts'
import { Order } from '#core/log/order.ts'
import { snapshotLines } from '#core/log/snapshots/snapshot.ts'
import { headerOf } from '#core/log/upcast.ts'
import { Store } from '#core/reducers/store.ts'
import { clearStage, Renders, show } from '#tests/components/stage.tsx'
import { dayLines } from '#tests/support/day.ts'
import { ReplayEngine } from '#workers/engines/replay/engine.ts'
import '../i18n/engineers/replay.ts'
import { CauseChain } from './chain/CauseChain.tsx'
import { EventList } from './events/EventList.tsx'
import { ReplayHeader } from './header/ReplayHeader.tsx'
import { ReplayContext } from './model/context.ts'
import { keysOf } from './model/keys.ts'
import { Replay } from './model/replay.ts'
import { Part } from './Part.tsx'
import { ReplayPage } from './ReplayPage.tsx'
import { Payload } from './state/Payload.tsx'
import { StatePanel } from './state/StatePanel.tsx'
import { Lanes } from './time/Lanes.tsx'
import { Transport } from './time/Transport.tsx'

/** Changes nothing. */
const CLEARED = JSON.stringify(['connection.failureRead', 0, 'person', 0, {}])
const text = dayLines(1200).join('\n')

/** The calls of the worker, answered in the same thread. */
function answering(): AskReplay {
  const rest = () => new Promise<void>((done) => setTimeout(done))
  const engine = new ReplayEngine({ now: () => performance.now(), rest })
  return {
    open: (...asked) => engine.open(...asked),
    stop: async () => {
      engine.stop()
      return true
    },
    seek: async (seq) => engine.seek(seq),
    lanes: async (bins) => engine.lanes(bins),
    filter: (...asked) => engine.filter(...asked),
    rows: async (first, count) => engine.rows(first, count),
    placeOf: async (seq) => engine.placeOf(seq),
    tree: async (asked) => engine.tree(asked),
    chain: async (seq) => engine.chain(seq),
    leaveOut: (...asked) => engine.leaveOut(...asked),
    find: (...asked) => engine.find(...asked),
    exportMasked: (told) => engine.exportMasked(told),
    show: async () => {},
  }
}

async function opened(lines = text): Promise<Replay> {
  let kept: string | null = null
  const replay = new Replay({
    worker: answering(),
    readKept: () => kept,
    writeKept: (next) => {
      kept = next
    },
    save: () => {},
  })
  await replay.open(new Blob([`${lines}\n`]), 'day.jsonl')
  return replay
}

const within = (replay: Replay, ...panels: React.ReactNode[]) => (
  <ReplayContext value={replay}>
    <div style={{ display: 'grid', height: 600 }}>{panels}</div>
  </ReplayContext>
)
const noSearch = { current: null }
const selected = () => page.getByRole('option', { selected: true })

describe('the list', () => {
  test('makes the rows in sight alone, and follows the playhead', async () => {
    const replay = await opened()
    await show(within(replay, <EventList key="list" search={noSearch} />))
    await expect.element(selected()).toHaveTextContent('app.opened')
    replay.go(900)
    await expect.element(selected()).toHaveTextContent('900')
    expect(page.getByRole('option').elements().length).toBeLessThan(80)
    expect(selected().element().getAttribute('aria-posinset')).toBe('900')
  })

  test('goes through what is listed by keys', async () => {
    const replay = await opened()
    await show(within(replay, <EventList key="list" search={noSearch} />))
    await page.getByRole('searchbox', { name: 'Search events' }).fill('player.addressFailed')
    await expect.element(page.getByText(/^\d+ of 1,200$/)).toBeVisible()
    await page.getByRole('listbox', { name: 'Events' }).element().focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(selected()).toHaveTextContent('player.addressFailed')
    const first = replay.seq.value
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => replay.seq.value).toBeGreaterThan(first)
    await userEvent.keyboard('{ArrowUp}')
    await expect.poll(() => replay.seq.value).toBe(first)
    const last = replay.log.value?.last ?? 0
    replay.go(last)
    await userEvent.keyboard('{ArrowDown}{PageDown}')
    expect(replay.seq.value, 'nothing is listed behind it').toBe(last)
    await userEvent.keyboard('{ArrowUp}')
    await expect.poll(() => replay.seq.value).toBeLessThan(last)
  })
})

test('Escape that gives up what an input method composes leaves the searched text', async () => {
  const replay = await opened()
  await show(within(replay, <EventList key="list" search={noSearch} />))
  const field = page.getByRole('searchbox', { name: 'Search events' })
  await field.fill('player')
  const press = (isComposing: boolean) =>
    field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing, bubbles: true }))
  press(true)
  await expect.element(field).toHaveValue('player')
  press(false)
  await expect.element(field).toHaveValue('')
})

describe('the lanes', () => {
  test('are drawn once, not with each move of the playhead, which tells where it is', async () => {
    const replay = await opened()
    const renders = new Renders()
    await show(within(replay, renders.of('chain', <CauseChain />), <Lanes key="lanes" />))
    const slider = page.getByRole('slider', { name: 'Playhead' })
    const canvas = page.css('canvas').first()
    await expect.poll(() => (canvas.element() as HTMLCanvasElement).width).toBeGreaterThan(400)
    const context = (canvas.element() as HTMLCanvasElement).getContext('2d')
    const drawn = () => context?.getImageData(0, 0, 400, 100).data.some((byte) => byte !== 0)
    await expect.poll(drawn).toBe(true)
    context?.clearRect(0, 0, 5000, 5000)
    await slider.element().focus()
    await userEvent.keyboard('{End}')
    await expect.element(slider).toHaveAttribute('aria-valuenow', '1200')
    expect(slider.element().getAttribute('aria-valuetext')).toMatch(/^Event 1,200 of 1,200, 00:/)
    await userEvent.keyboard('{PageDown}')
    await expect.element(slider).toHaveAttribute('aria-valuenow', '1188')
    expect(drawn(), 'nothing was drawn again').toBe(false)
  })
})

describe('the state', () => {
  test('tells what an event did in green and red, and opens and closes', async () => {
    const replay = await opened()
    await show(within(replay, <StatePanel key="state" />))
    replay.nextFailure()
    const tree = page.getByRole('tree')
    await expect.element(tree).toHaveTextContent(/Removed.*Added/)
    const table = page.getByRole('treeitem', { expanded: true }).first()
    const rows = page.getByRole('treeitem').elements().length
    await table.getByRole('button').click()
    await expect.poll(() => page.getByRole('treeitem').elements().length).toBeLessThan(rows)
  })

  test('is one stop of the tab key, and arrows go through it, open and close', { tags: ['long'] }, async () => {
    const replay = await opened()
    await show(within(replay, <StatePanel key="state" />))
    replay.nextFailure()
    const tree = page.getByRole('tree')
    await expect.element(tree).toHaveTextContent(/Removed.*Added/)
    expect(tree.element().querySelectorAll('[tabindex="0"], button:not([tabindex])')).toHaveLength(0)
    tree.element().focus()
    await userEvent.keyboard('{Home}')
    const active = () => document.getElementById(tree.element().getAttribute('aria-activedescendant') ?? '')
    await expect.poll(() => active()?.ariaLevel).toBe('1')
    const before = replay.moment.value?.seq
    for (let place = 0; active()?.ariaExpanded !== 'true' && place < 30; place++) {
      await userEvent.keyboard('{ArrowDown}')
      await expect.poll(() => active()?.id).toMatch(new RegExp(`-${place + 1}$`))
    }
    const first = active()?.id
    const level = Number(active()?.ariaLevel)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => active()?.ariaExpanded).toBe('false')
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(() => active()?.ariaExpanded).toBe('true')
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => Number(active()?.ariaLevel)).toBe(level + 1)
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(() => Number(active()?.ariaLevel)).toBe(level)
    expect(active()?.id).toBe(first)
    expect(replay.moment.value?.seq, 'the playhead stays').toBe(before)
  })

  test('asks for nothing where there is no event', async () => {
    const replay = await opened()
    replay.go(0)
    await show(within(replay, <StatePanel key="state" />))
    await expect.poll(() => replay.moment.value?.seq).toBe(0)
    await expect.element(page.getByRole('button', { name: 'Leave out' })).not.toBeInTheDocument()
  })
})

test('an event is told with its time of day, and without where that is none', async () => {
  const volume = JSON.stringify(['player.volumeChanged', 5000, 'person', 0, { volume: 7 }])
  for (const [startedAt, time] of [
    [Date.UTC(2026, 5, 15, 12), /^00:00:05\.000 \(.*2026.*\)$/],
    [8.64e15, /^00:00:05\.000$/],
  ] as const) {
    const replay = await opened(`${JSON.stringify(headerOf('l', 'b', startedAt))}\n${volume}`)
    replay.go(1)
    await show(within(replay, <Payload key="payload" />))
    await expect.element(page.getByRole('definition').nth(1)).toHaveTextContent(time)
  }
})

describe('the header', () => {
  test('says where the hashes part, and goes there', async () => {
    const replay = await opened(dayLines(900, 300).join('\n'))
    await show(within(replay, <ReplayHeader key="header" />))
    await page.getByRole('button', { name: /^State differs between/ }).click()
    expect(replay.seq.value).toBeGreaterThanOrEqual(300)
    expect(replay.pinned.value).toBeLessThan(300)
  })

  test('H-603: says beside it that a log speaks another vocabulary, and of one of its own nothing', async () => {
    const words = page.getByText('It was written with another vocabulary of events than that of this build.')
    const own = await opened(dayLines(900, 300).join('\n'))
    await show(within(own, <ReplayHeader key="header" />))
    await expect.element(page.getByRole('button', { name: /^State differs between/ })).toBeVisible()
    expect(words.elements()).toEqual([])
    await clearStage()
    const { schemas: _, ...others } = headerOf('l', 'b', 0)
    const head = { first: 1, count: 1, lines: '', before: '', state: '0'.repeat(16) }
    const other = await opened([...exportLines(others, [{ head, lines: [CLEARED] }], true)].join('\n'))
    await show(within(other, <ReplayHeader key="header" />))
    await expect.element(page.getByRole('button', { name: /^State differs between/ })).toBeVisible()
    await expect.element(words).toBeVisible()
  })

  test('names an event at which a reducer throws beside what was compared, and goes there', async () => {
    const line = JSON.stringify(['app.navigated', 0, 'person', 0, null])
    const state = new Order().hash()
    const head = { lines: '', before: '', state }
    const frames = [1, 2].map((first) => ({
      head: { ...head, first, count: 1 },
      lines: first === 1 ? [CLEARED] : [line],
    }))
    const replay = await opened([...exportLines(headerOf('l', 'b', 0), frames, true)].join('\n'))
    await show(within(replay, <ReplayHeader key="header" />))
    await expect.element(page.getByText('chain whole, 1 of 2 checkpoints compared')).toBeVisible()
    expect(page.getByText('State hashes match').elements()).toEqual([])
    await page.getByRole('button', { name: 'A reducer throws at 2' }).click()
    await expect.poll(() => replay.moment.value?.event?.skipped).toMatch(/^a reducer throws: /)
  })
})

test('H-432: the lanes have the bookmarks of events that the log holds', async () => {
  const replay = await opened()
  replay.kept.open('day')
  for (const seq of [100, 5000]) replay.kept.toggleBookmark(seq)
  await show(within(replay, <Lanes key="lanes" />))
  await expect.element(page.getByRole('button')).toHaveAccessibleName(/100/)
})

test('a text that is dropped is left to the field it is dropped into, a file is taken', async () => {
  const replay = new Replay({ worker: answering(), readKept: () => null, writeKept: () => {}, save: () => {} })
  await show(<ReplayPage replay={replay} />)
  const drops = (fill: (dataTransfer: DataTransfer) => void) => {
    const dataTransfer = new DataTransfer()
    fill(dataTransfer)
    const event = new DragEvent('drop', { dataTransfer, cancelable: true, bubbles: true })
    document.body.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(drops((held) => held.setData('text/plain', 'player'))).toBe(false)
  expect(drops((held) => held.items.add(new File(['no log'], 'none.jsonl')))).toBe(true)
  await expect.poll(() => replay.refused.value?.name).toBe('none.jsonl')
})

describe('keys', () => {
  test('play, step, mark and look for, but not while somebody writes', async () => {
    const replay = await opened()
    let searched = 0
    const keys = keysOf(replay, () => searched++)
    addEventListener('keydown', keys)
    await show(within(replay, <Transport key="transport" />))
    replay.go(100)
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}{ArrowLeft}')
    expect(replay.seq.value).toBe(110)
    await userEvent.keyboard('b/')
    expect([...replay.kept.bookmarks.value]).toEqual([110])
    expect(searched).toBe(1)
    await userEvent.keyboard(' ')
    expect(replay.isPlaying.value).toBe(true)
    await userEvent.keyboard(' ')
    expect(replay.isPlaying.value).toBe(false)
    await page.getByLabelText('Go to', { exact: true }).click()
    await userEvent.keyboard('7b/ ')
    expect(replay.isPlaying.value).toBe(false)
    expect([...replay.kept.bookmarks.value]).toEqual([110])
    removeEventListener('keydown', keys)
  })

  test('are those of the same places on every keyboard, also with Caps Lock, and held mark once', async () => {
    const replay = await opened()
    const keys = keysOf(replay, () => undefined)
    const press = (key: string, repeat = false) => keys(new KeyboardEvent('keydown', { key, code: 'KeyB', repeat }))
    replay.go(100)
    const marked = ['и', 'B', 'β', 'ל', 'b'].map((key) => {
      press(key)
      return replay.kept.bookmarks.value.has(100)
    })
    expect(marked).toEqual([true, false, true, false, true])
    press('b', true)
    expect(replay.kept.bookmarks.value.has(100)).toBe(true)
  })

  test('go through the speeds, which are one stop of the tab key, and move nothing else', async () => {
    const replay = await opened()
    const keys = keysOf(replay, () => undefined)
    addEventListener('keydown', keys)
    await show(within(replay, <Transport key="transport" />))
    const speeds = () => page.getByRole('radiogroup').getByRole('radio')
    const stops = speeds()
      .elements()
      .filter((one) => (one as HTMLElement).tabIndex === 0)
    expect(stops.map((one) => one.textContent)).toEqual(['1×'])
    ;(stops[0] as HTMLElement).focus()
    const { seq } = replay
    const before = seq.value
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(replay.speed.value).toBe(null)
    await expect.element(page.getByRole('radio', { checked: true })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    expect(replay.speed.value).toBe(1)
    expect(seq.value).toBe(before)
    removeEventListener('keydown', keys)
  })
})

test('H-604: the chain says which event that made room led to it', async () => {
  const line = JSON.stringify(['connection.failureRead', 0, 'person', 5, {}])
  const head = { count: 1, lines: '', before: '', state: new Order().hash() }
  const frames = [
    { head: { ...head, first: 701, snapshot: 0 }, lines: snapshotLines(new Store()) },
    { head: { ...head, first: 701 }, lines: [line] },
  ]
  const replay = await opened([...exportLines(headerOf('l', 'b', 0), frames, true)].join('\n'))
  replay.go(701)
  await show(within(replay, <CauseChain key="chain" />))
  await expect.element(page.getByText('led by event 696, which made room')).toBeVisible()
})

test('H-480: a part that cannot be drawn says so, and the others go on', async () => {
  await clearStage()
  const replay = await opened()
  await expect.poll(() => replay.chain.value).not.toBeNull()
  const chain = replay.chain.value
  // A defect of a view: it is shown what it cannot draw.
  replay.chain.value = { seq: -1 } as never
  const parts = [CauseChain, Transport].map((View) => (
    <Part key={View.name}>
      <View />
    </Part>
  ))
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host, { onCaughtError: () => {} })
  root.render(within(replay, ...parts))
  await expect.element(page.getByRole('alert')).toHaveTextContent('This part of the page could not be drawn')
  await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  replay.chain.value = chain
  await expect.element(page.getByRole('heading', { name: 'Cause chain' })).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
  root.unmount()
  host.remove()
})

describe('going to an event by its number', () => {
  test.each(['by its button', 'by the tab key and its button'])('goes there %s', async (how) => {
    const replay = await opened()
    await show(within(replay, <Transport key="transport" />))
    const field = page.getByRole('textbox', { name: 'Go to' })
    await field.click()
    await field.fill('900')
    if (how === 'by its button') await page.getByRole('button', { name: 'Go there' }).click()
    else await userEvent.keyboard('{Tab}{Enter}')
    await expect.poll(() => replay.seq.value).toBe(900)
    await expect.element(field).toHaveValue('900')
    await field.fill('12')
    await userEvent.click(document.body)
    await expect.element(field).toHaveValue('900')
    await field.click()
    await userEvent.keyboard('{Enter}')
    await expect.element(field, { message: 'nothing was typed' }).not.toHaveAttribute('aria-invalid')
  })
})
