// The gallery in browsers that lack what the newest Chromium has.
import { expect, it, onTestFinished, vi } from 'vitest'
import { openAlone, scroller, slot } from '#tests/components/alone.tsx'

it('keys lead into no gallery that is hidden where Chromium does not know `visibilityProperty` yet', async () => {
  const { checkVisibility } = Element.prototype
  const spied = vi.spyOn(Element.prototype, 'checkVisibility').mockImplementation(function (this: Element, options) {
    const { checkVisibilityCSS = false } = options ?? {}
    return checkVisibility.call(this, { checkVisibilityCSS })
  })
  onTestFinished(() => spied.mockRestore())
  await openAlone({ rows: false, count: 60 })
  await expect.element(slot(0)).toBeVisible()
  const around = scroller().element().parentElement as HTMLElement
  /** The gallery takes the key, which scrolls nothing then. */
  const isTaken = () =>
    !document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowDown', code: 'ArrowDown', bubbles: true, cancelable: true }),
    )
  around.style.visibility = 'hidden'
  expect(isTaken()).toBe(false)
  around.style.visibility = ''
  expect(isTaken()).toBe(true)
})

/** Rules for a browser that lacks `property`, as far as they are for `element`. */
function without(property: string, element: Element): CSSStyleDeclaration[] {
  return [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSSupportsRule && rule.conditionText.startsWith(`not (${property}`))
    .flatMap((rule) => [...(rule as CSSSupportsRule).cssRules])
    .flatMap((rule) => (rule instanceof CSSStyleRule && element.matches(rule.selectorText) ? rule.style : []))
}

it.each([false, true])('nothing cuts the rings of the cards where a clip has no margin (rows: %s)', async (rows) => {
  await openAlone({ rows, count: 60 })
  await expect.element(slot(0)).toBeVisible()
  const sizer = [...scroller().element().querySelectorAll('*')].find((one) =>
    /^[1-9]\d*px$/.test(getComputedStyle(one).getPropertyValue('overflow-clip-margin')),
  ) as Element
  expect(getComputedStyle(sizer).contain).toMatch(/paint|strict/)
  const { contain } = without('overflow-clip-margin', sizer)[0] as CSSStyleDeclaration
  expect(contain).toBe('size layout style')
})
