// The connection of a second half ends with it, whatever it brought.
import { expect, it } from 'vitest'
import { Run, slowIn, World } from '#tests/support/downloadHarness.ts'
import { wav, wished } from '#tests/support/downloadParts.ts'

it('an answer to the second half that is of another file holds no connection', async () => {
  const world = new World()
  world.pieceMin = 20_000
  const run = new Run(world)
  await run.signIn()
  const bytes = wav(200_000)
  world.song('a', { bytes, etag: '"1"' })
  world.files.faults.push(slowIn(() => world)(100), (seen, file) => {
    const answer = world.files.answer(seen, file, { holdAt: 8192 })
    answer.headers.set('ETag', '"2"')
    return answer
  })
  await run.request(wished('a'))
  await run.advance(500)
  expect(world.files.seen).toHaveLength(2)
  expect(world.files.open).toBe(1)
  await run.advance(60_000)
  expect(await run.bytes('job-a')).toEqual(bytes)
})
