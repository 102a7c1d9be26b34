/**
 * What an entity of each table is, as a log that comes from elsewhere may say it. Only readers of logs load this. What is
 * not named here does not come through; what came into an entity after logs were written has its default, or may be left
 * out.
 */
import * as z from 'zod/mini'
import { EventError } from '../../../events/index.ts'
import type { Entities, Kind } from '../../../model/entities.ts'
import * as app from './app.ts'
import * as catalogue from './catalogue.ts'
import * as downloads from './downloads.ts'
import * as library from './library.ts'
import * as people from './people.ts'
import * as playback from './playback.ts'
import * as playlists from './playlists.ts'

/** With all that may be left out, so that two types are told apart by it too. */
type Whole<T> = { readonly [F in keyof T]-?: Whole<T[F]> }
type Same<A, B> = [Whole<A>, Whole<B>] extends [Whole<B>, Whole<A>] ? unknown : 'another than the entity'

type Shapes = { readonly [K in Kind]: z.ZodMiniType<Entities[K]> }
type Exact<S extends Shapes> = { readonly [K in keyof S]: K extends Kind ? Same<z.output<S[K]>, Entities[K]> : never }

/** One for each table: one that is missing, is none, or leaves out a field does not compile. */
export const shapesOf = <S extends Shapes>(shapes: S & Exact<S>): Shapes => shapes

export const SHAPES = shapesOf({
  app: app.App,
  session: people.Session,
  access: people.Access,
  network: people.Network,
  inviting: people.Inviting,
  sharing: people.Sharing,
  contactHistory: people.ContactHistory,
  profile: people.Profile,
  setting: app.Settings,
  options: catalogue.Options,
  releaseFilter: catalogue.ReleaseFilter,
  list: catalogue.ReleaseList,
  page: catalogue.ReleasePage,
  release: catalogue.ReleaseCard,
  detail: catalogue.Detail,
  selection: library.Selection,
  player: playback.Player,
  playStand: playback.PlayStand,
  queue: playback.Queue,
  queueItem: playback.QueueItem,
  queuePending: playback.QueuePending,
  queueRemoved: playback.QueueRemoved,
  job: downloads.Job,
  jobOrder: app.Order,
  downloaded: downloads.Downloaded,
  downloadServer: downloads.DownloadServer,
  downloadFolder: downloads.DownloadFolder,
  releaseFile: app.Asked,
  marking: library.Marking,
  markRequest: library.MarkRequest,
  clearing: app.Asked,
  decision: library.Decision,
  decisionOrder: library.DecisionOrder,
  triage: library.Triage,
  triaged: library.Triaged,
  recent: library.Recent,
  recentPlay: library.Play,
  search: catalogue.SearchAsk,
  recentSearches: catalogue.RecentSearches,
  playlist: playlists.PlaylistCard,
  playlistList: playlists.PlaylistList,
  playlistDetail: playlists.PlaylistDetail,
  track: playlists.PlaylistTrack,
  playlistRequest: playlists.PlaylistRequest,
  playlistPin: playlists.PlaylistPin,
  playlistPdf: app.Asked,
  starred: app.Order,
  notice: app.Notice,
  noticeOrder: app.Order,
  noticeHistory: app.NoticeHistory,
  signUp: people.SignUp,
})

/** An id, or a field that a log names, is shown up to here. */
const SHOWN = 80

/** @throws EventError naming the entity and its field that is wrong */
export function parseEntity(kind: Kind, id: string, entity: unknown): Entities[Kind] {
  const read = z.safeParse(SHAPES[kind], entity)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  const field = issue?.path.join('.').slice(0, SHOWN) || 'entity'
  throw new EventError(`${kind} "${id.slice(0, SHOWN)}": ${field}: ${issue?.message.slice(0, SHOWN) ?? 'wrong'}`)
}
