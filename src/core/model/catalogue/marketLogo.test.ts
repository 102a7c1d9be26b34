import { expect, it } from 'vitest'
import { marketLogo } from './marketLogo.ts'

it('FILTER-019: market logos are a png at a base address, with an optional suffix', () => {
  expect(marketLogo('/images/markets/ca')).toBe('/images/markets/ca.png')
  expect(marketLogo('/images/markets/ca.png')).toBe('/images/markets/ca.png')
  expect(marketLogo('/images/markets/ca.png', '@2x')).toBe('/images/markets/ca@2x.png')
  expect(marketLogo('/images/markets/ca?v=2')).toBe('/images/markets/ca.png?v=2')
  expect(marketLogo('/images/markets/ca.png?v=2', '@2x')).toBe('/images/markets/ca@2x.png?v=2')
  expect(marketLogo('')).toBe('')
})

it.each(['/ca.svg', '/ca.webp?v=2', 'data:image/svg+xml,x'])(
  'a picture of another kind stays what it is (%s)',
  (icon) => {
    expect(marketLogo(icon)).toBe(icon)
  },
)
