import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { middle, mouse } from '#tests/components/hands.ts'
import { show } from '#tests/components/stage.tsx'
import { FilesAway } from '../lateFiles.ts'
import { type Script, script } from '../script.ts'
import { useLateMenu } from './useLateMenu.ts'
import { WithScript } from './WithScript.tsx'

function Opener({ late }: { late: Script<{ words: string }> }) {
  const { button, open, setOpen } = useLateMenu(late)
  return (
    <>
      <button type="button" ref={button} onClick={() => setOpen(!open)}>
        Order
      </button>
      <p>elsewhere</p>
      {open && (
        <WithScript script={late} onClose={() => setOpen(false)}>
          {({ words }) => <p>{words}</p>}
        </WithScript>
      )}
    </>
  )
}

it('a press on Try again asks once more for a menu that did not come', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  onTestFinished(() => void vi.restoreAllMocks())
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= 1) throw new FilesAway('/assets/Menu.js')
    return { words: 'the menu' }
  })
  await show(<Opener late={script(load)} />)
  await page.getByRole('button', { name: 'Order' }).click()
  const again = page.getByRole('alertdialog', { name: 'This part did not load' }).getByRole('button', { name: 'Try again' }) // biome-ignore format: one place
  await expect.element(again).toBeVisible()
  await mouse.click(middle(again))
  await expect.element(page.getByText('the menu')).toBeVisible()
})

it('a menu that comes after somebody went on elsewhere opens no more', async () => {
  let arrive: (menu: { words: string }) => void = () => {}
  const late = script(() => new Promise<{ words: string }>((done) => (arrive = done)))
  await show(<Opener late={late} />)
  await page.getByRole('button', { name: 'Order' }).click()
  await mouse.click(middle(page.getByText('elsewhere')))
  arrive({ words: 'the menu' })
  await new Promise((done) => setTimeout(done, 300))
  expect(page.getByText('the menu').elements()).toHaveLength(0)
})
