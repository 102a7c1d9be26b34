// What the toolbar says while something is still being done with a selection of another list.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { releaseListOpened, releasePageReceived } from '#core/events/releases.ts'
import { selectionApplied, selectionFilled, selectionRunProgressed, selectionToggled } from '#core/events/selection.ts'
import { selection } from '#projections/selection.ts'
import { show, signedIn } from '#tests/components/stage.tsx'
import { aCard } from '#tests/support/story.ts'
import { SelectionToolbar } from './SelectionToolbar.tsx'

const opened = (queryId: string, total: number) => [
  releaseListOpened({ queryId }),
  releasePageReceived({ queryId, round: 1, page: 1, total, releases: [aCard('r1'), aCard('r2')].slice(0, total) }),
]
const other = 'sort=trend'
const toolbar = () => page.getByRole('toolbar')
const button = (name: string) => toolbar().getByRole('button', { name, exact: true })

/** A selection of one in a list, with what was begun in the one before, as far as it is. */
const begun = () =>
  signedIn().happens(
    ...opened('sort=-date', 2),
    selectionFilled({ queryId: 'sort=-date' }),
    selectionApplied({ runId: 'x', action: 'queue' }),
    selectionRunProgressed({ runId: 'x', done: 1 }),
    ...opened(other, 2),
    selectionToggled({ queryId: other, place: 0, on: true }),
  )

it('H-619: says that it is of another selection, and acts once that is stopped', async () => {
  await show(<SelectionToolbar queryId={other} />, { story: begun() })
  await expect.element(toolbar()).toHaveTextContent('1 selected Selected before: 1 of 2')
  await expect.element(button('Add to queue')).toBeDisabled()
  await expect.element(button('Add to queue')).not.toHaveAttribute('aria-busy', 'true')
  await button('Stop what was begun before').click()
  await expect.element(button('Stop what was begun before')).not.toBeInTheDocument()
  await expect.element(button('Add to queue')).toBeEnabled()
  expect(selection.value).toMatchObject({ queryId: other, ranges: [[0, 1]], run: null })
})

it('H-619: cleared, it leaves what was begun in another list alone', async () => {
  await show(<SelectionToolbar queryId={other} />, { story: begun() })
  await button('Clear selection').click()
  await expect
    .poll(() => selection.value)
    .toMatchObject({ queryId: null, ranges: [], run: { runId: 'x', result: null } })
})
