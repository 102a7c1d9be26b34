import { expect, it } from 'vitest'
import { Waiting } from './waiting.ts'

function line(shown = false) {
  const said: string[] = []
  let isShown = shown
  const waiting = new Waiting(() => isShown)
  return {
    said,
    waiting,
    say: (word: string) => waiting.when(() => void said.push(word)),
    shows(is: boolean) {
      isShown = is
      waiting.go()
    },
  }
}

it('calls at once while everything shows', () => {
  const { say, said } = line(true)
  say('a')
  expect(said).toEqual(['a'])
})

it('calls what waits once, in order, when everything shows', () => {
  const { say, said, shows } = line()
  for (const word of ['a', 'b', 'c']) say(word)
  expect(said).toEqual([])
  shows(true)
  shows(true)
  expect(said).toEqual(['a', 'b', 'c'])
})

it('lets what waits see what the call before it led to, and lets that come first', () => {
  const { waiting, say, said, shows } = line()
  waiting.when(() => {
    say('a')
    // A wish: it has to show before anybody reads on.
    shows(false)
    say('what a led to')
  })
  say('b')
  shows(true)
  expect(said).toEqual(['a'])
  shows(true)
  expect(said).toEqual(['a', 'what a led to', 'b'])
})

it('calls the next one too when a call fails', () => {
  const { waiting, say, said, shows } = line()
  waiting.when(() => {
    throw new Error('mine')
  })
  say('b')
  expect(() => shows(true)).toThrow('mine')
  say('c')
  expect(said).toEqual(['b', 'c'])
})
