import { expect, it, vi } from 'vitest'
import { appNavigated, appOpened } from '#core/events/app.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { accessCleared } from '#core/events/people/access.ts'
import {
  sessionAbsent,
  sessionSignInRequested,
  sessionStarted,
  sessionUnreachable,
} from '#core/events/people/session.ts'
import { Order } from '#core/log/order.ts'
import { claims } from '#tests/support/downloadHarness.ts'
import type { Engine } from './engines/engine.ts'
import { LateEngines } from './lateEngines.ts'

const opened = appOpened({ startedAt: 1, build: '1', language: 'en', width: 1, height: 1, online: true })
const started = sessionStarted({ claims: claims(), accessToken: 'a', refreshToken: 'r', restored: false })

/** A state worker in small: what passes is applied, and told to the engines that come late. */
function world() {
  const order = new Order()
  const heard: string[] = []
  const entered: string[] = []
  let come = (_: readonly Engine[]) => {}
  let fail = (_: Error) => {}
  const load = vi.fn(
    () =>
      new Promise<readonly Engine[]>((resolve, reject) => {
        come = resolve
        fail = reject
      }),
  )
  const engine: Engine = {
    accept: ({ type }, state) => heard.push(`${type} ${state.single('session').status}`),
  }
  const late = new LateEngines(load)
  const tell = (...drafts: AppDraft[]) =>
    late.pass(
      drafts.map((draft) => ({ draft })),
      () => {
        for (const draft of drafts) {
          const event: AppEvent = order.place(draft, { source: 'platform', cause: null, t: 0 })
          order.apply(event)
          entered.push(event.type)
          late.accept(event, order.store)
        }
      },
    )
  return { late, tell, load, heard, entered, come: () => come([engine]), fail: (error: Error) => fail(error) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('does without them while the form to sign in stands', () => {
  const { tell, load, entered } = world()
  tell(opened, appNavigated({ path: '/', search: '' }))
  tell(sessionAbsent({}), sessionSignInRequested({ handle: 'password:1', publicDevice: false }), accessCleared({}))
  expect(entered).toHaveLength(5)
  expect(load).not.toHaveBeenCalled()
})

it('lets nothing in before them that they have to hear, and then all of it in its order', async () => {
  const { tell, load, heard, entered, come } = world()
  tell(opened)
  tell(sessionAbsent({}))
  tell(started)
  tell(appNavigated({ path: '/releases', search: '' }))
  // What would not need them waits for what came before.
  tell(opened)
  expect(load).toHaveBeenCalledOnce()
  expect(entered).toEqual(['app.opened', 'session.absent'])
  come()
  await settled()
  expect(heard).toEqual([
    'app.opened signedOut',
    'session.absent signedOut',
    'session.started signedIn',
    'app.navigated signedIn',
    'app.opened signedIn',
  ])
  expect(entered).toHaveLength(5)
  tell(sessionAbsent({}))
  expect(heard).toHaveLength(6)
})

it('begins them for a page that is more than the form', async () => {
  const { tell, load, come, entered, heard } = world()
  tell(appNavigated({ path: '/signup', search: '' }))
  expect(load).toHaveBeenCalledOnce()
  expect(entered).toEqual(['app.navigated'])
  come()
  await settled()
  expect(heard).toEqual(['app.navigated restoring'])
})

it('does not keep from a page that the server cannot be reached', () => {
  const { tell, entered } = world()
  tell(appNavigated({ path: '/releases', search: '' }))
  tell(sessionUnreachable({}))
  expect(entered).toEqual(['app.navigated', 'session.unreachable'])
})

it('takes whatever is told that is no event for something they have to hear', () => {
  for (const strange of [undefined, null, {}, { type: 'app.navigated' }, { type: 'app.navigated', payload: null }]) {
    const { late, load } = world()
    late.pass([{ draft: strange as never }], () => {})
    expect(load).toHaveBeenCalledOnce()
  }
})

it('fetches their script ahead and lets everything in meanwhile that does not need them', async () => {
  const { late, tell, load, come, entered, heard } = world()
  const ahead = late.want()
  tell(opened)
  expect(entered).toEqual(['app.opened'])
  come()
  await ahead
  expect(heard).toEqual(['app.opened restoring'])
  tell(started)
  expect(heard).toHaveLength(2)
  expect(load).toHaveBeenCalledOnce()
})

it('says that their script is not there, and asks for it anew when it is wanted again', async () => {
  const { late, load, fail, come } = world()
  const ahead = late.want()
  fail(new Error('404: stateEngines.js'))
  await expect(ahead).rejects.toThrow('404')
  const again = late.want()
  expect(load).toHaveBeenCalledTimes(2)
  come()
  await again
})
