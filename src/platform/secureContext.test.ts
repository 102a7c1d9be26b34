import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const replace = vi.fn()
const { canParse } = URL
beforeEach(() => {
  vi.resetModules()
  replace.mockClear()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('location', { replace })
  vi.stubGlobal(
    'HTMLElement',
    class {
      popover = null
    },
  )
  Object.assign(HTMLElement.prototype, { popover: null })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Object.assign(URL, { canParse })
})

it('lets a page go on that has what it stands on', async () => {
  await import('./secureContext.ts')
  expect(replace).not.toHaveBeenCalled()
})

it.each([
  ['URL.canParse', () => Reflect.deleteProperty(URL, 'canParse')],
  ['AbortSignal.any', () => vi.stubGlobal('AbortSignal', class {})],
  ['popovers', () => vi.stubGlobal('HTMLElement', class {})],
])('H-524: a browser without %s is told which are new enough, and nothing is started', async (_, lacks) => {
  lacks()
  await expect(import('./secureContext.ts')).rejects.toThrow('too old')
  expect(replace.mock.calls).toEqual([['/browser.html']])
})

it('a page over plain HTTP from elsewhere is told so first', async () => {
  vi.stubGlobal('isSecureContext', false)
  Reflect.deleteProperty(URL, 'canParse')
  await expect(import('./secureContext.ts')).rejects.toThrow('https')
  expect(replace.mock.calls).toEqual([['/insecure.html']])
})
