/** The gallery on its own, as cards or as rows, over releases of its own: no screen, no server, no engines. */
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { releaseListOpened, releasePageFailed, releasePageReceived } from '#core/events/releases.ts'
import { settingListViewChosen } from '#core/events/settings.ts'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import type { SortColumn } from '#core/model/catalogue/releaseQuery.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import { makeRelease } from '#tests/bench/gallery/releases.ts'
import Gallery from '#views/gallery/Gallery.tsx'
import { type Stage, type Surroundings, show, signedIn } from './stage.tsx'

const QUERY = 'sort=-date'

export interface AloneSurroundings extends Omit<Surroundings, 'story'> {
  readonly count?: number
  readonly rows?: boolean
  /** What makes the n-th release differ, from 0. */
  readonly of?: (n: number) => Partial<ReleaseCard>
  /** The pages that are there; all. */
  readonly pages?: readonly number[]
  /** Whether the server has said what it can do; it has. */
  readonly knowsOptions?: boolean
}

export interface Alone extends Stage {
  /** Releases that were opened. */
  readonly opened: readonly string[]
  /** Columns whose heads were pressed. */
  readonly sorted: readonly SortColumn[]
  /** These pages come, as if the engine had answered; some of their releases may have changed. */
  load(pages: readonly number[], of?: (n: number) => Partial<ReleaseCard>): void
  fail(pages: readonly number[]): void
  /** Shows rows, or cards; they are there when it returns. */
  list(rows: boolean): void
}

/** No gallery comes back to where another was left. */
let shown = 0

/** Shows releases `r0` and so on, titles of every length and script, in a gallery that fills the window, 1280 by 800. */
export async function openAlone(around: AloneSurroundings = {}): Promise<Alone> {
  const { count = 200, rows = false, of = () => ({}) } = around
  const all = Array.from({ length: Math.ceil(count / PAGE_SIZE) }, (_, n) => n + 1)
  const received = (number: number, changed = of) => {
    const first = (number - 1) * PAGE_SIZE
    const releases = Array.from({ length: Math.min(PAGE_SIZE, count - first) }, (_, i) => {
      const thumbnail = `/icon-180.png?${first + i}`
      return { ...makeRelease(first + i), thumbnail, coverart: thumbnail, ...changed(first + i) }
    })
    return releasePageReceived({ queryId: QUERY, round: 1, page: number, total: count, releases })
  }
  const failed = (number: number) => releasePageFailed({ queryId: QUERY, round: 1, page: number, code: 'UNREACHABLE' })
  const story = signedIn(around.knowsOptions)
  story.happens(settingListViewChosen({ list: rows }), releaseListOpened({ queryId: QUERY }))
  story.happens(...(around.pages ?? all).map((number) => received(number)))
  const opened: string[] = []
  const sorted: SortColumn[] = []
  const view = (
    <div style={{ position: 'fixed', inset: 0, display: 'flex', flexDirection: 'column' }}>
      <Gallery
        queryId={QUERY}
        anchorKey={`alone-${++shown}`}
        sort="artist"
        onSort={(column) => void sorted.push(column)}
        onOpen={(id) => void opened.push(id)}
        onInfo={() => {}}
      />
    </div>
  )
  const stage = await show(view, { window: [1280, 800], ...around, story })
  await expect.element(scroller()).toBeVisible()
  return {
    ...stage,
    opened,
    sorted,
    load: (numbers, changed) => stage.happens(...numbers.map((number) => received(number, changed))),
    fail: (numbers) => stage.happens(...numbers.map(failed)),
    list: (on) => stage.happens(settingListViewChosen({ list: on })),
  }
}

export const scroller = (): Locator => page.getByTestId('gallery-scroller')
/** The card or the row of the n-th release. */
export const slot = (n: number): Locator => scroller().css(`[data-release-id="r${n}"]`)
export const focus = (one: Locator): void => (one.element() as HTMLElement).focus()
