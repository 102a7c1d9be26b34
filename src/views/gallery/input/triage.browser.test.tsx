// Releases are heard and decided one after the other by keys: a round and its bar, the hooks, and what is taken back.
import { beforeEach, describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { type AppStage, type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { KeptMarks } from '#tests/components/marks.ts'
import { control, openHeard, player } from '#tests/components/playing.ts'
import { promised } from '#tests/components/promised.ts'
import { type Answer, someCards } from '#tests/components/wire.ts'

let kept: KeptMarks
beforeEach(() => {
  kept = new KeptMarks()
})

const ORDER = '/releases?sort=title'
const card = (releaseid: string) => page.getByTestId('gallery-scroller').css(`[data-release-id="${releaseid}"]`)
const cards = () => document.querySelectorAll('[data-testid="gallery-scroller"] [data-release-id]')
const focus = (releaseid: string) => (card(releaseid).element() as HTMLElement).focus()
const focusPage = () => document.getElementById('main')?.focus()
const at = (releaseid: string) => expect.element(card(releaseid)).toHaveFocus()
const bar = () => page.getByRole('group', { name: 'Triage' })
const counted = (what: string) => bar().css(`[data-count="${what}"]`)
const notices = () => document.querySelectorAll<HTMLElement>('[data-category]')
const notice = (category: string) => page.css(`[data-category="${category}"]`)
/** The page has its answer: until then the release is busy, and keys on it do nothing. */
const told = (category: string, title: string) =>
  expect.element(notice(category).filter({ hasText: title }).first()).toBeInTheDocument()
const marks = (list: 'flagged' | 'archived', ...ids: string[]) => expect.poll(() => kept.marked(list)).toEqual(ids)
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const downloads = () => document.querySelectorAll('[role=dialog] [data-download-id], dialog [data-download-id]')

async function open(around: AppSurroundings = {}, path = ORDER): Promise<AppStage> {
  const app = await openApp(path, { ...around, answers: kept.answers() })
  await expect.element(card('r1')).toBeVisible()
  return app
}
async function openDownloads(count: number): Promise<void> {
  await page.getByRole('button', { name: 'Downloads', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Downloads' })).toBeVisible()
  await expect.poll(() => downloads().length).toBe(count)
}

describe('hooks', () => {
  async function audible(): Promise<AppStage> {
    const app = await openHeard(ORDER, { answers: kept.answers() })
    await expect.element(card('r1')).toBeVisible()
    focus('r1')
    return app
  }

  it('1 to 4 hear the release from its start, 25, 50 and 75 %: at first, and when it plays', {
    tags: ['long'],
  }, async () => {
    const { sound } = await audible()
    /** It sounds, at most 5 s behind a share of the song, which lasts 200 s. */
    const soundsFrom = async (share: number) => {
      await expect.element(control('Pause')).toBeVisible()
      await expect.poll(sound.isSounding).toBe(true)
      const heard = sound.time()
      expect(heard).toBeGreaterThanOrEqual(share * 200 - 0.1)
      expect(heard).toBeLessThan(share * 200 + 5)
    }
    await userEvent.keyboard('3')
    await soundsFrom(0.5)
    await userEvent.keyboard('4')
    await soundsFrom(0.75)
    await userEvent.keyboard('1')
    await soundsFrom(0)
    // Paused, it is heard all the same.
    await control('Pause').click()
    await expect.element(control('Play')).toBeVisible()
    focusPage()
    await userEvent.keyboard('2')
    await soundsFrom(0.25)
    await expect.element(player()).toHaveTextContent('Song r1.a')
  })

  it('Space and the button of the card play it, pause it and go on', { tags: ['long'] }, async () => {
    const { sound } = await audible()
    await userEvent.keyboard(' ')
    await expect.element(control('Pause')).toBeVisible()
    await expect.poll(sound.isSounding).toBe(true)
    await userEvent.keyboard(' ')
    await expect.element(control('Play')).toBeVisible()
    await userEvent.keyboard(' ')
    await expect.element(control('Pause')).toBeVisible()
    const { title } = kept.releases[0] ?? { title: '' }
    const button = (name: string) => card('r1').getByRole('button', { name: `${name} ${title}`, exact: true })
    await card('r1').hover()
    await button('Pause').click()
    await expect.element(control('Play')).toBeVisible()
    await button('Play').click()
    await expect.element(control('Pause')).toBeVisible()
    await card('r2').hover()
    await expect.element(card('r2').getByRole('button', { name: /^Play / })).toBeVisible()
  })

  it('off, they do nothing, nor does triage; nor while something is typed', { tags: ['long'] }, async () => {
    await audible()
    const search = page.getByRole('searchbox', { name: 'Search', exact: true })
    await search.click()
    await userEvent.keyboard('tfa2u')
    await expect.element(search).toHaveValue('tfa2u')
    await pause(300)
    await expect.element(bar()).not.toBeInTheDocument()
    await expect.element(player()).not.toBeInTheDocument()
    await search.fill('')
    await userEvent.keyboard('{Escape}')
    focusPage()
    await userEvent.keyboard('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const what of [
      'From the start, or from 25, 50 or 75 % of the song',
      'Hear it from the start, or from 25, 50 or 75 %',
      'Triage on or off: each decision leads to the next release',
      'Undo the last flag, archive, download or removal (also Ctrl or Cmd with Z)',
    ])
      await expect.element(list.getByText(what, { exact: true })).toBeVisible()
    await list.getByRole('switch', { name: 'Use keyboard shortcuts' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(list).not.toBeInTheDocument()
    focus('r1')
    await userEvent.keyboard('t3fjd')
    await pause(300)
    await at('r1')
    await expect.element(bar()).not.toBeInTheDocument()
    await expect.element(player()).not.toBeInTheDocument()
    expect(kept.marked('flagged')).toEqual([])
    const toggle = page.getByRole('button', { name: 'Triage', exact: true })
    await expect.element(toggle).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: 'Shortcuts' }).click()
    await list.getByRole('switch', { name: 'Use keyboard shortcuts' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(toggle).toHaveAccessibleDescription('Triage (T): hear release after release and decide by key')
  })
})

describe('undo', () => {
  it('takes decisions back one by one, also when nothing speaks of them any more, and never goes in a circle', {
    tags: ['long'],
  }, async () => {
    await open()
    focus('r1')
    await userEvent.keyboard('f')
    await marks('flagged', 'r1')
    await told('flag', 'Title 1')
    await userEvent.keyboard('a')
    await marks('archived', 'r1')
    await marks('flagged')
    await told('archive', 'Title 1')
    await expect.element(card('r1')).not.toBeInTheDocument()
    focus('r2')
    await userEvent.keyboard('f')
    await marks('flagged', 'r2')
    await told('flag', 'Title 2')
    focus('r3')
    await userEvent.keyboard('d')
    await openDownloads(1)
    await userEvent.keyboard('{Escape}')
    // The notifications are gone.
    while (notices().length > 0) {
      const [first] = notices()
      first?.click()
      await expect.poll(() => first?.isConnected).toBe(false)
    }
    focusPage()
    await userEvent.keyboard('u')
    await expect.element(notice('downloadRemoved')).toHaveTextContent('Title 3')
    await userEvent.keyboard('{Control>}z{/Control}')
    await marks('flagged')
    await told('unFlag', 'Title 2')
    await userEvent.keyboard('u')
    await marks('archived')
    await marks('flagged', 'r1')
    await expect.element(card('r1')).toBeVisible()
    await told('unArchive', 'Title 1')
    await userEvent.keyboard('u')
    await marks('flagged')
    // There is nothing before the first.
    await userEvent.keyboard('uu{Control>}z{/Control}')
    await pause(500)
    expect([kept.marked('flagged'), kept.marked('archived')]).toEqual([[], []])
    await openDownloads(0)
  })

  it('what a notification took back is not taken back again', async () => {
    await open()
    for (const releaseid of ['r1', 'r2']) {
      focus(releaseid)
      await userEvent.keyboard('f')
    }
    await marks('flagged', 'r1', 'r2')
    await told('flag', 'Title 2')
    await notice('flag').filter({ hasText: 'Title 2' }).getByRole('button', { name: 'Undo' }).click()
    await marks('flagged', 'r1')
    focusPage()
    await userEvent.keyboard('u')
    await marks('flagged')
  })
})

describe('a round', () => {
  const press = (name: string, of: Locator | typeof page = page) => of.getByRole('button', { name, exact: true })

  it('is begun by its control, its bar says what was decided and ends it', { tags: ['long'] }, async () => {
    await open()
    await expect.element(press('Triage')).toHaveAttribute('aria-pressed', 'false')
    await press('Triage').click()
    await expect.element(press('Triage')).toHaveAttribute('aria-pressed', 'true')
    await at('r1')
    await userEvent.keyboard('f')
    await at('r2')
    await expect.element(counted('flagged')).toHaveTextContent(/^F1flagged$/)
    // Decisions are announced by their notification alone, and the newest stands alone.
    await userEvent.keyboard('f')
    await expect.element(counted('flagged')).toHaveTextContent(/^F2flagged$/)
    await told('flag', 'Title 2')
    expect(notice('flag').elements()).toHaveLength(1)
    expect(bar().getByRole('status').elements()).toEqual([])
    expect(await axeFaults()).toEqual([])
    await press('Undo', bar()).click()
    await expect.element(counted('flagged')).toHaveTextContent(/^F1flagged$/)
    await at('r2')
    await press('End triage', bar()).click()
    await expect.element(bar()).not.toBeInTheDocument()
    await userEvent.keyboard('f')
    await marks('flagged', 'r1', 'r2')
    await at('r2')
  })

  it('goes on from each decision before the page has all of its script, with fast fingers', async () => {
    // It never comes: what is pressed shows when the state worker has answered.
    await open({ answersAfterMs: 20 })
    focus('r1')
    await userEvent.keyboard('tffjf')
    await at('r5')
    await expect.element(counted('flagged')).toHaveTextContent(/^F3flagged$/)
    await marks('flagged', 'r1', 'r2', 'r4')
    await userEvent.keyboard('u')
    await at('r4')
    await expect.element(counted('flagged')).toHaveTextContent(/^F2flagged$/)
    await marks('flagged', 'r1', 'r2')
    await userEvent.keyboard('t')
    await expect.element(bar()).not.toBeInTheDocument()
  })

  it('a decision that is taken back of a release with nothing to play leads to it, and pauses what plays', async () => {
    kept = new KeptMarks(someCards(60, (n) => (n === 1 ? { duration: 0 } : {})))
    const app = await open({ heardS: 200 })
    focus('r1')
    await userEvent.keyboard('tf')
    await at('r2')
    await expect.element(player()).toHaveTextContent('Song r2.a')
    await told('flag', 'Title 1')
    await userEvent.keyboard('u')
    await at('r1')
    await marks('flagged')
    await expect.element(control('Play')).toBeVisible()
    await expect.element(counted('heard')).toHaveTextContent(/^1heard$/)
    expect(app.of('player.releaseChosen').map(({ releaseid }) => releaseid)).toEqual(['r2'])
  })

  it('among the flagged, as rows, takes each release out by its decision, and the next takes the focus', async () => {
    kept.mark('flagged', 'r1', 'r2', 'r3')
    await open({}, '/flagged?sort=title')
    await page.getByRole('group', { name: 'List', exact: true }).getByRole('button', { name: 'Show as list' }).click()
    await expect.element(card('r1')).toHaveAttribute('role', 'row')
    expect(cards()).toHaveLength(3)
    focus('r1')
    await userEvent.keyboard('t')
    for (const releaseid of ['r1', 'r2', 'r3']) {
      await at(releaseid)
      await userEvent.keyboard('f')
    }
    await expect.element(page.getByRole('heading', { name: 'No flagged releases' })).toBeVisible()
    expect(kept.marked('flagged')).toEqual([])
    // Nothing is left to hold the focus: the page does, so that keys go on there.
    await expect.element(page.css('#main')).toHaveFocus()
    await userEvent.keyboard('u')
    await at('r3')
    expect(kept.marked('flagged')).toEqual(['r3'])
  })
})

it('what a round still waits for is not heard when the button of its bar has ended it', async () => {
  const { 'GET /releases': list, ...answers } = kept.answers()
  const { promise: come, resolve } = promised<void>()
  const later: Answer = (...call) =>
    call[0].query.get('page') === '1' ? list?.(...call) : come.then(() => list?.(...call))
  const app = await openApp(ORDER, { answers: { ...answers, 'GET /releases': later } })
  await expect.element(card('r1')).toBeVisible()
  focus('r1')
  await userEvent.keyboard('{End}t')
  await bar().getByRole('button', { name: 'End triage' }).click()
  await expect.element(bar()).not.toBeInTheDocument()
  resolve()
  await at('r60')
  await pause(100)
  expect(app.of('player.releaseChosen')).toEqual([])
})

it('the bar whose button ends the round by key gives the focus to the release that Tab reaches', async () => {
  await open()
  focus('r1')
  await userEvent.keyboard('t')
  await expect.element(bar()).toBeVisible()
  ;(bar().getByRole('button', { name: 'End triage' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(bar()).not.toBeInTheDocument()
  await at('r1')
})
