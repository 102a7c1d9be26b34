import { expect, it } from 'vitest'
import { tsquery } from './terms.ts'

it('asks for every term in any of its meanings', () => {
  expect(tsquery([[{ word: 'a', weight: 1 }, { word: 'b', weight: 0.8 }], [{ word: 'c', weight: 1 }]])).toBe("('a':* | 'b':*) & ('c':*)") // biome-ignore format: one question
})
