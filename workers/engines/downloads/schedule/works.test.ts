import { describe, expect, it } from 'vitest'
import { settle } from '#tests/support/fakeClock.ts'
import type { Fetched } from '../transfer/transfer.ts'
import { Works } from './works.ts'

function started() {
  const failures: string[] = []
  const works = new Works((id, error) => failures.push(`${id} ${(error as Error).message}`))
  const log: string[] = []
  const ends: (() => void)[] = []
  /** A task that ends when the test says so, whatever its signal says. */
  const task = (name: string) => async () => {
    log.push(`${name} begins`)
    await new Promise<void>((resolve) => ends.push(resolve))
    log.push(`${name} ends`)
  }
  return { works, failures, log, task, end: () => ends.shift()?.() }
}
const fetched = () => {
  const closed: string[] = []
  return { closed, fetched: { part: { close: () => void closed.push('closed'), truncate: () => undefined } } as unknown as Fetched } // biome-ignore format: one line
}

describe('the work of a job', () => {
  it('has a stage until it leaves the list', async () => {
    const { works, task } = started()
    works.begin('a', 'network', task('a'))
    expect([works.stage('a'), works.stage('b'), [...works.stages()]]).toEqual(['network', undefined, [['a', 'network']]]) // biome-ignore format: one line
    const { fetched: arrived } = fetched()
    works.rest('a', 'fetched', arrived)
    expect([works.stage('a'), works.fetched('a')]).toEqual(['fetched', arrived])
    works.begin('a', 'verify', task('a'))
    expect(works.fetched('a')).toBe(arrived)
    works.rest('a', null)
    expect([works.stage('a'), works.fetched('a')]).toEqual([undefined, null])
    works.rest('a', 'fetched')
    expect(works.stages().size).toBe(0)
  })

  it('that fails says so, once, and is no more', async () => {
    const { works, failures } = started()
    works.begin('a', 'network', async () => {
      throw new Error('why')
    })
    await settle()
    expect([failures, works.stage('a')]).toEqual([['a why'], undefined])
  })

  it('lets go of what arrived when it fails', async () => {
    const { works } = started()
    const { fetched: arrived, closed } = fetched()
    works.begin('a', 'network', async () => works.rest('a', 'fetched', arrived))
    works.begin('a', 'verify', async () => {
      throw new Error('why')
    })
    await settle()
    expect(closed).toEqual(['closed'])
  })
})

describe('work that is cancelled', () => {
  it('is heard of no more: its signal is aborted, what arrived is let go, and its failure is none', async () => {
    const { works, failures } = started()
    let signal: AbortSignal | null = null
    const { fetched: arrived, closed } = fetched()
    works.begin('a', 'network', async (given) => {
      signal = given
      await new Promise((_, reject) => given.addEventListener('abort', () => reject(given.reason)))
    })
    works.rest('a', 'fetched', arrived)
    works.cancel('a')
    works.cancel('b')
    await settle()
    expect(signal).toMatchObject({ aborted: true, reason: { name: 'Cancelled' } })
    expect([works.stage('a'), failures, closed]).toEqual([undefined, [], ['closed']])
  })

  it('lets go before the next work of the same job begins', async () => {
    const { works, log, task, end } = started()
    works.begin('a', 'network', task('first'))
    works.cancel('a')
    works.begin('a', 'network', task('second'))
    await settle()
    expect(log).toEqual(['first begins'])
    end()
    await settle()
    expect(log).toEqual(['first begins', 'first ends', 'second begins'])
  })

  it('that waits for the one before never begins', async () => {
    const { works, log, task, end } = started()
    works.begin('a', 'network', task('first'))
    works.cancel('a')
    works.begin('a', 'network', task('second'))
    works.cancel('a')
    end()
    await settle()
    expect(log).toEqual(['first begins', 'first ends'])
  })

  it('is released when it has ended, one or all', async () => {
    const { works, task, end } = started()
    const released: string[] = []
    works.begin('a', 'network', task('a'))
    works.begin('b', 'network', task('b'))
    void works.released('none').then(() => released.push('none'))
    void works.released('b').then(() => released.push('b works'))
    works.cancelAll()
    expect(works.stages().size).toBe(0)
    void works.released('a').then(() => released.push('a'))
    void works.allReleased().then(() => released.push('all'))
    await settle()
    expect(released).toEqual(['none'])
    end()
    await settle()
    expect(released).toEqual(['none', 'a'])
    end()
    await settle()
    expect(released.toSorted()).toEqual(['a', 'all', 'b works', 'none'])
  })
})
