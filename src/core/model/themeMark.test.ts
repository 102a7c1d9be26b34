import { describe, expect, it } from 'vitest'
import { Theme } from './theme.ts'
import { FIRST_PAINT, readTheme } from './themeMark.ts'

/** A page's head as far as the script before the first paint looks at it. */
function paint(mark: string | null | (() => never)) {
  const dataset: Record<string, string> = {}
  const scheme = { content: 'dark light' }
  const around = ['dark', 'light'].map((one) => ({ media: `(prefers-color-scheme: ${one})` }))
  const document = {
    documentElement: { dataset },
    querySelector: () => scheme,
    querySelectorAll: () => around,
  }
  const localStorage = { getItem: () => (typeof mark === 'function' ? mark() : mark) }
  new Function('document', 'localStorage', FIRST_PAINT)(document, localStorage)
  return { worn: dataset.theme, scheme: scheme.content, around: around.map(({ media }) => media) }
}
const PLAIN = {
  worn: undefined,
  scheme: 'dark light',
  around: ['(prefers-color-scheme: dark)', '(prefers-color-scheme: light)'],
}

describe('the script before the first paint', () => {
  it.each([
    ['light', 'light', ['not all', 'all']],
    ['dark', 'dark', ['all', 'not all']],
    ['contrast', 'dark light', PLAIN.around],
  ])('puts %s on', (mark, scheme, around) => {
    expect(paint(mark)).toEqual({ worn: mark, scheme, around })
  })

  it.each([[null], ['system'], [''], ['Dark'], ['dark light'], ['<b>'], ['darkest'], ['x\ndark']])(
    'changes nothing for a mark of %j',
    (mark) => {
      expect(paint(mark)).toEqual(PLAIN)
    },
  )

  it('changes nothing where the browser refuses', () => {
    expect(
      paint(() => {
        throw new Error('denied')
      }),
    ).toEqual(PLAIN)
  })

  it('can stand in a page as it is', () => {
    expect(FIRST_PAINT).not.toMatch(/<|\n|\r/)
  })
})

it('a mark is one of the themes, or none', () => {
  expect(Theme.options.map(readTheme)).toEqual([...Theme.options])
  expect([null, '', 'Dark', '{}'].map(readTheme)).toEqual([null, null, null, null])
})
