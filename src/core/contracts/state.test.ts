import { expect, it } from 'vitest'
import { readSent } from './state.ts'

const draft = { type: 'app.shown', v: 1, payload: {} }

it('reads what was sent in the order in which it was made', () => {
  const text = JSON.stringify([7, 1000, 'person', draft, 8, 1001, 'platform', draft])
  expect(readSent(text)).toEqual([
    { wish: 7, at: 1000, source: 'person', draft },
    { wish: 8, at: 1001, source: 'platform', draft },
  ])
  expect(readSent('[]')).toEqual([])
})

it.each(['{}', 'null', '[7,1000,"person"]'])('refuses %s, which is no list of events', (text) => {
  expect(() => readSent(text)).toThrow('is no list')
})
