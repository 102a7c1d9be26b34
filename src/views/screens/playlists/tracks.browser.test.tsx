// One playlist: its table, the order of its tracks and what changes it, and what it does to the queue.
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queueReleaseAdded } from '#core/events/queue.ts'
import { releaseDetailReceived } from '#core/events/releases.ts'
import { type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { mouse } from '#tests/components/hands.ts'
import { KeptPlaylists, someTracks, songOf } from '#tests/components/playlists.ts'
import { type Answers, failure } from '#tests/components/wire.ts'
import { aRelease } from '#tests/support/story.ts'

const IDS = someTracks(6)
const [A = '', B = '', C = '', D = '', E = '', F = ''] = IDS
const WIDE: AppSurroundings = { window: [1600, 900] }
const MOVED = 'PUT /playlists/:id/tracks/position'

let kept: KeptPlaylists
beforeEach(() => {
  kept = new KeptPlaylists()
})

const table = () => page.getByRole('table', { name: 'Tracks' })
const rows = () => [...document.querySelectorAll<HTMLElement>('[role="table"] [data-track-id]')]
const row = (trackid: string) => page.css(`[data-track-id="${trackid}"]`)
const shown = () => rows().map((one) => one.dataset.trackId)
const grip = (trackid: string) =>
  row(trackid).getByRole('button', { name: `Reorder ${songOf(trackid).title}`, exact: true })
const toast = (category: string) => page.css(`[role="status"][data-category="${category}"]`).last()
const button = (name: string) => page.getByRole('button', { name, exact: true })
const article = (name: string) => page.getByRole('article', { name, exact: true })

async function opened(around: AppSurroundings = {}, answers: Answers = {}) {
  const id = kept.make('Morning show', IDS)
  const app = await openApp(`/playlists/${id}`, { ...around, answers: { ...answers, ...kept.answers(), ...answers } })
  await expect.poll(shown).toEqual(IDS)
  return { id, app }
}

const without = (answers: Answers, path: string): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([one]) => one !== path))

/** What the keys do to a track, from the handle of its row on. */
async function press(trackid: string, keys: string) {
  ;(grip(trackid).element() as HTMLElement).focus()
  await userEvent.keyboard(keys)
}

it('H-609: a press of the grip offers where a track can go', { tags: ['long'] }, async () => {
  const { app } = await opened()
  await grip(C).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect.poll(shown).toEqual([A, C, B, D, E, F])
  await expect.element(grip(C)).toHaveFocus()
  await expect.poll(() => app.wire.of(MOVED).length).toBe(1)
})

describe('the table', () => {
  it('ROUTE-017, PLAYLIST-011: shows its tracks in a table with these columns', async () => {
    await opened(WIDE)
    await expect.element(page.getByRole('heading', { name: 'Morning show', level: 1 })).toBeVisible()
    const heads = table().getByRole('columnheader').elements()
    expect(heads.map((head) => head.getAttribute('aria-label') ?? head.textContent)).toEqual([
      'Number', 'Cover', 'Artist', 'Title', 'Duration', 'Label', 'Available', 'Impact date',
    ]) // biome-ignore format: one line of names
    expect(heads.filter((head) => head.getBoundingClientRect().width > 0)).toHaveLength(8)
    // What stands below each is said to be in its column.
    const places = (cells: Element[]) => cells.map((cell) => Number(cell.getAttribute('aria-colindex')))
    expect(places(heads)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    expect(places(row(A).getByRole('cell').elements())).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    for (const trackid of IDS) {
      await expect.element(row(trackid)).toHaveTextContent(songOf(trackid).artist)
      await expect.element(row(trackid)).toHaveTextContent(songOf(trackid).title)
    }
  })

  it.each([1440, 1000])('no column is kept empty for the pointer, %i px', async (width) => {
    await opened({ window: [width, 844] })
    const cells = [...row(B).element().querySelectorAll<HTMLElement>('[role="cell"]')]
    const at = (name: string) => row(B).getByRole('button', { name, exact: true }).element().getBoundingClientRect()
    const head = table()
      .getByRole('columnheader')
      .elements()
      .map((one) => one.getBoundingClientRect())
    const last = head.filter((box) => box.width > 0).at(-1) as DOMRect
    // The actions lie within the last column that has a name, and the handle where the number stands.
    expect(at(`More actions for ${songOf(B).title}`).left).toBeGreaterThanOrEqual(last.left)
    expect(at(`Remove ${songOf(B).title}`).right).toBeLessThanOrEqual(last.right + 1)
    expect(at(`Reorder ${songOf(B).title}`).left).toBe((head[0] as DOMRect).left)
    const shownNow = (cell: number) => Number(getComputedStyle(cells[cell] as HTMLElement).opacity)
    await page.getByRole('heading', { name: 'Morning show', level: 1 }).hover()
    await expect.poll(() => [shownNow(1), shownNow(9)]).toEqual([1, 0])
    await row(B).hover()
    await expect.poll(() => [shownNow(1), shownNow(9)]).toEqual([0, 1])
  })

  it('the head of the list ends where its rows do, on the margin of the page', async () => {
    await opened(WIDE)
    const edge = (one: Element) => one.getBoundingClientRect().right
    const scroller = page.getByTestId('playlist-scroller').element()
    const heads = table().getByRole('columnheader').elements()
    expect(edge(heads.at(-1) as Element)).toBe(edge(row(A).getByRole('cell').elements().at(-1) as Element))
    // 32 from the page's edge, with the scrollbar's gutter.
    expect(Math.abs(edge(scroller) - 32 - edge(heads.at(-1) as Element))).toBeLessThanOrEqual(1)
  })

  it.each([1440, 390])(
    'RELEASE-017: a row has a menu with what else can be done with its song, %i px',
    async (width) => {
      const { id, app } = await opened({ window: [width, 844] })
      const more = row(B).getByRole('button', { name: `More actions for ${songOf(B).title}`, exact: true })
      const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
      await row(B).hover()
      await more.click()
      for (const name of ['Play next', 'Add to playlist', 'Create playlist', 'Release info'])
        await expect.element(item(name)).toBeVisible()
      await item('Play later').click()
      expect(app.of('queue.releaseAdded')).toMatchObject([{ trackid: B, place: 'bottom' }])
      if (width !== 390) return
      // There is no room for a button of its own.
      await more.click()
      await item('Remove from playlist').click()
      await expect.poll(() => kept.order(id)).toEqual([A, C, D, E, F])
    },
  )

  it('FORMAT-003: dates of the table are dd-Mon-yyyy', async () => {
    await opened(WIDE)
    await expect.element(row(A)).toHaveTextContent(/20-Nov-2026/)
    await expect.element(row(A)).not.toHaveTextContent(/[A-Z][a-z]{2} \d{2}, \d{4}/)
  })
})

describe('its order', () => {
  it('PLAYLIST-021: the keyboard lifts, moves, drops and puts back', async () => {
    const { id, app } = await opened()
    // Held down it is lifted once.
    await press(B, '{ >2/}')
    await expect.element(grip(B)).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(grip(B)).toHaveFocus()
    expect(shown()).toEqual([A, C, D, B, E, F])
    await userEvent.keyboard('{Escape}')
    expect(shown()).toEqual(IDS)
    expect(app.wire.of(MOVED)).toEqual([])
    await userEvent.keyboard(' {ArrowDown}{ArrowDown} ')
    const expected = [A, C, D, B, E, F]
    expect(shown()).toEqual(expected)
    await expect.element(grip(B)).toHaveFocus()
    await expect.poll(() => kept.order(id)).toEqual(expected)
    expect(shown()).toEqual(expected)
  })

  it('PLAYLIST-021: a row that is dragged stands in its new place at once, and stays there', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const real = kept.answers()[MOVED]
    const { id, app } = await opened({}, { [MOVED]: (asked, found) => held.then(() => real?.(asked, found)) })
    const from = grip(D).element().getBoundingClientRect()
    const to = row(A).element().getBoundingClientRect()
    const x = from.x + 10
    await mouse.drag([
      { x, y: from.y + 20 },
      { x, y: to.y + 40 },
      { x, y: to.y + 10 },
    ])
    const expected = [D, A, B, C, E, F]
    // The server has not answered.
    expect(shown()).toEqual(expected)
    await expect.poll(() => app.wire.of(MOVED).length).toBe(1)
    expect(kept.order(id)).toEqual(IDS)
    letGo()
    await expect.poll(() => kept.order(id)).toEqual(expected)
    expect(shown()).toEqual(expected)
  })

  it('PLAYLIST-022, PLAYLIST-023: a reorder the server refuses goes back, and what it said is shown', async () => {
    const { id } = await opened()
    kept.drop(id, A)
    await press(C, ' {Home} ')
    await expect.element(toast('hasError')).toHaveTextContent('one of the two tracks is no longer in it')
    // What the server has is what is shown.
    await expect.poll(shown).toEqual(IDS.slice(1))
  })

  it('PLAYLIST-022: of two quick moves the first fails and the second stands', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const real = kept.answers()[MOVED]
    let calls = 0
    const { id } = await opened(
      {},
      {
        [MOVED]: (asked, found) => {
          if (++calls > 1) return real?.(asked, found)
          return held.then(() => failure(500, 'X', 'The first one failed.'))
        },
      },
    )
    await press(F, ' {Home} ')
    await press(A, ' {End} ')
    expect(shown()).toEqual([F, B, C, D, E, A])
    letGo()
    // The second went behind the track that was last when it was made.
    const expected = [B, C, D, E, A, F]
    await expect.poll(shown).toEqual(expected)
    await expect.poll(() => kept.order(id)).toEqual(expected)
    await expect.element(toast('hasError')).toHaveTextContent('The first one failed.')
  })
})

describe('what is taken away', () => {
  it('a removed track can be brought back to where it was', { tags: ['long'] }, async () => {
    const { id } = await opened()
    const without = [A, B, D, E, F]
    await row(C).hover()
    await row(C)
      .getByRole('button', { name: `Remove ${songOf(C).title}` })
      .click()
    await expect.poll(shown).toEqual(without)
    await expect.poll(() => kept.order(id)).toEqual(without)
    await toast('playlistUpdated').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(shown).toEqual(IDS)
    await expect.poll(() => kept.order(id)).toEqual(IDS)
  })

  it('D-149: Ctrl with Z brings it back as well, once', async () => {
    const { id } = await opened()
    await row(C).hover()
    await row(C)
      .getByRole('button', { name: `Remove ${songOf(C).title}` })
      .click()
    await expect.element(toast('playlistUpdated').getByRole('button', { name: 'Undo' })).toBeVisible()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(shown).toEqual(IDS)
    await expect.element(toast('playlistUpdated')).not.toBeInTheDocument()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(() => kept.order(id)).toEqual(IDS)
    expect(shown()).toEqual(IDS)
  })

  it('a track that is removed by keys leaves the focus to the next, the last to the one before it', async () => {
    await opened()
    const remove = (trackid: string) => row(trackid).getByRole('button', { name: `Remove ${songOf(trackid).title}` })
    ;(remove(E).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(remove(F)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(remove(D)).toHaveFocus()
  })

  it('PLAYLIST-012: clearing asks first and keeps the playlist', { tags: ['long'] }, async () => {
    const { id, app } = await opened()
    const question = page.getByRole('alertdialog', { name: 'Clear playlist' })
    await button('Clear playlist').click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(shown()).toEqual(IDS)
    expect(app.wire.of('DELETE /playlists/:id/tracks')).toEqual([])
    await button('Clear playlist').click()
    await question.getByRole('button', { name: 'Clear playlist' }).click()
    await expect.element(page.getByRole('heading', { name: 'Nothing in this playlist yet' })).toBeVisible()
    await expect.poll(() => kept.order(id)).toEqual([])
    expect(kept.find(id)?.name).toBe('Morning show')
  })

  it('PLAYLIST-013: deleting asks first and leads back to the list', { tags: ['long'] }, async () => {
    const { id, app } = await opened()
    const question = page.getByRole('alertdialog', { name: 'Delete playlist' })
    await button('Delete playlist').click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(shown()).toEqual(IDS)
    expect(kept.find(id)).toBeDefined()
    await button('Delete playlist').click()
    await question.getByRole('button', { name: 'Delete playlist' }).click()
    await expect.poll(() => app.address).toBe('/playlists')
    await expect.element(page.getByRole('heading', { name: 'No playlists yet' })).toBeVisible()
    expect(kept.find(id)).toBeUndefined()
  })

  it('a row that has the focus keeps it, however far the table is scrolled away from it', {
    tags: ['long'],
  }, async () => {
    const tracks = someTracks(200)
    const id = kept.make('Long', tracks)
    await openApp(`/playlists/${id}`, { answers: kept.answers() })
    await expect.element(row(B)).toBeVisible()
    const focused = grip(B).element() as HTMLElement
    focused.focus()
    const box = page.getByTestId('playlist-scroller').element()
    const [top, end] = [0, box.scrollHeight]
    for (const place of [end, top, end]) {
      box.scrollTop = place
      await expect.element(row(place === end ? (tracks.at(-1) ?? '') : A)).toBeInViewport()
      expect(document.activeElement).toBe(focused)
    }
    await userEvent.keyboard('{Tab}')
    expect(row(B).element().contains(document.activeElement)).toBe(true)
    // The key has brought it into sight.
    box.scrollTop = end
    await expect.element(row(tracks.at(-1) ?? '')).toBeInViewport()
    ;(grip(tracks.at(-2) ?? '').element() as HTMLElement).focus()
    await expect.element(row(B)).not.toBeInTheDocument()
  })

  it('the head of the list stays above it, and hides nothing that keys lead to', async () => {
    const id = kept.make('Long', someTracks(200))
    await openApp(`/playlists/${id}`, { ...WIDE, answers: kept.answers() })
    await expect.element(row(A)).toBeVisible()
    const box = page.getByTestId('playlist-scroller').element()
    box.scrollTop = 3010
    await expect.element(row(A)).not.toBeInTheDocument()
    const place = (one: Element | undefined) => one?.getBoundingClientRect() ?? new DOMRect()
    const head = place(table().getByRole('columnheader').elements()[0]?.parentElement ?? undefined)
    expect([head.top, head.height]).toEqual([place(box).top, 36])
    const under = rows().find((one) => place(one).bottom > head.top)
    expect(place(under).top).toBeLessThan(head.bottom)
    under?.querySelector('button')?.focus()
    await expect.poll(() => place(under?.querySelector('button') ?? undefined).top).toBeGreaterThanOrEqual(head.bottom)
  })

  it('titles and artists begin at the side their script begins at', async () => {
    await opened(WIDE)
    const cells = [...row(A).element().querySelectorAll('[dir="auto"]')].map((one) => one.textContent)
    expect(cells).toEqual(expect.arrayContaining([songOf(A).title, songOf(A).artist]))
  })

  it('the way back leads to where it was left, also when it was loaded again after it failed', {
    tags: ['long'],
  }, async () => {
    const tracks = someTracks(200)
    const id = kept.make('Long', tracks)
    let fails = true
    const answers = kept.answers()
    const list = 'GET /playlists/:id'
    const app = await openApp(`/playlists/${id}`, {
      answers: { [list]: (...asked) => (fails ? failure(400) : answers[list]?.(...asked)), ...without(answers, list) },
    })
    await expect.element(button('Try again')).toBeVisible()
    fails = false
    await button('Try again').click()
    await expect.element(row(A)).toBeVisible()
    const scroller = () => page.getByTestId('playlist-scroller').element()
    scroller().scrollTop = 3000
    await expect.element(row(A)).not.toBeInTheDocument()
    app.go('/playlists')
    await expect.element(article('Long')).toBeVisible()
    history.back()
    await expect.poll(() => scroller().scrollTop).toBe(3000)
  })

  it('PLAYLIST-011: a row has below each head what that says', async () => {
    const songs = IDS.map((id) => ({
      ...songOf(id),
      labels: [{ name: 'North' }],
      impactdate: Date.UTC(2026, 11, 4) / 1000,
    }))
    const path = 'GET /playlists/:id'
    const whole = kept.answers()[path] as (...asked: unknown[]) => object
    await opened(WIDE, { [path]: (...asked: unknown[]) => ({ ...whole(...asked), songs }) })
    const cells = row(A).getByRole('cell').elements().slice(1, 9)
    expect(cells.map((cell) => cell.textContent?.trim())).toEqual([
      '1', '', 'Artist of r1.a', 'Song r1.a', '3:20', 'North', '20-Nov-2026', '04-Dec-2026',
    ]) // biome-ignore format: one line of cells
    expect(cells[1]?.querySelector('img')).not.toBeNull()
  })

  it('says when it is not there', async () => {
    const app = await openApp('/playlists/not-one-of-mine', { answers: kept.answers() })
    await expect.element(page.getByRole('alert')).toHaveTextContent('This playlist is not there')
    await page.getByRole('link', { name: 'All playlists' }).click()
    await expect.poll(() => app.address).toBe('/playlists')
  })
})

it('PLAYLIST-008, PLAYLIST-009: plays at once with an empty queue, and asks before it replaces one', {
  tags: ['long'],
}, async () => {
  kept.make('Morning show', IDS)
  kept.make('Late night', IDS.slice(2, 4))
  await openApp('/playlists', { answers: kept.answers() })
  const player = page.getByRole('region', { name: 'Player' })
  const play = async (name: string) => {
    await article(name).hover()
    await article(name).getByRole('button', { name: `Play ${name}` }).click() // biome-ignore format: one press
  }
  const plays = (trackid: string) =>
    expect.element(player.getByText(songOf(trackid).title, { exact: true }).first()).toBeVisible()
  await play('Morning show')
  await plays(A)
  await play('Late night')
  const question = page.getByRole('alertdialog', { name: 'Replace queue' })
  const warning = 'Playing "Late night" replaces everything in your queue and its history.'
  await expect.element(question).toHaveTextContent(warning)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await plays(A)
  await play('Late night')
  await question.getByRole('button', { name: 'Replace' }).click()
  await plays(C)
})

it('PLAYLIST-008: another track of the playlist that plays is gone to where it stands, and what was queued stays', {
  tags: ['long'],
}, async () => {
  const { app } = await opened(WIDE)
  const player = page.getByRole('region', { name: 'Player' })
  const play = async (trackid: string) => {
    await row(trackid).hover()
    await row(trackid)
      .getByRole('button', { name: `Play ${songOf(trackid).title}`, exact: true })
      .click()
    await expect.element(player.getByText(songOf(trackid).title, { exact: true }).first()).toBeVisible()
  }
  await play(A)
  app.happens(
    queueReleaseAdded({ releaseid: 'r9', itemId: 'later', place: 'bottom' }),
    releaseDetailReceived({ release: aRelease('r9') }),
  )
  await play(C)
  const { items } = app.state.single('queue')
  expect(items).toHaveLength(2)
  expect(items[1]).toBe('later')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

it('H-448: a double click on Play plays a playlist, on its card, its page and a track', {
  tags: ['long'],
}, async () => {
  const id = kept.make('Morning show', IDS)
  const app = await openApp('/playlists', { ...WIDE, answers: kept.answers() })
  const begun = () => [app.of('playlist.chosen').length, app.of('player.toggled').length]
  const plays = () => app.state.single('player').isPlaying
  const card = page.css('article button').first()
  await article('Morning show').hover()
  await card.dblClick()
  expect([...begun(), plays()]).toEqual([1, 0, true])
  app.go(`/playlists/${id}`)
  await expect.poll(shown).toEqual(IDS)
  const main = page.getByRole('main')
  // It is heard: a double click pauses once.
  await main.getByRole('button', { name: 'Pause', exact: true }).dblClick()
  expect([...begun(), plays()]).toEqual([1, 1, false])
  await main.getByRole('button', { name: 'Play', exact: true }).dblClick()
  expect([...begun(), plays()]).toEqual([1, 2, true])
  await row(A).hover()
  await row(A).getByRole('button', { name: /^Pause / }).dblClick() // biome-ignore format: one press
  expect([...begun(), plays()]).toEqual([1, 3, false])
})
