// A release goes to people from its page and its window: where it may, and nowhere else.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { downloadRequested } from '#core/events/downloads.ts'
import { connectionListed } from '#core/events/people/connections.ts'
import { sessionRefreshed } from '#core/events/people/session.ts'
import { shareSent } from '#core/events/people/sharing.ts'
import type { ReleaseDetail } from '#core/model/catalogue/release.ts'
import { type Stage, show, signedIn } from '#tests/components/stage.tsx'
import { aRelease, aRequest, someClaims } from '#tests/support/story.ts'
import { inviteOpen } from '../../forms/invite/invite.state.ts'
import { Modals } from '../../shell/dialogs/Modals.tsx'
import { Toasts } from '../../shell/Toasts.tsx'
import { PeopleButtons } from './PeopleButtons.tsx'

beforeEach(() => {
  inviteOpen.value = false
})

async function stand(fields: Partial<ReleaseDetail> = {}, verified = true): Promise<Stage> {
  const release = aRelease('r1', 2, { title: 'Tides', commenting_enabled: true, allow_sharing: true, ...fields })
  const claims = someClaims('p1', { verified })
  const ada = { player_id: 'ada', full_name: 'Ada Okonkwo', first_name: 'Ada', last_name: 'Okonkwo', email: 'ada@radio.test', verified: true } // biome-ignore format: one row
  const story = signedIn()
    .happens(
      sessionRefreshed({ claims, accessToken: 'a', refreshToken: 'r' }),
      connectionListed({ connections: [ada] }),
    )
    .knows(release)
  const view = (
    <>
      <PeopleButtons card={release} />
      <Modals />
      <Toasts />
    </>
  )
  return show(view, { story })
}
const share = () => page.getByRole('button', { name: 'Share release', exact: true })
const contact = () => page.getByRole('button', { name: 'Contact', exact: true })

describe('the buttons', () => {
  it('RELEASE-044: Contact is there where the owner takes messages', async () => {
    await stand()
    await expect.element(contact()).toBeVisible()
  })

  it('RELEASE-044: Contact is absent where they do not', async () => {
    await stand({ commenting_enabled: false })
    await expect.element(share()).toBeVisible()
    await expect.element(contact()).not.toBeInTheDocument()
  })

  it('RELEASE-044: Contact opens the form that writes to the owner', async () => {
    await stand()
    await contact().click()
    await expect.element(page.getByRole('dialog', { name: 'Contact' })).toBeVisible()
  })

  it('RELEASE-045, SHELL-020: Share release opens the dialog of that name', async () => {
    await stand()
    await share().click()
    await expect.element(page.getByRole('dialog', { name: 'Share release' })).toBeVisible()
  })

  it('SHARE-001: who is not verified shares nothing', async () => {
    await stand({}, false)
    await expect.element(contact()).toBeVisible()
    await expect.element(share()).not.toBeInTheDocument()
  })

  it('SHARE-002: what its owner does not let go is not shared', async () => {
    await stand({ allow_sharing: false })
    await expect.element(contact()).toBeVisible()
    await expect.element(share()).not.toBeInTheDocument()
  })
})

it('SHELL-020: the focus is back on the button once the dialog is left', async () => {
  await stand()
  ;(share().element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('searchbox')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(share()).toHaveFocus()
})

it('SHELL-039, SHARE-011: once it was shared the dialog is gone and "Release shared" is said', async () => {
  const stage = await stand()
  await share().click()
  await page.getByRole('checkbox', { name: 'Ada Okonkwo' }).click()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  stage.happens(shareSent({ requestId: stage.of('sharing.shareRequested')[0]?.requestId ?? '' }))
  await expect.element(page.getByText('Release shared')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

/** What each live region that comes holds as it comes. */
function regionsThatCome(): string[] {
  const held: string[] = []
  const observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      // It comes in a box that is moved with all that is in it.
      const region = node.parentElement?.querySelector(':scope > div > [aria-live="polite"]')
      if (region && node.contains(region)) held.push(region.textContent)
    }
  })
  observer.observe(document.body, { childList: true, subtree: true })
  onTestFinished(() => observer.disconnect())
  return held
}

it('SHELL-039: what is said as the dialog goes comes into a region that stands already, so that it is spoken', async () => {
  const stage = await stand()
  await share().click()
  await page.getByRole('checkbox', { name: 'Ada Okonkwo' }).click()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const regions = regionsThatCome()
  stage.happens(shareSent({ requestId: stage.of('sharing.shareRequested')[0]?.requestId ?? '' }))
  await expect.element(page.getByText('Release shared')).toBeVisible()
  expect(regions).toEqual([''])
})

it('what was heard before a dialog opened is not said again in it', async () => {
  const stage = await stand()
  stage.happens(downloadRequested({ requests: [aRequest('d1', { title: 'Night Drive' })] }))
  await expect.element(page.getByText('Night Drive')).toBeVisible()
  // Whatever is heard was there for some frames.
  for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame)
  const regions = regionsThatCome()
  await share().click()
  await expect.element(page.getByRole('dialog').getByText('Night Drive')).toBeVisible()
  expect(regions).toEqual([expect.stringContaining('Night Drive')])
})

it('SHARE-005: inviting takes the place of the dialog', async () => {
  const stage = await stand()
  stage.happens(connectionListed({ connections: [] }))
  await share().click()
  await page.getByRole('button', { name: 'Invite a connection' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Invite your network' })).toBeVisible()
  await expect.element(page.getByRole('dialog', { name: 'Share release' })).not.toBeInTheDocument()
})
