// The list menu by its address, by keys, where something fails, and on a phone.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { appWentOffline, appWentOnline } from '#core/events/app.ts'
import { axeFaults } from '#tests/components/axe.ts'
import {
  answered,
  choose,
  dropdown,
  FILTERS,
  held,
  listbox,
  menu,
  openGallery,
  option,
  pill,
  query,
  radio,
  said,
  showsAnswer,
  words,
} from '#tests/components/gallery.ts'
import { promised } from '#tests/components/promised.ts'
import { type Answer, type Answers, aDetail, failure, unreachable } from '#tests/components/wire.ts'
import { AGAIN_MS } from '../../kit/time/useAskAgain.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Clear goes with its press, from a sheet as far as anybody sees: the focus stands on the list then. */
async function clearsToTheList(): Promise<void> {
  const clear = page.getByRole('dialog', { name: 'Genres' }).getByRole('button', { name: 'Clear', exact: true })
  await expect.element(clear).toBeVisible()
  ;(clear.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(clear).not.toBeInTheDocument()
  await expect.element(listbox('Genres')).toHaveFocus()
}

describe('the address', () => {
  it('holds the whole filter, and the way back and forward goes through it', { tags: ['long'] }, async () => {
    await openGallery()
    await choose('Genres', 'Folk', 'Rock')
    await choose('Release type', 'Single')
    await radio('Popular').click()
    await showsAnswer('sort=trend&genres=folk,rock&release_types=single')
    history.back()
    await showsAnswer('sort=-date&genres=folk,rock&release_types=single')
    await expect.element(radio('Newest')).toBeChecked()
    history.back()
    await showsAnswer('sort=-date&genres=folk,rock')
    history.back()
    await showsAnswer('sort=-date')
    history.forward()
    await showsAnswer('sort=-date&genres=folk,rock')
    history.forward()
    await showsAnswer('sort=-date&genres=folk,rock&release_types=single')
    await expect.element(pill('Genres')).toHaveTextContent('Folk, Rock')
  })

  it('names what no list knows, which stays where it stood when it is taken back: the next press chooses it again', async () => {
    await openGallery('genres=gone')
    await dropdown('Genres').click()
    await expect.element(listbox('Genres')).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.poll(() => query().get('genres')).toBe(null)
    await userEvent.keyboard(' ')
    await expect.poll(() => query().get('genres')).toBe('gone')
  })

  it('keeps what the way back led to when something else is chosen in the menu that stayed open', {
    tags: ['long'],
  }, async () => {
    await openGallery()
    await choose('Release type', 'Single')
    await showsAnswer('sort=-date&release_types=single')
    await dropdown('Genres').click()
    await option('Folk').click()
    await showsAnswer('sort=-date&genres=folk&release_types=single')
    history.back()
    await showsAnswer('sort=-date&release_types=single')
    await option('Rock').click()
    await showsAnswer('sort=-date&genres=rock&release_types=single')
    history.back()
    await showsAnswer('sort=-date&release_types=single')
  })

  it('names a release over the filtered gallery, and keeps the filters when it closes', {
    tags: ['long'],
  }, async () => {
    const [card] = held('sort=title&genres=folk')
    if (!card) throw new Error('no release')
    const { releaseid, title } = card
    const answers: Answers = { 'GET /releases/:id': () => aDetail(releaseid, 3, card) }
    const search = new URLSearchParams({ genres: 'folk', sort: 'title', release: releaseid })
    const app = await openGallery(search.toString(), { answers })
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => app.address).toBe('/releases?sort=title&genres=folk')
    await showsAnswer('sort=title&genres=folk')
    await page.css('[data-testid="gallery-scroller"] [data-release-id]').first().click()
    await expect.element(dialog).toBeVisible()
    expect([query().get('genres'), query().get('release')]).toEqual(['folk', releaseid])
    history.back()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await showsAnswer('sort=title&genres=folk')
  })

  it('may hold ids nobody knows: they are pills that can be taken away', async () => {
    const app = await openGallery(
      'markets=atlantis&versions=%3Cimg%20src%3Dx%3E&sort=loudest&genres=,,%20&explicit=perhaps',
    )
    await expect.element(pill('Markets')).toHaveTextContent('atlantis')
    await expect.element(pill('Version')).toHaveTextContent('<img src=x>')
    expect(pill('Genres').elements()).toEqual([])
    await button('Clear Version').click()
    await button('Clear Markets').click()
    await expect.poll(() => app.address).toBe('/releases')
    await showsAnswer('sort=-date')
  })
})

describe('keys', () => {
  it('a list is opened, walked through, chosen from and closed by keys alone', { tags: ['long'] }, async () => {
    await openGallery()
    ;(dropdown('Release type').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const list = listbox('Release type')
    await expect.element(list).toHaveFocus()
    // What its button says it opens.
    await expect.element(dropdown('Release type')).toHaveAttribute('aria-haspopup', 'dialog')
    await expect.element(page.getByRole('dialog', { name: 'Release type' })).toBeVisible()
    const active = () =>
      document.getElementById(list.element().getAttribute('aria-activedescendant') ?? '')?.textContent
    expect(active()).toBe('Album')
    for (const [key, reached] of [
      ['{ArrowDown}', 'EP'],
      ['{End}', 'Single'],
      ['{Home}', 'Album'],
      ['s', 'Single'],
    ] as const) {
      await userEvent.keyboard(key)
      expect(active(), key).toBe(reached)
    }
    // Until then a blank belongs to what is looked for.
    await new Promise((done) => setTimeout(done, 700))
    await userEvent.keyboard(' ')
    await expect.element(option('Single')).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(dropdown('Release type')).toHaveFocus()
    await expect.element(dropdown('Release type')).toHaveAccessibleDescription('1 chosen')
    await showsAnswer('sort=-date&release_types=single')
  })

  it('a long list has a field that narrows it', async () => {
    await openGallery()
    await dropdown('Genres').click()
    await expect.element(option('Folk')).toBeVisible()
    await userEvent.keyboard('{ArrowUp}')
    const field = page.getByRole('combobox', { name: 'Find in Genres' })
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('FÓLK')
    await expect.poll(() => words(listbox('Genres').getByRole('option'))).toEqual(['Folk'])
    // What Enter ticks is marked.
    expect(getComputedStyle(option('Folk').element()).outlineStyle).toBe('solid')
    const composed = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }
    field.element().dispatchEvent(new KeyboardEvent('keydown', composed))
    await new Promise(requestAnimationFrame)
    await expect.element(option('Folk')).toHaveAttribute('aria-selected', 'false')
    await userEvent.keyboard('{Enter}')
    await expect.element(option('Folk')).toHaveAttribute('aria-selected', 'true')
    await field.fill('zzz')
    await expect.element(page.getByText('Nothing by that name')).toBeVisible()
  })

  it('a press in the list after the field was cleared chooses what it meets, however far down that is', async () => {
    await openGallery(`genres=${Array.from({ length: 30 }, (_, n) => `of-old-${n}`).join(',')}`)
    await dropdown('Genres').click()
    await userEvent.keyboard('{Home}{ArrowUp}')
    const field = page.getByRole('combobox', { name: 'Find in Genres' })
    await field.fill('folk')
    await field.fill('')
    await option('Reggae').click()
    await expect.element(option('Reggae')).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Home}')
    await expect.element(option('of-old-0')).toBeInViewport()
  })

  it('Enter in the field chooses what has been named before, and says so', { tags: ['long'] }, async () => {
    await openGallery()
    await dropdown('Genres').click()
    await expect.element(option('Folk')).toBeVisible()
    await userEvent.keyboard('{ArrowUp}')
    const field = page.getByRole('combobox', { name: 'Find in Genres', expanded: true })
    await expect.element(field).toHaveFocus()
    const named = () => document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '')
    await userEvent.keyboard('folk')
    await expect.poll(() => named()?.textContent).toBe('Folk')
    await expect.element(page.getByText('1 option', { exact: true })).toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Folk chosen', { exact: true })).toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Folk no longer chosen', { exact: true })).toBeInTheDocument()
    await field.fill('')
    expect(named()).toBeNull()
    await userEvent.keyboard('{Enter}')
    const chosen = listbox('Genres').getByRole('option', { selected: true })
    await expect.poll(() => words(chosen)).toEqual([])
  })

  it('H-510: what is one too many is not chosen, nor said to be, and one that is given up makes room for it', {
    tags: ['long'],
  }, async () => {
    const text = Array.from({ length: 50 }, (_, n) => `of-old-${n}`).join(',')
    await openGallery(`genres=${text}`)
    await dropdown('Genres').click()
    await userEvent.keyboard('{Home}{ArrowUp}')
    await expect.element(page.getByRole('combobox', { name: 'Find in Genres' })).toHaveFocus()
    await userEvent.keyboard('folk{Enter}')
    await expect.element(page.getByText('No more can be chosen', { exact: true })).toBeVisible()
    expect(page.getByText('Folk chosen', { exact: true }).elements()).toEqual([])
    await expect.element(option('Folk')).toHaveAttribute('aria-selected', 'false')
    expect(query().get('genres')).toBe(text)
    await page.getByRole('combobox', { name: 'Find in Genres' }).fill('')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.poll(() => query().get('genres')?.split(',')).toHaveLength(49)
    await expect.element(page.getByText('No more can be chosen', { exact: true })).not.toBeInTheDocument()
    await userEvent.keyboard('folk{Enter}')
    await expect.element(option('Folk')).toHaveAttribute('aria-selected', 'true')
    expect(query().get('genres')?.split(',')).toHaveLength(50)
  })

  it('H-510: that no more can be chosen goes with all that is chosen', async () => {
    await openGallery(`genres=${Array.from({ length: 50 }, (_, n) => `of-old-${n}`).join(',')}`)
    await dropdown('Genres').click()
    await option('Folk').click()
    await expect.element(page.getByText('No more can be chosen', { exact: true })).toBeVisible()
    await clearsToTheList()
    await expect.element(page.getByText('No more can be chosen', { exact: true })).not.toBeInTheDocument()
  })

  it('Clear leaves the focus on the list: it goes with its press', async () => {
    await openGallery('genres=folk')
    await dropdown('Genres').click()
    await clearsToTheList()
  })

  it('a press shows before anything else happens', async () => {
    await openGallery()
    await dropdown('Release type').click()
    const ep = option('EP').element() as HTMLElement
    ep.click()
    expect([ep.getAttribute('aria-selected'), location.search]).toEqual(['true', '?release_types=ep'])
  })
})

describe('states', () => {
  it('filter lists that fail say so, and come with another try', { tags: ['long'] }, async () => {
    let isDown = true
    await openGallery('', { answers: { 'GET /options': () => (isDown ? unreachable() : FILTERS) } })
    await dropdown('Genres').click()
    await expect.element(page.getByText('The filters could not be loaded. What you chose is kept.')).toBeVisible()
    expect(await axeFaults()).toEqual([])
    isDown = false
    await button('Try again').click()
    await expect.element(option('Folk')).toBeVisible()
    await expect.element(listbox('Genres')).toHaveFocus()
  })

  it('a list that opened before its options were there hears the keys as they come', async () => {
    let come: (options: typeof FILTERS) => void = () => {}
    const options = new Promise<typeof FILTERS>((done) => {
      come = done
    })
    await openGallery('', { answers: { 'GET /options': () => options } })
    await dropdown('Genres').click()
    await expect.element(page.getByRole('dialog', { name: 'Genres' })).toHaveFocus()
    come(FILTERS)
    await expect.element(listbox('Genres')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown} ')
    await expect.poll(() => words(listbox('Genres').getByRole('option', { selected: true }))).toHaveLength(1)
  })

  it('GALLERY-010: where filters leave nothing it says so, with support, and a way out', async () => {
    await openGallery('genres=polka&sort=title', {
      answers: {
        'GET /releases': (asked) => (asked.query.has('genres') ? { releases: [], total: 0 } : answered(asked)),
      },
    })
    await expect.element(page.getByRole('heading', { name: 'No available releases' })).toBeVisible()
    await expect.element(page.getByText('Try removing some filters')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Contact support' }))
      .toHaveAttribute('href', expect.stringContaining('support'))
    await button('Remove all filters').click()
    await showsAnswer('sort=title')
  })

  it('a page that fails leaves the filters usable, and another try', { tags: ['long'] }, async () => {
    let isDown = true
    await openGallery('', {
      answers: {
        'GET /releases': (asked) => (isDown && asked.query.has('packages') ? failure(500) : answered(asked)),
      },
    })
    await choose('Lists', 'Radio adds')
    const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
    await expect.element(alert).toBeVisible()
    expect(await axeFaults()).toEqual([])
    await choose('Genres', 'Folk')
    await expect.element(pill('Genres')).toHaveTextContent('Folk')
    await button('Clear Genres').click()
    await expect.element(alert).toBeVisible()
    isDown = false
    await alert.getByRole('button', { name: 'Retry' }).click()
    await showsAnswer('sort=-date&packages=radio-adds')
  })

  describe('without a press', () => {
    /** The list did not come, and whoever would ask again later has to be told that it is later. */
    async function failsAtFirst() {
      const list = { isDown: true, asked: 0 }
      const answers: Answers = {
        'GET /releases': (asked) => {
          list.asked += 1
          return list.isDown ? failure(500) : answered(asked)
        },
      }
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const app = await openGallery('', { answers })
      await expect.element(failed()).toBeVisible()
      return { app, list }
    }
    const failed = () => page.getByRole('alert').filter({ hasText: 'could not be loaded' })

    it('a list that did not come is asked for again, later each time', async () => {
      const { list } = await failsAtFirst()
      const before = list.asked
      vi.advanceTimersByTime(AGAIN_MS * 1.25)
      await expect.poll(() => list.asked).toBe(before + 1)
      await expect.element(failed()).toBeVisible()
      // The second pause is twice as long, a quarter less at least.
      vi.advanceTimersByTime(AGAIN_MS * 1.4)
      await new Promise(requestAnimationFrame)
      expect(list.asked).toBe(before + 1)
      list.isDown = false
      vi.advanceTimersByTime(AGAIN_MS * 1.1)
      await showsAnswer('sort=-date')
    })

    it('and at once when the connection is back', async () => {
      const { app, list } = await failsAtFirst()
      app.happens(appWentOffline({}))
      const before = list.asked
      vi.advanceTimersByTime(AGAIN_MS * 10)
      list.isDown = false
      expect(list.asked).toBe(before)
      app.happens(appWentOnline({}))
      await expect
        .poll(() => {
          vi.advanceTimersByTime(1)
          return list.asked
        })
        .toBe(before + 1)
      await showsAnswer('sort=-date')
    })
  })
})

describe('on a phone', () => {
  const PHONE = { window: [390, 844] } as const

  it('FILTER-010: one button shows and hides the filters', async () => {
    await openGallery('', PHONE)
    expect(dropdown('Genres').elements()).toEqual([])
    await button('Show filters').click()
    await expect.element(button('Hide filters')).toHaveAttribute('aria-expanded', 'true')
    await expect.element(dropdown('Genres')).toBeVisible()
    await button('Hide filters').click()
    await expect.element(dropdown('Genres')).not.toBeInTheDocument()
  })

  it('FILTER-011: what is chosen is seen, and can be taken away, while the filters are hidden', async () => {
    await openGallery('genres=folk', PHONE)
    await expect.element(button('Show filters')).toBeVisible()
    await expect.element(pill('Genres')).toHaveTextContent('Folk')
    await button('Clear Genres').click()
    await expect.element(pill('Genres')).not.toBeInTheDocument()
    await expect.element(button('Show filters')).toHaveFocus()
  })

  it('Clear of a sheet leaves the focus on the list', async () => {
    await openGallery('genres=folk', PHONE)
    await button('Show filters').click()
    await dropdown('Genres').click()
    await clearsToTheList()
  })

  it('what closes a sheet says no more than that while what it leads to is not known', async () => {
    const { promise: come, resolve } = promised<void>()
    const later: Answer = (asked) => (asked.query.has('genres') ? come.then(() => answered(asked)) : answered(asked))
    await openGallery('', { ...PHONE, answers: { 'GET /releases': later } })
    await button('Show filters').click()
    await dropdown('Genres').click()
    const sheet = page.getByRole('dialog', { name: 'Genres' })
    const close = (name: string) => sheet.getByRole('button', { name, exact: true })
    await expect.element(close(`Show ${said('sort=-date')}`)).toBeVisible()
    await option('Folk').click()
    await expect.element(close('Done')).toBeVisible()
    resolve()
    await expect.element(close(`Show ${said('sort=-date&genres=folk')}`)).toBeVisible()
  })

  it('a group opens as a sheet that says what it leads to', { tags: ['long'] }, async () => {
    await openGallery('', PHONE)
    await button('Show filters').click()
    await dropdown('Genres').click()
    const sheet = page.getByRole('dialog', { name: 'Genres' })
    await option('Folk').click()
    await sheet.getByRole('button', { name: `Show ${said('sort=-date&genres=folk')}` }).click()
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(dropdown('Genres')).toHaveFocus()
    await expect.element(pill('Genres')).toHaveTextContent('Folk')
    for (const width of [390, 320]) {
      await page.viewport(width, 844)
      await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
      await expect.element(menu().getByRole('button', { name: 'Show as list' })).toBeInViewport({ ratio: 1 })
    }
  })
})
