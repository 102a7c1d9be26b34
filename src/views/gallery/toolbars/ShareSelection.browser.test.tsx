// Sharing what is selected in a gallery.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { releaseListOpened, releasePageReceived } from '#core/events/releases.ts'
import { selectionToggled } from '#core/events/selection.ts'
import { pageId } from '#core/reducers/catalogue/pages.ts'
import { isFollowed } from '#projections/entity.ts'
import { peekSelectedTracks } from '#projections/selection.ts'
import { show, signedIn } from '#tests/components/stage.tsx'
import { aCard } from '#tests/support/story.ts'
import { peopleDialog } from '#views/music/people.state.ts'
import { ShareSelection } from './ShareSelection.tsx'

const queryId = 'sort=-available'
const answer = (n: number) => {
  const releases = Array.from({ length: 40 }, (_, at) => aCard(`r${(n - 1) * 40 + at}`, { allow_sharing: true }))
  return releasePageReceived({ queryId, round: 1, page: n, total: 400, releases })
}
const select = (place: number) => selectionToggled({ queryId, place, on: true })
const begun = () => signedIn().happens(releaseListOpened({ queryId }), answer(1), answer(9), select(3), select(325))

it('keeps the pages of what is selected, so that it can be shared from anywhere in the list', async () => {
  const stage = await show(<ShareSelection count={2} isTight={false} />, { story: begun() })
  const kept = () => Array.from({ length: 10 }, (_, n) => n + 1).filter((n) => isFollowed('page', pageId(queryId, n)))
  expect(kept()).toEqual([1, 9])
  stage.happens(select(41), answer(2))
  expect(kept()).toEqual([1, 2, 9])
  await page.getByRole('button', { name: 'Share' }).click()
  expect(peopleDialog.value).toMatchObject({ releaseids: ['r3', 'r41', 'r325'] })
})

it('can be pressed as soon as the last of what is selected is here', async () => {
  const stage = await show(<ShareSelection count={3} isTight={false} />, { story: begun().happens(select(41)) })
  const button = page.getByRole('button', { name: 'Share' })
  await expect.element(button).toHaveAccessibleDescription('Share: not all of these are loaded yet')
  stage.happens(answer(2))
  await expect.element(button).not.toHaveAccessibleDescription()
})

it('H-618: waits for a page that is old, and passes on whom it holds by then; nor is it added up before', async () => {
  const changed = (n: number) => ({ ...answer(n), payload: { ...answer(n).payload, total: 401 } })
  const stage = await show(<ShareSelection count={1} isTight={false} />, { story: begun().happens(changed(8)) })
  stage.happens(select(3))
  const button = page.getByRole('button', { name: 'Share' })
  await expect.element(button).toHaveAccessibleDescription('Share: not all of these are loaded yet')
  expect(peekSelectedTracks()).toBe(null)
  stage.happens(changed(1))
  await expect.element(button).not.toHaveAccessibleDescription()
  expect(peekSelectedTracks()).not.toBe(null)
})

it.each([false, true])('why it cannot be done is told to keys as well (tight: %s)', async (isTight) => {
  await show(<ShareSelection count={3} isTight={isTight} />, { story: begun().happens(select(41)) })
  await userEvent.tab()
  const button = page.getByRole('button', { name: 'Share', exact: true })
  await expect.element(button).toHaveFocus()
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('Share: not all of these are loaded yet')
  await userEvent.keyboard('{Enter}')
  expect(peopleDialog.value).toBe(null)
})
