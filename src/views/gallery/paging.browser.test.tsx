// When a gallery asks for its next page as one scrolls down.
import { afterEach, expect, it, vi } from 'vitest'
import { openAlone, scroller, slot } from '#tests/components/alone.tsx'

afterEach(() => vi.useRealTimers())

const box = (n: number) => slot(n).element().getBoundingClientRect()

/** How many places stand beside each other. */
function columns(): number {
  const { top } = box(0)
  let count = 1
  while (box(count).top === top) count++
  return count
}

it.each([
  ['rows', true],
  ['cards', false],
] as const)(
  'GALLERY-006: %s ask for the page behind those that are there when 80 percent of them were scrolled through, and not before',
  async (_, rows) => {
    // What a scroll asks for waits until 150 ms are over, and it comes to rest after 60.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const gallery = await openAlone({ rows, count: 400, pages: [1, 2, 3, 4, 5] })
    const element = scroller().element() as HTMLElement
    const beside = columns()
    const pitch = box(beside).top - box(0).top
    /** Where the first pixels of the row with the last of the first 160 of 200 places come into sight from below. */
    const edge = box(0).top + Math.floor(159 / beside) * pitch - element.getBoundingClientRect().bottom
    const asked = () => gallery.of('release.pagesWanted')
    const standAt = async (top: number, last: number) => {
      element.scrollTop = top
      await expect.element(slot(last)).toBeInTheDocument()
      for (let frame = 0; frame < 4; frame++) {
        await new Promise(requestAnimationFrame)
        vi.advanceTimersByTime(200)
      }
    }
    await standAt(edge - 8, 159 - beside)
    expect(asked()).toEqual([])
    await standAt(edge + 8, 159)
    expect(asked()).toMatchObject([{ pages: [6] }])
  },
)
