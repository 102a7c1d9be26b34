let last = { wall: Date.now(), steady: performance.now() }
let ms = 0

/**
 * A moment of this page, ms since it began, to compare with others of it: it goes on with the wall clock or with the
 * clock that is never put back, whichever went further, as lives of tokens do. The first may be put back, the second
 * stands still on some systems while the machine sleeps.
 */
export function moment(): number {
  const now = { wall: Date.now(), steady: performance.now() }
  ms += Math.max(0, now.wall - last.wall, now.steady - last.steady)
  last = now
  return ms
}
