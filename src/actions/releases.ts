import { wish } from '#bridge/dispatch.ts'
import { releaseListOpened, releaseListRefreshed, releaseOpened, releasePagesWanted } from '#core/events/releases.ts'

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
