// Fast fingers: what is pressed before the reducers are here, which come after the first screen (H-129). Nothing shows in
// the task of its press then, and whoever reads there what became of it reads what was before.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { on } from '#bridge/bus.ts'
import { definitionOf, type EventType } from '#core/events/index.ts'
import { peekState } from '#projections/entity.ts'
import { type AppStage, type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { fillIn } from '#tests/components/filled.ts'
import { failure } from '#tests/components/wire.ts'
import { openPeopleDialog } from '#views/music/people.state.ts'
import { openCreatePlaylist, playlistDialog } from '#views/music/playlists/playlists.state.ts'

const card = (id: string) => document.querySelector<HTMLElement>(`main [data-release-id="${id}"]`)
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** The next key comes before anything could be answered. */
function press(...keys: readonly string[]): void {
  for (const key of keys) {
    const event = { key, bubbles: true, cancelable: true, ctrlKey: key === 'z' }
    ;(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', event))
  }
}

/** The gallery with the focus on its first release. The state worker takes nothing from here on, unless it is let. */
async function gallery(around: AppSurroundings = {}): Promise<AppStage> {
  const app = await openApp('/releases', { answersAfterMs: null, ...around })
  await expect
    .poll(() => {
      app.answer()
      return card('r1')
    })
    .not.toBeNull()
  app.answer()
  card('r1')?.focus()
  return app
}

/** What was made happen of these types, with what each is about. */
const made = (app: AppStage, ...types: readonly EventType[]) =>
  app.told.filter(({ type }) => types.includes(type)).map(({ type, payload }) => ({ type, ...payload }))
/** What a person made happen since; details fetched ahead are none of it, and depend on what came meanwhile. */
const typesOf = (app: AppStage, from: number) =>
  app.told
    .slice(from)
    .filter((draft) => definitionOf(draft).kind === 'wish' && draft.type !== 'release.opened')
    .map(({ type }) => type)
const flagged = (app: AppStage) =>
  app
    .of('library.marksRequested')
    .flatMap(({ changes }) => changes.map(({ releaseid, marks }) => [releaseid, ...marks]))
const focused = () => document.activeElement?.getAttribute('data-release-id')

/** What is answered when a test says so. */
function promised(): [Promise<unknown>, (value: unknown) => void] {
  let say = (_: unknown): void => {}
  return [new Promise((done) => (say = done)), (value) => say(value)]
}

/** Presses twice what sends the form: what is not shown yet must not have been taken for an answer. */
function submit(): void {
  const form = document.querySelector<HTMLFormElement>('[role=dialog] form, dialog form')
  form?.requestSubmit()
  setTimeout(() => form?.isConnected && form.requestSubmit(), 100)
}

/** How what was pressed comes to show: the reducers come, or the worker answers before them. */
const WAYS: readonly { readonly name: string; readonly shows: (app: AppStage) => Promise<void> }[] = [
  { name: 'when the reducers come', shows: async (app) => app.lateCome() },
  {
    name: 'when the worker answers',
    shows: async (app) => {
      // What waited is let go on, and wishes again.
      for (let times = 0; times < 20; times++) {
        app.answer()
        await pause(20)
      }
    },
  },
]

const stops: (() => void)[] = []
beforeEach(() => {
  playlistDialog.value = null
})
afterEach(() => {
  playlistDialog.value = null
  for (const stop of stops.splice(0)) stop()
})

describe.each(WAYS)('shown $name', ({ shows }) => {
  it('a round goes on from each decision, and every key is meant for the release it led to', async () => {
    const app = await gallery()
    press('t', 'f', 'j', 'f')
    expect(focused()).toBe('r1')
    await shows(app)
    expect(focused()).toBe('r4')
    expect(flagged(app)).toEqual([
      ['r1', 'flagged'],
      ['r3', 'flagged'],
    ])
    expect(peekState().single('triage').on).toBe(true)
    expect(app.of('triage.begun')).toHaveLength(1)
  })

  it('what was decided is taken back, not what was decided before it', { tags: ['long'] }, async () => {
    const app = await gallery()
    press('f', 'z')
    await shows(app)
    const [decided] = app.of('library.marksRequested')
    expect(app.of('decision.takenBack').map(({ id }) => id)).toEqual([decided?.requestId])
  })

  it('the same press twice selects and no longer does', { tags: ['long'] }, async () => {
    const app = await gallery()
    press('x', 'x')
    await shows(app)
    expect(app.of('selection.toggled').map(({ place, on: isOn }) => [place, isOn])).toEqual([
      [0, true],
      [0, false],
    ])
  })

  it('a second press on a mark waits for the answer of the first', async () => {
    const [answered] = promised()
    const app = await gallery({ answers: { 'POST /releases/r1/flag': () => answered } })
    press('f', 'f')
    await shows(app)
    expect(flagged(app)).toEqual([['r1', 'flagged']])
  })

  it('who hears a press hears it once, when the state shows it', async () => {
    const app = await gallery()
    const heard: (string | null | undefined)[] = []
    stops.push(on('player.releaseChosen', () => heard.push(peekState().single('player').requestId)))
    press(' ')
    const [chosen] = app.of('player.releaseChosen')
    expect(heard).toEqual([])
    await shows(app)
    app.answer()
    app.lateCome()
    expect(chosen).toBeDefined()
    expect(heard).toEqual([chosen?.requestId])
  })

  it('what was pressed is made happen in the order of the presses', async () => {
    const app = await gallery()
    press('f', 'j', 'a', 'j', 'x')
    await shows(app)
    const types = ['library.marksRequested', 'selection.toggled'] as const
    expect(made(app, ...types).map(({ type }) => type)).toEqual([types[0], types[0], types[1]])
    expect(flagged(app)).toEqual([
      ['r1', 'flagged'],
      ['r2', 'archived'],
    ])
  })
})

const KEYS = {
  'play and pause': [' ', ' '],
  'play one after the other': [' ', 'j', ' ', 'k', ' '],
  'mute again and again': [' ', 'm', 'm', 'm'],
  'louder twice and less loud': [' ', 'ArrowUp', 'ArrowUp', 'ArrowDown'],
  'flag twice and archive': ['f', 'f', 'a'],
  'select and no longer': ['x', 'j', 'x', 'k', 'x'],
  'a round with two steps back': ['t', 'f', 'a', 'z', 'z', 'j', 'f', 't'],
  'play next and play later': ['p', 'q', 'p', 'q'],
}

it.each(Object.entries(KEYS))('pressed early or late, keys make the same happen: %s', async (_, keys) => {
  const whole = await gallery({ answersAfterMs: undefined })
  const before = whole.told.length
  press(...keys)
  const meant = typesOf(whole, before)
  const early = await gallery()
  const from = early.told.length
  press(...keys)
  early.lateCome()
  expect(typesOf(early, from)).toEqual(meant)
})

it('a playlist that is created stays in its form until the server has it', async () => {
  const [answered, answer] = promised()
  const app = await gallery({ answersAfterMs: 300, answers: { 'POST /playlists': () => answered } })
  openCreatePlaylist()
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect.element(name).toBeVisible()
  fillIn([[name, 'Late']])
  submit()
  await expect.poll(() => app.wire.of('POST /playlists').length).toBe(1)
  await expect.element(name).toBeVisible()
  answer(failure(500))
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  expect(playlistDialog.value).not.toBeNull()
  expect(app.of('playlist.createRequested')).toHaveLength(1)
})

it('a message stays in its form until it was sent, and goes out once', async () => {
  const [answered, answer] = promised()
  const app = await gallery({ answersAfterMs: 300, answers: { 'POST /releases/r1/comments': () => answered } })
  openPeopleDialog('contact', ['r1'])
  const words = page.getByRole('textbox', { name: 'Message' })
  await expect.element(words).toBeVisible()
  fillIn([
    [page.getByRole('combobox', { name: 'Request type' }), 'Other'],
    [words, 'Late'],
  ])
  submit()
  await expect.poll(() => app.wire.of('POST /releases/r1/comments').length).toBe(1)
  await expect.element(words).toBeVisible()
  answer(null)
  await expect.element(words).not.toBeInTheDocument()
  expect(app.of('sharing.contactRequested')).toHaveLength(1)
})
