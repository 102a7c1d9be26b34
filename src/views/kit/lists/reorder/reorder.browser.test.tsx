// Rows that are lifted: by two fingers at once, by keys, one whose row goes meanwhile, and a press that lifts none.
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { middle, mouse } from '#tests/components/hands.ts'
import { show } from '#tests/components/stage.tsx'
import { Grip } from './Grip.tsx'
import { useReorder } from './useReorder.ts'
import { useWindowedReorder } from './useWindowedReorder.ts'

const ROWS = { px: 40, attribute: 'data-download-id' } as const
const IDS = ['a', 'b', 'c', 'd']

const drop = vi.fn()
const hooks = {
  useWindowedReorder: (ids: readonly string[], box: { current: HTMLElement | null }) =>
    useWindowedReorder(ids, box, box, drop, ROWS),
  useReorder: (ids: readonly string[], box: { current: HTMLElement | null }) =>
    useReorder(ids, box, 'data-download-id', drop),
}
let rowsAre: (ids: readonly string[]) => void

function Sample({ useOrder }: { useOrder: (typeof hooks)[keyof typeof hooks] }) {
  const box = useRef<HTMLDivElement>(null)
  const [all, setAll] = useState<readonly string[]>(IDS)
  rowsAre = (ids) => flushSync(() => setAll(ids))
  const { ids, lifted, said, handle } = useOrder(all, box)
  return (
    <>
      <div ref={box} data-testid="box" style={{ height: 400, overflow: 'auto' }}>
        {ids.map((id) => (
          <div key={id} data-download-id={id} data-lifted={lifted === id} style={{ display: 'flex', height: 40 }}>
            <Grip
              id={id}
              handle={handle}
              label={id}
              lifted={lifted === id}
              describedBy="keys"
              className=""
              wordsOf={(way) => way}
            />
          </div>
        ))}
      </div>
      <p role="status">{said && `${said.what} ${said.at}`}</p>
    </>
  )
}

const lifted = () =>
  [...document.querySelectorAll<HTMLElement>('[data-lifted="true"]')].map((row) => row.dataset.downloadId)
const order = () => [...document.querySelectorAll<HTMLElement>('[data-lifted]')].map((row) => row.dataset.downloadId)

const menu = () => page.getByRole('menu')
const frames = async (count: number) => {
  for (let n = 0; n < count; n++) await new Promise(requestAnimationFrame)
}

/** What a finger does. */
function finger(pointerId: number, type: string, at: string): void {
  const grip = page.getByRole('button', { name: at }).element()
  const { top, height } = grip.getBoundingClientRect()
  const init = { pointerId, bubbles: true, cancelable: true, button: 0, clientY: top + height / 2 }
  flushSync(() => grip.dispatchEvent(new PointerEvent(type, init)))
}

beforeEach(() => drop.mockClear())

describe.each(Object.keys(hooks) as (keyof typeof hooks)[])('%s', (name) => {
  it('a second finger on another handle lifts nothing, and nothing goes on once both are away', async () => {
    await show(<Sample useOrder={hooks[name]} />)
    finger(1, 'pointerdown', 'a')
    finger(2, 'pointerdown', 'c')
    expect(lifted()).toEqual(['a'])
    finger(2, 'pointerup', 'c')
    expect(lifted()).toEqual(['a'])
    finger(1, 'pointermove', 'b')
    finger(1, 'pointerup', 'b')
    expect(drop.mock.calls).toEqual([['a', 'c']])
    const asked = vi.spyOn(window, 'requestAnimationFrame')
    // Nobody holds anything any more, so nothing moves by itself either.
    await new Promise((done) => setTimeout(done, 100))
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
    finger(1, 'pointermove', 'd')
    expect([lifted(), order()]).toEqual([[], IDS])
  })

  it('keys carry a row by one, by as many as are seen, and to both ends', async () => {
    await show(<Sample useOrder={hooks[name]} />)
    const rows = Array.from({ length: 30 }, (_, n) => `r${n}`)
    rowsAre(rows)
    const grip = page.getByRole('button', { name: 'r3', exact: true })
    ;(grip.element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    // Ten are seen.
    const places = { ArrowDown: 4, PageDown: 12, ArrowUp: 11, PageUp: 3, End: 29, Home: 0 }
    for (const [key, place] of Object.entries(places)) {
      await userEvent.keyboard(`{${key}}`)
      await expect.poll(() => order().indexOf('r3'), { message: key }).toBe(place)
      await expect.element(grip).toHaveFocus()
    }
    await userEvent.keyboard('{Enter}')
    expect(drop.mock.calls).toEqual([['r3', 'r0']])
  })

  it('a row that goes while it is held is not held when it comes back', async () => {
    await show(<Sample useOrder={hooks[name]} />)
    finger(1, 'pointerdown', 'b')
    rowsAre(['a', 'c', 'd'])
    expect(lifted()).toEqual([])
    rowsAre(IDS)
    await expect.poll(order).toEqual(IDS)
    expect(lifted()).toEqual([])
    finger(1, 'pointermove', 'd')
    finger(1, 'pointerup', 'd')
    expect(drop).not.toHaveBeenCalled()
  })
  it('a press near an edge carries nothing, however long it is held, and speaks of nothing but its menu', async () => {
    await show(<Sample useOrder={hooks[name]} />)
    const rows = Array.from({ length: 30 }, (_, n) => `r${n}`)
    rowsAre(rows)
    const box = page.getByTestId('box').element()
    const { x, y } = middle(page.getByRole('button', { name: 'r9', exact: true }))
    // The last row in sight, at the border to the next.
    const at = { x, y: y + 18 }
    await mouse.to(at)
    await mouse.down(at)
    await frames(12)
    await mouse.to({ x, y: at.y - 5 }, true)
    await mouse.to({ x, y: at.y + 4 }, true)
    await frames(12)
    expect([box.scrollTop, order()]).toEqual([0, rows])
    await mouse.up({ x, y: at.y + 1 })
    await expect.element(menu()).toBeVisible()
    expect(page.getByRole('status').element().textContent).toBe('')
    expect([box.scrollTop, order(), lifted()]).toEqual([0, rows, []])
    expect(drop).not.toHaveBeenCalled()
  })
  it('the menu of a grip offers no way that leads nowhere', async () => {
    await show(<Sample useOrder={hooks[name]} />)
    const ways = async (row: string) => {
      await page.getByRole('button', { name: row, exact: true }).click()
      const offered = page
        .getByRole('menuitem')
        .elements()
        .map((one) => one.textContent)
      await userEvent.keyboard('{Escape}')
      return offered
    }
    expect(await ways('a')).toEqual(['down', 'bottom'])
    expect(await ways('b')).toEqual(['top', 'up', 'down', 'bottom'])
    expect(await ways('d')).toEqual(['top', 'up'])
    rowsAre(['c'])
    expect(await ways('c')).toEqual([])
  })

  it('the grip says whether its menu is open, and a drag closes it', async () => {
    await show(<Sample useOrder={hooks[name]} />)
    const grip = page.getByRole('button', { name: 'b', exact: true })
    await expect.element(grip).toHaveAttribute('aria-haspopup', 'menu')
    await expect.element(grip).toHaveAttribute('aria-expanded', 'false')
    await grip.click()
    await expect.element(menu()).toBeVisible()
    await expect.element(grip).toHaveAttribute('aria-expanded', 'true')
    const at = middle(grip)
    await mouse.drag([at, { x: at.x, y: at.y + 40 }])
    expect(drop.mock.calls).toEqual([['b', 'd']])
    expect(page.getByRole('status').element().textContent).toMatch(/^dropped/)
    await expect.element(menu()).not.toBeInTheDocument()
    await expect.element(grip).toHaveAttribute('aria-expanded', 'false')
  })
})
