import { expect, test } from 'vitest'
import { HOOK_DEFAULT, HOOKS, secondsOf } from './hook.ts'

test('the keys 1 to 4 stand for the start and the quarters of a song, and at first it is heard behind the intro', () => {
  expect(HOOKS.map((hook) => secondsOf(hook, 200))).toEqual([0, 50, 100, 150])
  expect(secondsOf(HOOK_DEFAULT, 200)).toBe(50)
})

test('a song of no known length is heard from its start', () => {
  for (const duration of [Number.NaN, Number.POSITIVE_INFINITY, -1]) expect(secondsOf(0.5, duration)).toBe(0)
})
