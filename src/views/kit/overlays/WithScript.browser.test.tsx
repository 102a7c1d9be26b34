import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/stage.tsx'
import { FilesAway } from '../lateFiles.ts'
import { script } from '../script.ts'
import { WithScript } from './WithScript.tsx'

/** A part whose script does not come so many times. */
function part(misses: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= misses) throw new FilesAway('/assets/Part.js')
    return { words: 'the part' }
  })
  const view = (
    <WithScript script={script(load)} onClose={() => {}}>
      {({ words }) => <p>{words}</p>}
    </WithScript>
  )
  return { load, view }
}

const missing = () => page.getByRole('alertdialog', { name: 'This part did not load' })

it('a part whose script did not come is there by itself once it comes', { tags: ['long'] }, async () => {
  // In strict mode it is asked for by each of two effects at first, together.
  const { load, view } = part(2)
  await show(view)
  await expect.element(missing()).toBeVisible()
  await expect.element(page.getByText('the part')).toBeVisible()
  await expect.element(missing()).not.toBeInTheDocument()
  expect(load).toHaveBeenCalledTimes(3)
})

it('a press on Try again does not wait for that', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  const { load, view } = part(1)
  await show(view)
  await missing().getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('the part')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
  vi.restoreAllMocks()
})

it('who closes it is done with it: nothing is asked for any more', { tags: ['long'] }, async () => {
  const { load, view } = part(Number.POSITIVE_INFINITY)
  await show(view)
  await expect.element(missing()).toBeVisible()
  const before = load.mock.calls.length
  await show(<p>elsewhere</p>)
  await new Promise((done) => setTimeout(done, 1500))
  expect(load.mock.calls.length).toBe(before)
})
