// What every painted part of the page needs: to be painted anew when its size, the theme or a font changes.

/** Calls `draw` with the size of the canvas in CSS px, now and whenever what it looks like changes; answers how to stop. */
export function keepPainted(canvas: HTMLCanvasElement, draw: (width: number, height: number) => void): () => void {
  let [width, height] = [0, 0]
  const again = () => {
    if (width > 0) draw(width, height)
  }
  const sized = new ResizeObserver(([entry]) => {
    const { width: wide = 0, height: tall = 0 } = entry?.contentRect ?? {}
    ;[width, height] = [wide, tall]
    draw(width, height)
  })
  sized.observe(canvas)
  // The last comes with another zoom or screen, too: the pixels are others then.
  const causes = [
    [matchMedia('(prefers-color-scheme: light)'), 'change'],
    [matchMedia('(prefers-contrast: more)'), 'change'],
    [document.fonts, 'loadingdone'],
    [window, 'resize'],
  ] as const
  for (const [target, type] of causes) target.addEventListener(type, again)
  const chosen = new MutationObserver(again)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    sized.disconnect()
    chosen.disconnect()
    for (const [target, type] of causes) target.removeEventListener(type, again)
  }
}

/** The canvas's own pixels follow the screen's density; the context draws in CSS px. Null where it cannot paint. */
export function contextOf(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const density = window.devicePixelRatio || 1
  const [w, h] = [Math.round(width * density), Math.round(height * density)]
  if (canvas.width !== w) canvas.width = w
  if (canvas.height !== h) canvas.height = h
  const context = canvas.getContext('2d')
  context?.setTransform(density, 0, 0, density, 0, 0)
  return context
}
