import type { Remote } from 'comlink'
import { expect, it } from 'vitest'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { Replaceable } from './replaceable.ts'

interface TokenBroker {
  token(of: string): Promise<string>
}

const broker = (token: TokenBroker['token']) => ({ token }) as unknown as Remote<TokenBroker>
const silent = () => new Promise<never>(() => {})

it('what the dead one was asked the next one answers', async () => {
  const asked: string[] = []
  const replaceable = new Replaceable<TokenBroker>(
    broker((of) => {
      asked.push(of)
      return silent()
    }),
  )
  const answers = [replaceable.calls.token('a'), replaceable.calls.token('b')]
  expect(asked).toEqual(['a', 'b'])
  await replaceable.replace(broker(async (of) => `${of}!`))
  expect(await Promise.all(answers)).toEqual(['a!', 'b!'])
  expect(await replaceable.calls.token('c')).toBe('c!')
})

it('what was answered is asked no more, and a refusal of the one that lives is a refusal', async () => {
  let asked = 0
  const replaceable = new Replaceable<TokenBroker>(broker(async () => 'one'))
  expect(await replaceable.calls.token('a')).toBe('one')
  await replaceable.replace(
    broker(async () => {
      asked += 1
      throw new Error('no')
    }),
  )
  expect(asked).toBe(0)
  await expect(replaceable.calls.token('a')).rejects.toThrow('no')
})

it('calls wait until the next one was prepared', async () => {
  const order: string[] = []
  const replaceable = new Replaceable<TokenBroker>(broker(silent))
  const answer = replaceable.calls.token('a')
  const next = broker(async (of) => {
    order.push(of)
    return of
  })
  await replaceable.replace(next, async () => void order.push('prepared'))
  await answer
  expect(order).toEqual(['prepared', 'a'])
})

it('what is called while the next one is prepared waits as well, in order, and is asked once', async () => {
  const order: string[] = []
  const replaceable = new Replaceable<TokenBroker>(broker(silent))
  const first = replaceable.calls.token('a')
  let ready = () => {}
  const next = broker(async (of) => {
    order.push(of)
    return of
  })
  const replaced = replaceable.replace(next, () => new Promise<void>((resolve) => (ready = resolve)))
  const second = replaceable.calls.token('b')
  expect(order).toEqual([])
  ready()
  await replaced
  expect(await Promise.all([first, second])).toEqual(['a', 'b'])
  expect(order).toEqual(['a', 'b'])
})

it('one that cannot be prepared is asked all the same', async () => {
  const replaceable = new Replaceable<TokenBroker>(broker(silent))
  const answer = replaceable.calls.token('a')
  await expect(
    replaceable.replace(
      broker(async (of) => of),
      () => Promise.reject(new Error('no')),
    ),
  ).rejects.toThrow('no')
  expect(await answer).toBe('a')
  expect(await replaceable.calls.token('b')).toBe('b')
})

it('when there will be no next one, what waits is refused, and so is at once whatever comes', async () => {
  const asked: string[] = []
  const replaceable = new Replaceable<TokenBroker>(
    broker((of) => {
      asked.push(of)
      return silent()
    }),
  )
  const waiting = replaceable.calls.token('a')
  replaceable.fail(new Error('failed'))
  await expect(waiting).rejects.toThrow('failed')
  await expect(replaceable.calls.token('b')).rejects.toThrow('failed')
  expect(asked).toEqual(['a'])
  // It came after all: nothing of before is asked of it.
  await replaceable.replace(
    broker(async (of) => {
      asked.push(of)
      return of
    }),
  )
  expect(await replaceable.calls.token('c')).toBe('c')
  expect(asked).toEqual(['a', 'c'])
})

it('a call with a deadline is refused when it passed, and not asked of the next one', async () => {
  const clock = new FakeClock()
  const replaceable = new Replaceable<TokenBroker>(broker(silent), { clock, ms: { token: 1000 } })
  let said = ''
  void replaceable.calls.token('a').catch((error: Error) => {
    said = error.message
  })
  await clock.advance(999)
  await settle()
  expect(said).toBe('')
  await clock.advance(1)
  await settle()
  expect(said).toBe('no answer for 1 s')
  const asked: string[] = []
  await replaceable.replace(
    broker(async (of) => {
      asked.push(of)
      return of
    }),
  )
  expect(await replaceable.calls.token('b')).toBe('b')
  expect(asked).toEqual(['b'])
})
