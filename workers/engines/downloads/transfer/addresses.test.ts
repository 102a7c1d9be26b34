import { expect, test } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import { secretsIn } from '#tests/support/secrets.ts'
import { Addresses } from './addresses.ts'

const never = new AbortController().signal

test('D-126: an address is used for a minute after it was fetched, then a new one is needed', async () => {
  const clock = new FakeClock()
  const addresses = new Addresses(secretsIn(new Map()), clock)
  const handle = await addresses.keep('a', '/file?token=1', never)
  expect(handle).not.toContain('token=1')
  await clock.advance(60_000)
  expect(await addresses.fresh('a', never)).toBe('/file?token=1')
  await clock.advance(1)
  expect(await addresses.fresh('a', never)).toBeNull()
})

test('there is no address of a job that has none, or whose address was forgotten', async () => {
  const addresses = new Addresses(secretsIn(new Map()), new FakeClock())
  await addresses.keep('a', '/file', never)
  expect(await addresses.fresh('b', never)).toBeNull()
  addresses.forget('a')
  expect(await addresses.fresh('a', never)).toBeNull()
})

test('one that is asked for ahead is waited for once, is used when it is there, and may fail', async () => {
  const clock = new FakeClock()
  const addresses = new Addresses(secretsIn(new Map()), clock)
  let arrive = () => {}
  const arrives = new Promise<void>((done) => {
    arrive = done
  })
  addresses.ahead(
    'a',
    arrives.then(() => addresses.keep('a', '/file', never)),
  )
  addresses.ahead('b', Promise.reject(new Error('busy')))
  await addresses.underWay('b')
  expect([addresses.wasTried('a'), addresses.wasTried('b'), addresses.wasTried('c')]).toEqual([true, true, false])
  expect(await addresses.fresh('b', never)).toBeNull()
  const comes = addresses.underWay('a').then(() => addresses.fresh('a', never))
  arrive()
  expect(await comes).toBe('/file')
  addresses.forget('b')
  expect([addresses.wasTried('a'), addresses.wasTried('b')]).toEqual([true, false])
  await clock.advance(60_001)
  expect(addresses.wasTried('a')).toBe(false)
})

test('an address that is too old is let go when the next one comes, whatever became of its job', async () => {
  const clock = new FakeClock()
  const addresses = new Addresses(secretsIn(new Map()), clock)
  for (const id of ['a', 'b']) {
    addresses.ahead(id, Promise.resolve())
    await addresses.keep(id, '/file', never)
  }
  await clock.advance(60_001)
  await addresses.keep('b', '/file', never)
  expect(addresses.size).toBe(1)
})

test('one that was not to be had a moment ago stays tried when that of another job comes', async () => {
  const addresses = new Addresses(secretsIn(new Map()), new FakeClock())
  addresses.ahead('a', Promise.reject(new Error('busy')))
  await addresses.underWay('a')
  await addresses.keep('b', '/file', never)
  expect(addresses.wasTried('a')).toBe(true)
})
