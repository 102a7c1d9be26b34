import type { Remote } from 'comlink'
import { expect, it } from 'vitest'
import { Replaceable } from './replaceable.ts'

interface Desk {
  token(of: string): Promise<string>
}

const desk = (token: Desk['token']) => ({ token }) as unknown as Remote<Desk>
const silent = () => new Promise<never>(() => {})

it('what the dead one was asked the next one answers', async () => {
  const asked: string[] = []
  const replaceable = new Replaceable<Desk>(
    desk((of) => {
      asked.push(of)
      return silent()
    }),
  )
  const answers = [replaceable.calls.token('a'), replaceable.calls.token('b')]
  expect(asked).toEqual(['a', 'b'])
  await replaceable.replace(desk(async (of) => `${of}!`))
  expect(await Promise.all(answers)).toEqual(['a!', 'b!'])
  expect(await replaceable.calls.token('c')).toBe('c!')
})

it('what was answered is asked no more, and a refusal of the one that lives is a refusal', async () => {
  let asked = 0
  const replaceable = new Replaceable<Desk>(desk(async () => 'one'))
  expect(await replaceable.calls.token('a')).toBe('one')
  await replaceable.replace(
    desk(async () => {
      asked += 1
      throw new Error('no')
    }),
  )
  expect(asked).toBe(0)
  await expect(replaceable.calls.token('a')).rejects.toThrow('no')
})

it('calls wait until the next one was prepared', async () => {
  const order: string[] = []
  const replaceable = new Replaceable<Desk>(desk(silent))
  const answer = replaceable.calls.token('a')
  const next = desk(async (of) => {
    order.push(of)
    return of
  })
  await replaceable.replace(next, async () => void order.push('prepared'))
  await answer
  expect(order).toEqual(['prepared', 'a'])
})
