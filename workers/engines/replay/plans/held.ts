/**
 * The engines whose plan is a function of state and event, as a replay can hold it against a log: what the plan asks
 * after an event, and which request a recorded fact answers, both as names that are compared.
 *
 * `downloads` plans from more than the state (what runs, how many may, which tab leads): it is asked what it would do if
 * nothing ran and all might, which is what it may have done at best. Those of people, forms and this device stand in
 * `heldBeside.ts`. Three have nothing to compare: `tracking` reports no fact; `changes` and the look for newcomers ask by
 * the clock, and no event leads to what they report.
 */
import { planDecisions } from '../../decisions/engine.ts'
import { plan } from '../../downloads/schedule/plan.ts'
import { planLibrary } from '../../library/plan.ts'
import { planNext, planPlayer } from '../../player/engine.ts'
import { planKeptQueue } from '../../player/kept.ts'
import { planPlaylists } from '../../playlists/plan.ts'
import { planRecent } from '../../recent/plan.ts'
import { planReleases } from '../../releases/plan.ts'
import { planSearch } from '../../search/plan.ts'
import type { Asked, HeldEngine } from './engine.ts'
import { BESIDE, HISTORY } from './heldBeside.ts'

const page = (queryId: string, number: number, round: number, edition: number | undefined) =>
  `page ${number} of ${queryId}, round ${round}${edition === undefined ? '' : `.${edition}`}`
const pages = (queryId: string, round: number, edition: number | undefined) =>
  `pages of ${queryId}, round ${round}${edition === undefined ? '' : `.${edition}`}`

const releases: HeldEngine = {
  source: 'releases',
  asks: (state, event) =>
    planReleases(state, event).flatMap((request): Asked[] => {
      switch (request.ask) {
        case 'detail':
          return [[`release ${request.releaseid}`]]
        case 'options':
          return [['options']]
        case 'only':
        case 'look': {
          const { queryId, round, edition } = request
          // Logs of before say no edition.
          return request.pages.map((one) => [page(queryId, one, round, edition), page(queryId, one, round, undefined)])
        }
        // Pages that were on their way are asked for anew: which they are, the plan does not know.
        case 'moved':
          return [[pages(request.queryId, request.round, request.edition)]]
        default:
          return []
      }
    }),
  answers: (event) => {
    switch (event.type) {
      case 'release.detailReceived':
        return [`release ${event.payload.release.releaseid}`]
      case 'release.detailFailed':
        return [`release ${event.payload.releaseid}`]
      case 'release.optionsReceived':
      case 'release.optionsFailed':
        return ['options']
      case 'release.pageReceived':
      case 'release.pageFailed': {
        const { queryId, round, edition } = event.payload
        return [page(queryId, event.payload.page, round, edition), pages(queryId, round, edition)]
      }
      default:
        return null
    }
  },
}

const mark = ({
  requestId,
  releaseid,
  trackid,
  mark: made,
}: {
  requestId: string
  releaseid: string
  trackid: string | null
  mark: string
}) => `${made} ${releaseid}${trackid === null ? '' : ` ${trackid}`} of wish ${requestId}`

const library: HeldEngine = {
  source: 'library',
  asks: (state, event) => [
    ...planLibrary(state, event).flatMap((request): Asked[] => {
      if (request.ask === 'mark') return [[mark(request.call)]]
      return request.ask === 'clear' ? [[`clear ${request.call.list} of wish ${request.call.requestId}`]] : []
    }),
    // What was heard is told under the same name.
    ...(planRecent(event) ? [[HISTORY] as const] : []),
  ],
  answers: (event) => {
    switch (event.type) {
      case 'library.markAnswered':
      case 'library.markFailed':
        return [mark(event.payload)]
      case 'library.clearAnswered':
      case 'library.clearFailed':
        return [`clear ${event.payload.list} of wish ${event.payload.requestId}`]
      case 'recent.restored':
        return [HISTORY]
      default:
        return null
    }
  },
}

/** A playlist is made before its id is known. */
const MADE = 'tracks of a playlist that was made'

const playlists: HeldEngine = {
  source: 'playlists',
  asks: (state, event) =>
    planPlaylists(state, event).flatMap((request): Asked[] => {
      switch (request.ask) {
        case 'list':
          return [[`playlists ${request.queryId}, round ${request.round}`]]
        case 'tracks':
          return [[`tracks of ${request.playlistid}`]]
        case 'change':
          return [[`wish ${request.wish.requestId}`, `tracks of ${request.wish.playlistid}`]]
        case 'add':
          return [[`wish ${request.wish.requestId}`, `tracks of ${request.wish.playlistid}`]]
        // What it was made of is added as a wish of its own.
        case 'create':
          return [[`wish ${request.wish.requestId}`, `wish ${request.wish.requestId}.add`, MADE]]
        case 'update':
        case 'delete':
        case 'pin':
          return [[`wish ${request.wish.requestId}`]]
        default:
          return []
      }
    }),
  answers: (event) => {
    switch (event.type) {
      case 'playlist.listReceived':
      case 'playlist.listFailed':
        return [`playlists ${event.payload.queryId}, round ${event.payload.round}`]
      case 'playlist.received':
        return [`tracks of ${event.payload.playlist.playlistid}`, MADE]
      case 'playlist.failed':
        return [`tracks of ${event.payload.playlistid}`, MADE]
      case 'playlist.changeAnswered':
      case 'playlist.changeFailed':
      case 'playlist.created':
      case 'playlist.updated':
      case 'playlist.deleted':
      case 'playlist.tracksAdded':
      case 'playlist.pinAnswered':
      case 'playlist.pinFailed':
      case 'playlist.requestFailed':
        return [`wish ${event.payload.requestId}`]
      default:
        return null
    }
  },
}

const search: HeldEngine = {
  source: 'search',
  asks: (state, event) =>
    planSearch(state, event).flatMap((request): Asked[] => {
      if (request.ask === 'server') return [[`question ${request.row.askId} of the ${request.place}`]]
      return request.ask === 'restore' ? [['recent searches']] : []
    }),
  answers: (event) => {
    switch (event.type) {
      case 'search.answered':
      case 'search.profileAnswered':
      case 'search.failed':
        return [`question ${event.payload.askId} of the ${event.payload.place}`]
      case 'search.recentsRestored':
        return ['recent searches']
      default:
        return null
    }
  },
}

/** What was to be heard, kept on this device. */
const QUEUE = 'the queue that was kept'

/** It answers the state, not single events: after each it wants what is missing then. */
const player: HeldEngine = {
  source: 'player',
  asks: (state, event) => {
    const now = planPlayer(state)
    const next = planNext(state)
    return [
      ...(planKeptQueue(event) ? [[QUEUE] as const] : []),
      ...(now ? ([[`address of ${now.trackid} for ${now.requestId}`]] as const) : []),
      ...(next ? ([[`address of ${next.trackid}, which follows as ${next.uuid}`]] as const) : []),
    ]
  },
  answers: (event) => {
    switch (event.type) {
      case 'player.addressReady':
      case 'player.addressFailed':
        return [`address of ${event.payload.trackid} for ${event.payload.requestId}`]
      case 'queue.restored':
      case 'queue.releaseAdded':
        return [QUEUE]
      case 'player.nextReady':
        return [`address of ${event.payload.trackid}, which follows as ${event.payload.uuid}`]
      default:
        return null
    }
  },
}

/** They say something of one job that begins nothing for it. */
const OF_ONE_JOB: ReadonlySet<string> = new Set([
  'download.tokenReceived', 'download.zipPlanned', 'download.asked', 'download.started', 'download.stored', 'download.saved', 'download.noted',
]) // biome-ignore format: one line of names

const downloads: HeldEngine = {
  source: 'downloads',
  inTurn: true,
  asks: (state, event) => {
    // Jobs wait for nothing else: those of a visit before, and of a log before its snapshot, come with an event too.
    if (!event.type.startsWith('download.') || OF_ONE_JOB.has(event.type)) return []
    const jobs = state.single('jobOrder').ids.flatMap((id) => state.get('job', id) ?? [])
    const most = { limit: jobs.length, zips: jobs.length }
    const commands = plan({ jobs, stages: new Map(), ready: true, online: true, ...most })
    return commands.map((command): Asked => [`${command.do} ${command.id}`])
  },
  answers: (event) => {
    switch (event.type) {
      case 'download.asked':
      case 'download.started':
        return [`transfer ${event.payload.downloadID}`]
      case 'download.zipReady':
        return [`awaitZip ${event.payload.downloadID}`]
      case 'download.songsFound':
      case 'download.bundlePlanned':
        return [`planBundle ${event.payload.downloadID}`]
      default:
        return null
    }
  },
}

const decisions: HeldEngine = { source: 'decisions', asks: () => [], answers: () => null, reports: planDecisions }

export const HELD: readonly HeldEngine[] = [
  releases,
  library,
  playlists,
  search,
  player,
  downloads,
  decisions,
  ...BESIDE,
]
