/**
 * The harness page: one gallery on its own, ours or a peer's, over releases that need no server.
 * `?peer=ours|virtua|tanstack|virtuoso|window|floor&plain&count=10000&load=all|wanted|first|none&index&list&theme=`,
 * where `plain` has peers ask for covers at any speed, as they come; `first` answers the first page alone; with `index`
 * the list's light index can be had.
 */
import '../../../src/views/theme/index.ts'
import '../../../src/views/i18n/inside.ts'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { setActionPorts } from '#actions/ports.ts'
import { chooseListView } from '#actions/settings.ts'
import { setDispatch } from '#bridge/dispatch.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import {
  releaseListRefreshed,
  releaseNewcomersFound,
  releaseOptionsReceived,
  releasePageFailed,
  releasePageReceived,
} from '#core/events/releases.ts'
import { INDEX_ROWS_MAX, type ListIndexPart } from '#core/model/catalogue/listIndex.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import { pageId } from '#core/reducers/catalogue/pages.ts'
import { reduce } from '#core/reducers/root.ts'
import { Store } from '#core/reducers/store.ts'
import { attach, project } from '#projections/entity.ts'
import Gallery from '../../../src/views/gallery/Gallery.tsx'
import type { HarnessApi } from './api.ts'
import { deferCovers } from './peerCard.tsx'
import { Floor, TanStackRows, VirtuaRows, VirtuosoRows, WindowRows } from './peers.tsx'
import { indexPartOf, makeRelease } from './releases.ts'

const QUERY = 'sort=-date'
const query = new URLSearchParams(location.search)
const peer = query.get('peer') ?? 'ours'
const count = Number(query.get('count') ?? 2000)
const load = query.get('load') ?? 'all'

const store = new Store()
let seq = 0
const wishes: HarnessApi['wishes'] = []
function apply(draft: AppDraft): void {
  reduce(store, { seq: ++seq, t: 0, source: 'person', cause: null, ...draft } as AppEvent)
  project(store.takeTouched())
}
setActionPorts({
  mintId: () => `id-${++seq}`,
  keepSecret: () => Promise.reject(new Error('the harness signs nobody in')),
  readLink: () => Promise.resolve(null),
  promoAddress: () => Promise.resolve(null),
  peaks: () => Promise.resolve(null),
  listIndex: (_, first) => (query.has('index') ? indexPart(first) : Promise.resolve(null)),
  security: () => Promise.resolve({ ok: false, refusal: { status: 0, code: 'NETWORK', message: '' } }),
})
setDispatch((draft) => {
  wishes.push({ type: draft.type, payload: draft.payload as Record<string, unknown> })
  apply(draft)
  if (load === 'wanted' && draft.type === 'release.pagesWanted') answer(draft.payload.pages)
  if (load === 'wanted' && draft.type === 'release.listOpened') answer([1])
})
attach(store)
if (query.has('list')) chooseListView(true)
apply(releaseOptionsReceived({ download: true, genres: [], packages: [], markets: [], versions: [], releaseTypes: [] }))

const round = () => store.get('list', QUERY)?.round ?? 1
function loadPages(pages: readonly number[]): void {
  for (const page of pages) {
    const first = (page - 1) * PAGE_SIZE
    const releases = Array.from({ length: Math.max(0, Math.min(PAGE_SIZE, count - first)) }, (_, i) =>
      makeRelease(first + i),
    )
    apply(releasePageReceived({ queryId: QUERY, round: round(), page, total: count, releases }))
  }
}

async function indexPart(first: number): Promise<ListIndexPart> {
  await pause(40)
  return indexPartOf(count, first, INDEX_ROWS_MAX)
}

/** Answers like the engine: late, and with pages that are not there. */
function answer(pages: readonly number[]): void {
  setTimeout(() => loadPages(pages.filter((page) => !store.get('page', pageId(QUERY, page)))), 40)
}

const ALL_PAGES = Array.from({ length: Math.max(1, Math.ceil(count / PAGE_SIZE)) }, (_, i) => i + 1)

const opened: string[] = []
const infos: string[] = []
const root = document.getElementById('root') as HTMLElement
root.style.cssText = 'position:fixed;inset:0;display:flex;flex-direction:column'
const react = createRoot(root)

function gallery(anchorKey: string) {
  return (
    <Gallery
      queryId={QUERY}
      anchorKey={anchorKey}
      sort="artist"
      onSort={() => {}}
      onOpen={(id) => opened.push(id)}
      onInfo={(id) => infos.push(id)}
    />
  )
}

if (peer === 'ours') {
  if (load !== 'none') {
    reduce(store, {
      seq: ++seq,
      t: 0,
      source: 'person',
      cause: null,
      v: 1,
      type: 'release.listOpened',
      payload: { queryId: QUERY },
    } as AppEvent)
  }
  if (load === 'all') loadPages(ALL_PAGES)
  if (load === 'wanted' || load === 'first') answer([1])
  react.render(gallery('one'))
} else {
  const releases = Array.from({ length: count }, (_, i) => makeRelease(i))
  if (!query.has('plain')) deferCovers()
  if (peer === 'virtua') react.render(<VirtuaRows releases={releases} />)
  else if (peer === 'tanstack') react.render(<TanStackRows releases={releases} />)
  else if (peer === 'virtuoso') react.render(<VirtuosoRows releases={releases} />)
  else if (peer === 'window') react.render(<WindowRows releases={releases} />)
  else react.render(<Floor />)
}

/**
 * The grid as text, one line per element, attributes in one order. `fetchpriority` is left out: it says
 * when a cover was asked for, not what is shown.
 */
function lines(element: Element, depth = 0): string[] {
  const attributes = [...element.attributes]
    .filter(({ name }) => name !== 'fetchpriority')
    .map(({ name, value }) => `${name}="${value}"`)
    .sort((a, b) => (a < b ? -1 : 1))
  const text = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.nodeValue)
  const line = `${' '.repeat(depth)}${element.localName} ${attributes.join(' ')} ${text.join('')}`
  return [line, ...[...element.children].flatMap((child) => lines(child, depth + 1))]
}
const markup = (scroller: Element) => lines(scroller.lastElementChild as Element)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Resolves when the gallery is at rest: releases stand in the order they are read in, each with its cover or a
 * placeholder, which stand there once they have come; after 5 s in any case.
 */
async function settled(scroller: Element): Promise<void> {
  const hasCover = (slot: Element) => slot.hasAttribute('data-broken') || slot.querySelector('img') !== null
  const placeOf = (slot: Element) => Number(slot.getAttribute('aria-posinset') ?? slot.getAttribute('aria-rowindex'))
  for (let i = 0; i < 100; i++) {
    const slots = [...scroller.querySelectorAll('[data-release-id]')]
    const isRead = slots.every((slot, at) => at === 0 || placeOf(slots[at - 1] as Element) < placeOf(slot))
    if (isRead && slots.every(hasCover)) return
    await pause(50)
  }
}

window.gallery = {
  wishes,
  opened,
  infos,
  load: loadPages,
  fail: (pages) => {
    for (const page of pages) apply(releasePageFailed({ queryId: QUERY, round: round(), page, code: 'UNREACHABLE' }))
  },
  newcomers: (found) => apply(releaseNewcomersFound({ queryId: QUERY, round: round(), count: found })),
  refresh: () => {
    apply(releaseListRefreshed({ queryId: QUERY }))
    if (load === 'all') loadPages(ALL_PAGES)
    if (load === 'wanted') answer([1])
  },
  change: (index, fields) => {
    const id = `r${index}`
    const release = store.get('release', id)
    if (release) store.set('release', id, { ...release, ...fields })
    project(store.takeTouched())
  },
  play: (index) => {
    const release = index === null ? null : { releaseid: `r${index}`, title: '' }
    store.patch('player', 'self', { release })
    project(store.takeTouched())
  },
  list: (on) => flushSync(() => chooseListView(on)),
  show: (visible, anchorKey = 'one') => flushSync(() => react.render(visible ? gallery(anchorKey) : null)),
  compare: async () => {
    const mounted = document.querySelector('[data-testid=gallery-scroller]') as HTMLElement
    await pause(150)
    await settled(mounted)
    const before = markup(mounted)
    const place = document.createElement('div')
    place.style.cssText = 'position:fixed;inset:0;display:flex;flex-direction:column;visibility:hidden'
    document.body.append(place)
    const other = createRoot(place)
    flushSync(() => other.render(gallery('')))
    const fresh = place.querySelector('[data-testid=gallery-scroller]') as HTMLElement
    fresh.scrollTop = mounted.scrollTop
    await pause(250)
    await settled(fresh)
    const after = markup(fresh)
    other.unmount()
    place.remove()
    return { mounted: before, fresh: after }
  },
} satisfies HarnessApi
