// What is left of covers that were let go: the browser holds on to images with sizes in ways that no script sees.
// @module-tag long
import { expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { dropCover, fitCover, leaveCover, showCover } from './covers.ts'
import type { Slot } from './slot.ts'

/** Read as an address of a cover in sizes, each of which is the same dot. */
const url = (name: string) =>
  `data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==#${name}-300.png`

function aSlot(name: string): Slot {
  const [element, art] = [document.createElement('article'), document.createElement('div')]
  element.append(art)
  return {
    element,
    art,
    release: { thumbnail: url(name) },
    isRow: false,
    cover: null,
    coverUrl: '',
    isBroken: false,
  } as unknown as Slot
}

/** Asks for covers and lets go of them. @returns what is held of their images afterwards */
async function heldAfter(ways: (slot: Slot) => void, waits: boolean): Promise<number> {
  const images: WeakRef<HTMLImageElement>[] = []
  for (let n = 0; n < 20; n++) {
    const slot = aSlot(`${n}`)
    await new Promise<void>((came) => {
      fitCover(slot, 'now', () => came())
      expect(slot.cover?.srcset).toContain('600w')
      images.push(new WeakRef(slot.cover as HTMLImageElement))
      if (!waits) came()
    })
    ways(slot)
  }
  for (let time = 0; time < 4; time++) {
    await new Promise((done) => setTimeout(done, 50))
    await cdp().send('HeapProfiler.collectGarbage')
  }
  return images.filter((image) => image.deref() !== undefined).length
}

const WAYS = {
  'one that has come and was never put in': [dropCover, true],
  'one that is on its way': [dropCover, false],
  'one that has come when its gallery is left': [leaveCover, true],
  'one that is on its way when its gallery is left': [leaveCover, false],
  'one that stood in its card': [
    (slot: Slot) => {
      document.body.append(slot.element)
      showCover(slot)
      slot.element.remove()
    },
    true,
  ],
} as const

test.each(Object.entries(WAYS))('nothing is held of a cover that was let go: %s', async (_, [way, waits]) => {
  expect(await heldAfter(way, waits)).toBeLessThan(3)
})
