// Whom the tab that has the jobs talks to.
import { beforeEach, expect, it } from 'vitest'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { wished } from '#tests/support/downloadParts.ts'

let world: World
let first: Run

beforeEach(async () => {
  world = new World()
  first = new Run(world, 'first')
  await first.signIn()
  await first.request(wished('a'))
})

let asked = 0

/** How often something was said of a new job. */
async function said(): Promise<number> {
  world.tabs.said.length = 0
  asked += 1
  await first.request(wished(`new-${asked}`))
  await first.advance(200)
  return world.tabs.said.filter((message) => (message as { kind: string }).kind === 'jobs').length
}

it('nothing is told to a tab that has gone, and all of it to one that comes', async () => {
  const second = new Run(world, 'second')
  await second.signIn()
  await second.advance(100)
  expect(await said()).toBeGreaterThan(0)
  second.die()
  await first.advance(60_000)
  expect(await said()).toBe(0)
  const third = new Run(world, 'third')
  await third.signIn()
  await third.advance(100)
  expect(third.rows).toEqual(first.rows)
  expect(await said()).toBeGreaterThan(0)
})

it('a tab that stays is told for as long as it does, also while it is frozen', async () => {
  const second = new Run(world, 'second')
  await second.signIn()
  await second.advance(100)
  second.freeze()
  await first.advance(200_000)
  expect(await said()).toBeGreaterThan(0)
})
