import { expect, test } from 'vitest'
import { type Control, differing } from './adopt.ts'

const control = (over: Partial<Control>): Control => ({ name: 'a', type: 'text', value: '', dataset: {}, ...over })

test('what says something else than the form knows is found', () => {
  expect(differing([control({ value: 'x' })], { a: '' })).toEqual([['a', 'x']])
})

test('of radios only the chosen one speaks', () => {
  const radios = ['x', 'y', 'z'].map((value) => control({ type: 'radio', value, checked: value === 'y' }))
  expect(differing(radios, { a: 'x' })).toEqual([['a', 'y']])
})

test('radios that say what is known change nothing', () => {
  const radios = ['x', 'y'].map((value) => control({ type: 'radio', value, checked: value === 'x' }))
  expect(differing(radios, { a: 'x' })).toEqual([])
})

test("a file's path is no text", () => {
  expect(differing([control({ type: 'file', value: 'C:\\fakepath\\a.png' })], { a: '' })).toEqual([])
})

test('a list that has no such choice was not emptied by anybody, and is filled in as ever', () => {
  const list = (value: string) => control({ type: 'select-one', value, options: [{ value: '' }, { value: 'TX' }] })
  expect(differing([list('')], { a: 'Texas' })).toEqual([])
  expect(differing([list('TX')], { a: 'Texas' })).toEqual([['a', 'TX']])
  expect(differing([list('')], { a: 'TX' })).toEqual([['a', '']])
})
