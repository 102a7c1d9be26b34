import { wish } from '#bridge/dispatch.ts'
import {
  releaseFileRequested,
  releaseFilterChanged,
  releaseListOpened,
  releaseListRefreshed,
  releaseOpened,
  releaseOptionsWanted,
  releasePagesWanted,
} from '#core/events/releases.ts'
import type { ReportFormat } from '#core/model/catalogue/releaseFile.ts'
import { attachmentFile } from '#core/model/catalogue/releaseFile.ts'
import type { ReleaseQuery } from '#core/model/catalogue/releaseQuery.ts'
import { ports } from './ports.ts'

/** The gallery shows these filters and this order from now on; the address follows. */
export function changeReleaseFilter(query: ReleaseQuery): void {
  wish(releaseFilterChanged({ query: toPayload(query) }))
}

/** Asks for the filter lists again, after they did not come. */
export function wantReleaseOptions(): void {
  wish(releaseOptionsWanted({}))
}

const toPayload = (query: ReleaseQuery) => ({
  ...query,
  genres: [...query.genres],
  packages: [...query.packages],
  markets: [...query.markets],
  versions: [...query.versions],
  releaseTypes: [...query.releaseTypes],
})

/** Shows a list: its first page is loaded if it is not there. */
export function openReleaseList(queryId: string): void {
  wish(releaseListOpened({ queryId }))
}

/** Loads a list anew from its first page. */
export function refreshReleaseList(queryId: string): void {
  wish(releaseListRefreshed({ queryId }))
}

/** Names the pages (from 1) under and around the viewport, the most urgent first; also retries failed ones. */
export function wantReleasePages(queryId: string, pages: readonly number[]): void {
  wish(releasePagesWanted({ queryId, pages: [...pages] }))
}

/** Wants the detail of a release that is shown. */
export function openRelease(releaseid: string): void {
  wish(releaseOpened({ releaseid }))
}

/** Opens a metadata report in a new window (RELEASE-042). Call it in the press itself: later the window is refused. */
export function openReport(releaseid: string, format: ReportFormat): void {
  wish(releaseFileRequested({ requestId: ports().mintId(), releaseid, file: `report.${format}` }))
}

/** Saves an attachment under its title (RELEASE-040). @param index its place among the release's, from 0 */
export function saveAttachment(releaseid: string, index: number): void {
  wish(releaseFileRequested({ requestId: ports().mintId(), releaseid, file: attachmentFile(index) }))
}
