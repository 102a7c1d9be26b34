import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slips, slipsAllowed } from './score.ts'
import { WordTree } from './wordTree.ts'

const word = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 1, maxLength: 8 })
const words = fc.uniqueArray(word, { maxLength: 60 })

function treeOf(list: readonly string[]): WordTree {
  const tree = new WordTree()
  for (const one of list) tree.add(one)
  return tree
}

test('a word keeps its id', () => {
  const tree = treeOf(['harbour', 'harbor'])
  expect([tree.add('harbour'), tree.add('harbor'), tree.add('new'), tree.size]).toEqual([0, 1, 2, 3])
  expect([tree.word(1), tree.idOf('harbor'), tree.idOf('harb')]).toEqual(['harbor', 1, -1])
})

test('the words that begin with a prefix are exactly those a look at every word finds', () => {
  fc.assert(
    fc.property(words, word, (list, prefix) => {
      const tree = treeOf(list)
      const found: string[] = []
      tree.prefixed(prefix, (id) => found.push(tree.word(id)))
      expect(new Set(found)).toEqual(new Set(list.filter((one) => one.startsWith(prefix))))
      expect(new Set(found).size).toBe(found.length)
      expect(tree.begins(prefix)).toBe(found.length > 0)
    }),
  )
})

test('the words near what was typed, and how near, are exactly those a look at every word finds', () => {
  fc.assert(
    fc.property(words, word, (list, typed) => {
      const tree = treeOf(list)
      const most = slipsAllowed(typed.length)
      const found: [string, number][] = []
      tree.near(typed, most, (id, count) => found.push([tree.word(id), count]))
      const wanted = list.map((one) => [one, slips(typed, one)] as const).filter(([, count]) => count <= most)
      expect(new Map(found)).toEqual(new Map(wanted))
      expect(found).toHaveLength(wanted.length)
    }),
    { numRuns: 400 },
  )
})

test('grows past its first arrays', () => {
  const list = Array.from({ length: 5000 }, (_, n) => `w${n.toString(36)}x`)
  const tree = treeOf(list)
  expect(list.every((one, id) => tree.idOf(one) === id && tree.begins(one))).toBe(true)
})
