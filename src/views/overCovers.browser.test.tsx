// What lies over a cover, or over its colour, can be seen whatever the cover is like (WCAG 1.4.3, 1.4.6, 1.4.11).
import { VolumeX } from 'lucide-react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/stage.tsx'
import { contrast, type Rgb } from '#tests/support/contrast.ts'
import * as gallery from './gallery/slots/gallery.css.ts'
import { IconButton } from './kit/controls/Button.tsx'
import * as player from './shell/player/PlayBar.css.ts'

/** The colour that is drawn at a place of an element, px from its left and from the middle of its height. */
async function drawnIn(element: Element, left: number): Promise<Rgb> {
  const base64 = await page.screenshot({ element, save: false })
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d') as OffscreenCanvasRenderingContext2D
  context.drawImage(image, 0, 0)
  const [r = 0, g = 0, b = 0] = context.getImageData(left, Math.floor(image.height / 2), 1, 1).data
  return [r, g, b]
}

const colourOf = (element: Element): Rgb =>
  (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number) as unknown as Rgb

it.each([138, 173, 214])('what takes a release out of a list is seen over a white cover, %i px wide', async (width) => {
  await show(
    <div className={gallery.art} style={{ width, background: '#FFFFFF' }}>
      <div className={gallery.actions}>
        <button type="button" aria-label="Unflag" className={`${gallery.quiet} ${gallery.takeOut}`} />
      </div>
    </div>,
  )
  const button = page.getByRole('button').element()
  // Between its edge and its glyph.
  expect(contrast(colourOf(button), await drawnIn(button, 6))).toBeGreaterThanOrEqual(3)
})

it.each([
  ['dark', '#FFFFFF', 4.5, 3],
  ['light', '#000000', 4.5, 3],
  ['contrast', '#FFFFFF', 7, 4.5],
] as const)(
  'the head of the full player is read over the colour of any cover, %s',
  async (theme, colour, text, sign) => {
    await show(
      <div className={player.sheet} style={{ position: 'fixed', inset: 0 }}>
        <div className={player.tint} style={{ backgroundColor: colour }} />
        <div className={player.fullHead}>
          <IconButton label="Mute" icon={<VolumeX size={20} />} />
          <span className={player.fullFrom} />
        </div>
        <p className={player.fullArtist} style={{ position: 'absolute', top: 64, height: 20, width: 200 }} />
      </div>,
      { theme, window: [640, 400] },
    )
    const button = page.getByRole('button').element()
    const ground = await drawnIn(button, 2)
    expect(contrast(colourOf(button), ground)).toBeGreaterThanOrEqual(sign)
    expect(contrast(colourOf(page.css(`.${player.fullFrom}`).element()), ground)).toBeGreaterThanOrEqual(text)
    // Where the window leaves no room for the picture the words stand below the head.
    const artist = page.css('p').element()
    expect(contrast(colourOf(artist), await drawnIn(artist, 2))).toBeGreaterThanOrEqual(text)
  },
)
