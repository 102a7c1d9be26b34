// Who shared a release, on its page and in its window.
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { changeNoticed } from '#core/events/people/changes.ts'
import type { ShareNote } from '#core/model/catalogue/release.ts'
import { axeFaults } from '#tests/components/axe.ts'
import { show, signedIn } from '#tests/components/stage.tsx'
import { aRelease } from '#tests/support/story.ts'
import { ReleaseModal } from './ReleaseModal.tsx'
import { ReleaseScreen } from './ReleaseScreen.tsx'

const PAT: ShareNote = { shareid: 's1', by: 'Pat Moss', message: '<b>Friday?</b>', date: '2026-11-23T10:00:00.000Z' }
const note = () => page.getByRole('region', { name: 'Shared with you' })
const at = { path: '/releases/releaseInfo/r1', route: '/releases/releaseInfo/:releaseid' }
const of = (...shares: ShareNote[]) =>
  aRelease('r1', 1, { title: 'Tides', ...(shares.length > 0 && { shares, shared: PAT.date }) })
const stand = (...shares: ShareNote[]) => show(<ReleaseScreen />, { ...at, story: signedIn().knows(of(...shares)) })

describe('a release that was shared', () => {
  it('says who it was, when and with which words, as they were written', async () => {
    await stand(PAT)
    await expect.element(note()).toHaveTextContent('Pat Moss Shared this with you on November 23, 2026<b>Friday?</b>')
  })

  it('stands above the facts', async () => {
    const { host } = await stand(PAT)
    const [first] = host.querySelectorAll('section[aria-label="Shared with you"], dl')
    expect(first?.tagName).toBe('SECTION')
  })

  it('names the newest of several, and counts the others, each once', async () => {
    const [ole, ada] = ['Ole', 'Ada'].map((by, n) => ({ ...PAT, shareid: by, by, message: `from ${by}`, date: `2026-11-0${n + 1}T00:00:00.000Z` })) // biome-ignore format: two shares
    await stand(PAT, ole as ShareNote, ada as ShareNote, { ...PAT, shareid: 's9' })
    await expect.element(note()).toHaveTextContent('Pat Moss and 2 others')
    await expect.element(page.getByText('from Ole')).not.toBeInTheDocument()
  })

  it('without words says the rest', async () => {
    const { host } = await stand({ ...PAT, message: '' })
    await expect.element(note()).toBeVisible()
    expect(host.querySelector('blockquote')).toBeNull()
  })

  it('by somebody who has left is still said to be', async () => {
    await stand({ ...PAT, by: '' })
    await expect.element(note()).toHaveTextContent('Somebody who has left')
  })

  it('by nobody has no note, and gets one when somebody shares it', async () => {
    const stage = await stand()
    await expect.element(page.getByRole('heading', { name: 'Tides' })).toBeVisible()
    await expect.element(note()).not.toBeInTheDocument()
    const share = { ...PAT, releaseid: 'r1', title: 'Tides' }
    stage.happens(changeNoticed({ domains: ['shares'], shares: [share], connected: [], told: false }))
    await expect.element(note()).toHaveTextContent('Pat Moss')
  })

  it('says so in its window too', async () => {
    const story = signedIn().knows(of(PAT))
    await show(<ReleaseModal releaseid="r1" onClose={() => {}} />, { story })
    await expect.element(page.getByRole('dialog').getByRole('region', { name: 'Shared with you' })).toBeVisible()
  })

  it('has nothing axe objects to', async () => {
    await stand(PAT)
    await expect.element(note()).toBeVisible()
    expect(await axeFaults()).toEqual([])
  })
})
