// Tooltip, and what ticks without rendering anything.
import { signal } from '@preact/signals-react'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Renders, show } from '#tests/components/stage.tsx'
import { PaintedTime } from '../graphics/PaintedTime.tsx'
import { Ring } from '../graphics/Ring.tsx'
import { ListState } from '../lists/ListState.tsx'
import { Dialog } from '../overlays/Dialog.tsx'
import { Ticking } from '../Ticking.tsx'
import { Tooltip } from './Tooltip.tsx'
import { useUnseenPresses } from './useUnseenPresses.ts'

const bubble = () => document.querySelector('[popover]')
const sample = (style = {}) => (
  <Tooltip text="Close this">
    <button type="button" style={style}>
      Close
    </button>
  </Tooltip>
)

it('a tooltip comes at once with the focus of the keyboard, and leaves with it', async () => {
  await show(sample())
  await userEvent.tab()
  expect(bubble()?.textContent).toBe('Close this')
  await userEvent.tab()
  expect(bubble()).toBeNull()
})

it('Escape sends it away, and takes nothing from a dialog around it', async () => {
  const onClose = vi.fn()
  await show(sample())
  ;(page.getByRole('button').element() as HTMLElement).focus()
  await expect.poll(bubble).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.poll(bubble).toBeNull()
  await show(
    <Dialog label="Around" onClose={onClose}>
      {sample()}
    </Dialog>,
  )
  await userEvent.tab()
  expect(bubble()).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
  await expect.poll(bubble).toBeNull()
})

it('under a mouse it waits 450 ms, and a press sends it away', { tags: ['long'] }, async () => {
  await show(sample())
  const button = page.getByRole('button', { name: 'Close' })
  await button.hover()
  expect(bubble()).toBeNull()
  await vi.waitFor(() => expect(bubble()).not.toBeNull())
  await button.click()
  expect(bubble()).toBeNull()
})

it('H-479: a mouse may go over to it, and a press there only sends it away', { tags: ['long'] }, async () => {
  const onPress = vi.fn()
  await show(
    // biome-ignore lint/a11y/noStaticElementInteractions: a row around the button
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div onClick={onPress} onPointerDown={onPress}>
      <button type="button">Before it</button>
      {sample({ display: 'block' })}
      <p style={{ margin: '100px 0 0' }}>Elsewhere</p>
    </div>,
  )
  const button = page.getByRole('button', { name: 'Close' })
  const words = page.getByText('Close this')
  const appears = async () => {
    await button.hover()
    await vi.waitFor(() => expect(bubble()).not.toBeNull())
  }
  await appears()
  const box = bubble()?.getBoundingClientRect() as DOMRect
  // The gap between both is crossed on it.
  expect(document.elementFromPoint(box.left + 20, box.top - 7)).toBe(bubble())
  await words.hover()
  expect(bubble()).not.toBeNull()
  await page.getByText('Elsewhere').hover()
  await expect.poll(bubble).toBeNull()
  await appears()
  await words.click()
  await expect.poll(bubble).toBeNull()
  expect(onPress).not.toHaveBeenCalled()
  // By the keys: what lies below is pressed. From a place the test chose: where a browser begins after presses of tests
  // before is its own affair.
  await page.getByText('Elsewhere').hover()
  ;(page.getByRole('button', { name: 'Before it' }).element() as HTMLElement).focus()
  await userEvent.tab()
  await expect.poll(bubble).not.toBeNull()
  expect(getComputedStyle(bubble() as Element).pointerEvents).toBe('none')
})

/** What a finger does to an element, as a browser says it: it leaves before its click. */
function tapOn(element: Element): void {
  for (const type of ['pointerover', 'pointerdown', 'pointerup', 'pointerout'])
    element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch', isPrimary: true }))
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
}

it('ACCOUNT-005: by a finger what is asked for comes with one press, and goes with another there or elsewhere', async () => {
  await show(
    <Tooltip text="What it is" asked>
      <button type="button">About</button>
    </Tooltip>,
  )
  const button = page.getByRole('button').element()
  for (const from of [button, document.body]) {
    tapOn(button)
    await expect.poll(() => bubble()?.textContent).toBe('What it is')
    tapOn(from)
    await expect.poll(bubble).toBeNull()
  }
})

it('RELEASE-046: by a finger the press that does nothing says why, until another elsewhere', async () => {
  await show(
    <Tooltip text="Stream only" isReason>
      <button type="button" aria-disabled="true">
        Download
      </button>
    </Tooltip>,
  )
  tapOn(page.getByRole('button').element())
  await expect.poll(() => bubble()?.textContent).toBe('Stream only')
  tapOn(document.body)
  await expect.poll(bubble).toBeNull()
})

const pressed: string[] = []
function Row({ opacity }: { opacity: number }) {
  useUnseenPresses()
  return (
    <div style={{ opacity }}>
      <button type="button" onClick={(event) => pressed.push(`${opacity} ${event.detail}`)}>
        Remove
      </button>
    </div>
  )
}

it('H-473: a finger presses nothing that it does not see; a mouse and keys do', async () => {
  await show(<Row opacity={0} />)
  const button = page.getByRole('button', { name: 'Remove' })
  tapOn(button.element())
  expect(pressed).toEqual([])
  ;(button.element() as HTMLElement).click()
  await button.click()
  expect(pressed).toEqual(['0 0', '0 1'])
  await show(<Row opacity={1} />)
  tapOn(button.element())
  expect(pressed).toEqual(['0 0', '0 1', '1 1'])
})

it('it is read by nobody twice', async () => {
  await show(sample())
  await userEvent.tab()
  expect(bubble()?.getAttribute('aria-hidden')).toBe('true')
})

it.each([
  ['left', { position: 'fixed', left: 0, bottom: 0 }],
  ['right', { position: 'fixed', right: 0, bottom: 0 }],
])('at the %s lower corner it stays in the window', async (_, style) => {
  await show(sample(style))
  await userEvent.tab()
  const box = bubble()?.getBoundingClientRect()
  expect([(box?.left ?? -1) >= 8, (box?.right ?? 9999) <= innerWidth - 8]).toEqual([true, true])
  expect(box?.bottom ?? 9999).toBeLessThanOrEqual(innerHeight)
})

it('a text that ticks renders nothing', async () => {
  const text = signal('1 of 3')
  const renders = new Renders()
  const stage = await show(renders.of('text', <Ticking text={text} />))
  const before = renders.counts.get('text')
  for (const words of ['2 of 3', '3 of 3']) text.value = words
  expect([stage.host.textContent, renders.counts.get('text')]).toEqual(['3 of 3', before])
})

it('a ring moves with its signal and renders nothing', async () => {
  const progress = signal<number | null>(10)
  const renders = new Renders()
  const stage = await show(renders.of('ring', <Ring size={20} progress={progress} />))
  const before = renders.counts.get('ring')
  progress.value = 75
  const [, fill] = stage.host.querySelectorAll('circle')
  expect([fill?.style.strokeDashoffset, renders.counts.get('ring')]).toEqual(['25', before])
})

it('PLAYER-005: a time is painted anew each second, its words stand inside, and nothing renders', async () => {
  const text = signal('0:01')
  const renders = new Renders()
  const stage = await show(
    <div style={{ width: 60, height: 20, display: 'grid', color: 'red' }}>
      {renders.of('time', <PaintedTime text={text} className="" />)}
    </div>,
  )
  const canvas = stage.host.querySelector('canvas') as HTMLCanvasElement
  const picture = () => [...(canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [])]
  await vi.waitFor(() => expect(picture().some((value) => value > 0)).toBe(true))
  const [before, rendered] = [picture().join(), renders.counts.get('time')]
  text.value = '0:02'
  expect(canvas.textContent).toBe('0:02')
  expect(picture().join()).not.toBe(before)
  expect(renders.counts.get('time')).toBe(rendered)
})

it('a list that did not come says so at once; one that holds nothing is no alarm', async () => {
  await show(
    <ListState title="Nothing came" text="Try again" failed>
      <button type="button">Retry</button>
    </ListState>,
  )
  await expect.element(page.getByRole('alert')).toHaveTextContent('Nothing came')
  await show(
    <ListState title="Nothing here" text="Flag something" art="flagged">
      <button type="button">Releases</button>
    </ListState>,
  )
  await expect.element(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
