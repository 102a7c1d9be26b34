// What can happen to the gallery and to one release: pages asked for and received, details opened.
import * as z from 'zod/mini'
import { Choice, ListTotal, Market, ReleaseCard, ReleaseDetail } from '../model/catalogue/release.ts'
import { ReleaseFile } from '../model/catalogue/releaseFile.ts'
import { ReleaseFilterFields } from '../model/catalogue/releaseFilter.ts'
import { ReleaseId, RequestId, Whole } from '../model/ids.ts'
import { later } from '../model/later.ts'
import { WaitDetails } from '../model/people/refusal.ts'
import { defineEvent } from './define.ts'

/** Names one ordered list of releases: the query's own text. */
export const QueryId = later(() => z.string().check(z.minLength(1), z.maxLength(2000)))

/** A gallery shows this list now; its first page is wanted. */
export const releaseListOpened = defineEvent('release.listOpened', () => ({ queryId: QueryId }), { kind: 'wish' })
/** The list shall be loaded anew from its first page (TABLE-011). */
export const releaseListRefreshed = defineEvent('release.listRefreshed', () => ({ queryId: QueryId }), { kind: 'wish' })
/**
 * The pages under and around the viewport, the most urgent first. It replaces the wish before it:
 * pages asked for earlier and not named again were passed over and are dropped (D-148).
 */
export const releasePagesWanted = defineEvent(
  'release.pagesWanted',
  () => ({ queryId: QueryId, pages: z.array(z.int().check(z.positive())) }),
  { kind: 'wish' },
)
export const releasePageReceived = defineEvent(
  'release.pageReceived',
  () => ({
    queryId: QueryId,
    /** How often the list had been emptied when the page was asked for; a page of an older round is dropped. */
    round: z.int(),
    /** What marks had made of the list when the page was asked for; a page of an older edition is dropped. */
    edition: z.optional(z.int()),
    page: z.int().check(z.positive()),
    total: ListTotal,
    releases: z.array(ReleaseCard),
  }),
  { kind: 'fact' },
)
export const releasePageFailed = defineEvent(
  'release.pageFailed',
  () => ({
    queryId: QueryId,
    round: z.int(),
    edition: z.optional(z.int()),
    page: z.int().check(z.positive()),
    code: z.string(),
    ...WaitDetails,
  }),
  { kind: 'fact' },
)

/** So many releases came that the list of this round does not hold; it stays as it is until it is refreshed. */
export const releaseNewcomersFound = defineEvent(
  'release.newcomersFound',
  () => ({ queryId: QueryId, round: z.int(), count: Whole }),
  { kind: 'fact' },
)

/** A release is shown in the modal or on its own page; its detail is wanted. */
export const releaseOpened = defineEvent('release.opened', () => ({ releaseid: ReleaseId }), { kind: 'wish' })
export const releaseDetailReceived = defineEvent('release.detailReceived', () => ({ release: ReleaseDetail }), {
  kind: 'fact',
  personal: ['release.shares.by', 'release.shares.message'],
})
export const releaseDetailFailed = defineEvent(
  'release.detailFailed',
  () => ({
    releaseid: ReleaseId,
    code: z.enum(['RELEASE_NOT_FOUND', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE', 'UNKNOWN']),
  }),
  { kind: 'fact' },
)
/** The gallery shows these filters and this order now, chosen or come to by an address (FILTER-015 to FILTER-023). */
export const releaseFilterChanged = defineEvent(
  'release.filterChanged',
  () => ({
    query: z.strictObject(ReleaseFilterFields),
  }),
  { kind: 'wish' },
)

/** The filter lists did not come; they are wanted again. */
export const releaseOptionsWanted = defineEvent('release.optionsWanted', () => ({}), { kind: 'wish' })
/** The global lists and capabilities of GET options. */
export const releaseOptionsReceived = defineEvent(
  'release.optionsReceived',
  () => ({
    download: z.boolean(),
    genres: z.array(Choice),
    packages: z.array(Choice),
    markets: z.array(Market),
    versions: z.array(Choice),
    releaseTypes: z.array(Choice),
  }),
  { kind: 'fact', v: 2 },
)
export const releaseOptionsFailed = defineEvent('release.optionsFailed', () => ({ code: z.string() }), { kind: 'fact' })

const FileWish = { requestId: RequestId, releaseid: ReleaseId, file: ReleaseFile }

/** Open a metadata report in a window of its own, or save an attachment (RELEASE-042, RELEASE-040). */
export const releaseFileRequested = defineEvent('release.fileRequested', () => FileWish, { kind: 'wish', heard: true })
/** The file was handed to the browser. */
export const releaseFileHanded = defineEvent('release.fileHanded', () => FileWish, { kind: 'fact' })
export const releaseFileFailed = defineEvent('release.fileFailed', () => ({ ...FileWish, code: z.string() }), {
  kind: 'fact',
})
