import { describe, expect, test } from 'vitest'
import { initialsOf, nameOf } from './initials.ts'

test.each([
  ['Nora Vance', 'Nora Vance'],
  ['', 'x@demo.test'],
  ['\u2067 \u2069', 'x@demo.test'],
])('H-511: who is called %j is known as %s', (full_name, name) => {
  expect(nameOf({ full_name, email: 'x@demo.test' })).toBe(name)
})

describe('SHELL-010: initials', () => {
  test.each([
    ['Nora Vance', 'NV'],
    ['nora van der vance', 'NV'],
    ['  Nora   Vance ', 'NV'],
    ['Ana de Lumen', 'AL'],
    ['Nora', 'N'],
    ['🎧 Radio', '🎧R'],
    ['👩🏽\u200d🎤 Radio 🇳🇱', '👩🏽\u200d🎤🇳🇱'],
    ['e\u0301va Lind', 'E\u0301L'],
    ['\u200e\u2067נורה \u200fלוי\u2069', 'נל'],
    ['\u2060 Nora \u00ad', 'N'],
    ['ßig ﬁn', 'ßﬁ'],
  ])('of %s are %s', (name, initials) => {
    expect(initialsOf(name, 'x@demo.test').initials).toBe(initials)
  })

  test('are the first letter of the address where there is no name, and none where there is nothing', () => {
    expect(initialsOf(' ', 'nora@demo.test').initials).toBe('N')
    expect(initialsOf('\u200e', 'nora@demo.test').initials).toBe('N')
    expect(initialsOf('', '').initials).toBe('')
  })
})

test('SHELL-011: the colour is one of five and follows from the first letter of the address, large or small', () => {
  const colours = [...'abcdef'].map((letter) => initialsOf('Nora', `${letter}@demo.test`).colour)
  expect(colours).toEqual([2, 3, 4, 0, 1, 2])
  expect(initialsOf('Nora', 'ABC@demo.test').colour).toBe(2)
  expect(initialsOf('Nora', '').colour).toBe(0)
})
