import { describe, expect, it } from 'vitest'
import { type Asked, score, slips, slipsAllowed } from './score.ts'
import { termsOf, typedWords } from './typed.ts'

const typed = (text: string): Asked => {
  const words = typedWords(text)
  return { terms: termsOf(words), order: words.order }
}
const of = (query: string, name: string, beside = '', popularity = 0) =>
  score(typed(query), name.split(' '), beside === '' ? [] : beside.split(' '), popularity)

describe('score', () => {
  it('is highest for the name itself, and at most 1', () => {
    expect(of('night', 'night', '', 1)).toBeLessThanOrEqual(1)
    const order = [of('night', 'night'), of('night', 'night drive'), of('nigh', 'night drive'), of('night', 'other', 'night')] // biome-ignore format: best first
    expect(order).toEqual([...order].sort((a, b) => b - a))
    expect(new Set(order).size).toBe(order.length)
  })

  it('prefers the right order for the same words, and lets popularity decide between equals', () => {
    expect(of('blue moon', 'blue moon')).toBeGreaterThan(of('blue moon', 'moon blue'))
    expect(of('a', 'a b', '', 0.9)).toBeGreaterThan(of('a', 'a b', '', 0.1))
  })

  it('H-455: a word typed twice is looked for twice', () => {
    expect(of('talk talk', 'talk talk')).toBe(of('talk', 'talk'))
    const order = [of('talk talk', 'talk talk'), of('talk talk', 'talk talk live'), of('talk talk', 'talk')]
    expect(order).toEqual([...order].sort((a, b) => b - a))
    expect(new Set(order).size).toBe(order.length)
    expect(of('new york new york', 'new york new york')).toBeGreaterThan(of('new york new york', 'new york'))
    expect(of('talk', 'talk')).toBeGreaterThan(of('talk', 'talk talk'))
    // What stands beside the name has said it.
    expect(of('duran duran rio', 'rio', 'duran duran')).toBe(of('duran rio', 'rio', 'duran duran'))
  })

  it('H-456: a joining word counts where it stands whole, and otherwise for half', () => {
    const order = [of('simon and garfunkel', 'simon and garfunkel'), of('simon and garfunkel', 'simon garfunkel'), of('simon and garfunkel', 'simon garfunkel live'), of('simon and garfunkel', 'simon')] // biome-ignore format: best first
    expect(order).toEqual([...order].sort((a, b) => b - a))
    expect(new Set(order).size).toBe(order.length)
    expect(of('rock n roll', 'rock roll')).toBeGreaterThan(of('rock n roll', 'rock roll nights'))
  })

  it('takes a word with a slip for less than the word', () => {
    const slipped = { terms: [[{ word: 'nihgt', weight: 1 }, { word: 'night', weight: 0.8 }]], order: [0] } // biome-ignore format: one term
    expect(score(slipped, ['night'], [], 0)).toBeLessThan(of('night', 'night'))
    expect(score(slipped, ['night'], [], 0)).toBeGreaterThan(0.5)
  })
})

it.each([
  ['beyocne', 'beyonce', 1],
  ['beyonse', 'beyonce', 1],
  ['byonce', 'beyonce', 1],
  ['beeyonce', 'beyonce', 1],
  ['beyin', 'beyonce', 1],
  ['beyonce', 'beyonce', 0],
  ['abc', 'xyz', 3],
])('counts the slips between %s and the beginning of %s: %i', (a, b, count) => {
  expect(slips(a, b)).toBe(count)
})

it('allows no slip in two letters, one in five, two in six', () => {
  expect([2, 3, 5, 6].map(slipsAllowed)).toEqual([0, 1, 1, 2])
})
