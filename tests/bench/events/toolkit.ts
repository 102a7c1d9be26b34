// The peer of the events benchmark: the same behaviour written as one would with Redux Toolkit (immer drafts, records by id).
import { createReducer, type Draft, type PayloadAction } from '@reduxjs/toolkit'
import type { EventType, PayloadOf } from '#core/events/index.ts'
import { type DownloadJob, downloadKey } from '#core/model/downloads/download.ts'
import { type Entities, type Notice, type PastNotice, SELF, SINGLES } from '#core/model/entities.ts'
import { DECISIONS_KEPT } from '#core/model/library/decision.ts'
import { songFileName } from '#core/model/text/fileName.ts'

type Table<K extends keyof Entities> = Record<string, Entities[K]>
export interface ToolkitState {
  job: Table<'job'>
  jobOrder: Record<string, { ids: string[] }>
  list: Table<'list'>
  page: Record<string, { ids: string[] }>
  release: Table<'release'>
  setting: Table<'setting'>
  notice: Table<'notice'>
  noticeOrder: Record<string, { ids: string[] }>
  noticeHistory: Table<'noticeHistory'>
  decision: Table<'decision'>
  decisionOrder: Record<string, { ids: string[]; leaving: string[] }>
  downloaded: Table<'downloaded'>
}

const initial: ToolkitState = {
  job: {},
  jobOrder: { [SELF]: { ids: [] } },
  list: {},
  page: {},
  release: {},
  setting: { [SELF]: SINGLES.setting },
  notice: {},
  noticeOrder: { [SELF]: { ids: [] } },
  noticeHistory: { [SELF]: SINGLES.noticeHistory },
  decision: {},
  decisionOrder: { [SELF]: { ids: [], leaving: [] } },
  downloaded: {},
}
export const TABLES = Object.keys(initial) as readonly (keyof ToolkitState)[]
const NOTICES = 20

/** @property meta what an event has beside its payload */
type Action<T extends EventType> = PayloadAction<PayloadOf<T>, T, { t: number }>

/** An action type that carries the payload of one of our events. */
function of<T extends EventType>(type: T) {
  const make = (payload: PayloadOf<T>): Action<T> => ({ type, payload, meta: { t: 0 } })
  return Object.assign(make, { type, match: (action: { type: string }) => action.type === type })
}
const percent = (received: number, total: number | null) =>
  total === null ? null : Math.min(100, Math.floor((received / total) * 100))

const order = (state: Draft<ToolkitState>) => (state.noticeOrder[SELF] as { ids: string[] }).ids
const history = (state: Draft<ToolkitState>) => state.noticeHistory[SELF] as { entries: PastNotice[] }

/** Says it last, and once for all that came close together: how many there are stands in `detail`. */
function notify(state: Draft<ToolkitState>, said: Omit<Entities['notice'], 'detail'>, count = 1): void {
  const ids = order(state)
  const before = ids.map((id) => state.notice[id]).find((notice) => notice?.category === said.category)
  if (before) {
    delete state.notice[before.id]
    ids.splice(ids.indexOf(before.id), 1)
    history(state).entries = history(state).entries.filter(({ id }) => id !== before.id)
  }
  const all = count + (before ? Number(before.detail || 1) : 0)
  const detail = all > 1 ? String(all) : ''
  state.notice[said.id] = { ...said, detail } as Draft<Notice>
  ids.push(said.id)
  while (ids.length > NOTICES) delete state.notice[ids.shift() ?? '']
  const entries = history(state).entries.filter(({ id }) => id !== said.id)
  const { id, category, notificationType, subject } = said
  history(state).entries = [...entries, { id, category, notificationType, subject, detail, read: false }].slice(
    -NOTICES,
  )
}

function forget(state: Draft<ToolkitState>, id: string): void {
  delete state.decision[id]
  const decisions = state.decisionOrder[SELF] as { ids: string[]; leaving: string[] }
  decisions.ids = decisions.ids.filter((other) => other !== id)
  decisions.leaving = decisions.leaving.filter((other) => other !== id)
}

export const toolkitReducer = createReducer(initial, (builder) => {
  builder
    .addCase(of('release.listOpened'), (state, { payload: { queryId } }) => {
      state.list[queryId] ??= {
        queryId,
        status: 'loading',
        total: null,
        round: 1,
        page: 0,
        failedPages: [],
        edition: 0,
        gone: [],
      }
    })
    .addCase(of('release.pageReceived'), (state, { payload: { queryId, page, total, releases } }) => {
      const list = state.list[queryId]
      if (!list) return
      for (const release of releases) state.release[release.releaseid] = release
      state.page[`${queryId}#${page}`] = { ids: releases.map((release) => release.releaseid) }
      while (state.page[`${queryId}#${list.page + 1}`]) list.page++
      list.status = 'done'
      list.total = total
    })
    .addCase(of('setting.sidebarToggled'), (state, { payload }) => {
      const settings = state.setting[SELF]
      if (settings) settings.isSidebarOpen = payload.open
    })
    .addCase(of('setting.parallelDownloadsChosen'), (state, { payload }) => {
      const settings = state.setting[SELF]
      if (settings) settings.parallelDownloads = payload.count
    })
    .addCase(of('download.requested'), (state, { payload }) => {
      const ids = (state.jobOrder[SELF] as { ids: string[] }).ids
      const unfinished = new Set<string>()
      let batch: string | null = null
      for (const id of ids) {
        const job = state.job[id]
        if (!job || job.status === 'finished' || job.status === 'failed') continue
        unfinished.add(downloadKey(job))
        if (job.status !== 'paused') batch ??= job.batch
      }
      const added: string[] = []
      for (const request of payload.requests) {
        if (state.job[request.downloadID] || unfinished.has(downloadKey(request))) continue
        unfinished.add(downloadKey(request))
        batch ??= request.downloadID
        state.job[request.downloadID] = {
          ...request,
          batch, status: 'waiting', progress: 0, receivedBytes: 0, totalBytes: null, isZipping: false, zippingProgress: 0,
          zipperReady: false, token: null, url: null, reason: null, fileName: songFileName(request, request.format),
          sha256: null, taggedSha256: null, crc32: null, savedAt: null,
        } as DownloadJob // biome-ignore format: as the product writes it
        ids.push(request.downloadID)
        added.push(request.downloadID)
      }
      const first = added[0] === undefined ? undefined : state.job[added[0]]
      if (!first) return
      const id = first.downloadID
      const about = {
        category: 'addDownloadQueue',
        notificationType: 'info',
        subject: first.title,
        decision: id,
      } as const
      notify(state, { id: `added.${id}`, ...about }, added.length)
      if (state.decision[id]) return
      state.decision[id] = { id, releaseid: first.releaseid, undo: [], jobs: added, takenBackBy: null }
      const decisions = state.decisionOrder[SELF] as { ids: string[] }
      decisions.ids.push(id)
      while (decisions.ids.length > DECISIONS_KEPT) delete state.decision[decisions.ids.shift() ?? '']
    })
    .addCase(of('download.started'), (state, { payload }) => {
      const job = state.job[payload.downloadID]
      if (job?.status !== 'waiting' && job?.status !== 'loading') return
      Object.assign(job, {
        status: 'loading',
        reason: null,
        totalBytes: payload.totalBytes,
        resumedAt: payload.resumedAt,
        receivedBytes: payload.resumedAt,
      })
      job.progress = percent(payload.resumedAt, payload.totalBytes)
    })
    .addCase(of('download.progressed'), (state, { payload }) => {
      const job = state.job[payload.downloadID]
      if (job?.status !== 'loading') return
      job.receivedBytes = payload.receivedBytes
      job.progress = percent(payload.receivedBytes, job.totalBytes)
    })
    .addCase(of('download.stored'), (state, { payload }) => {
      const job = state.job[payload.downloadID]
      if (job?.status !== 'loading') return
      Object.assign(job, {
        totalBytes: payload.bytes,
        receivedBytes: payload.bytes,
        progress: 100,
        sha256: payload.sha256,
        taggedSha256: null,
        crc32: null,
        fileName: payload.fileName,
      })
    })
    .addCase(of('download.saved'), (state, { payload, meta }) => {
      const job = state.job[payload.downloadID]
      if (!job || job.status === 'failed' || job.status === 'finished') return
      const wasLoading = job.status === 'loading'
      Object.assign(job, { status: 'finished', reason: null, progress: 100, isZipping: false, savedAt: meta.t })
      const key = downloadKey(job)
      state.downloaded[key] ??= { key }
      if (!wasLoading) return
      const about = { category: 'downloadFinished', notificationType: 'success', subject: job.title } as const
      notify(state, { id: `finished.${job.downloadID}`, ...about })
    })
    .addCase(of('download.failed'), (state, { payload }) => {
      const job = state.job[payload.downloadID]
      if (job?.status !== 'waiting' && job?.status !== 'loading') return
      Object.assign(job, {
        status: 'failed',
        isZipping: false,
        zipperReady: false,
        token: null,
        url: null,
        crc32: null,
        reason: payload.reason,
        receivedBytes: payload.receivedBytes,
      })
      job.progress = percent(payload.receivedBytes, job.totalBytes)
    })
    .addCase(of('download.removed'), (state, { payload }) => {
      delete state.job[payload.downloadID]
      const order = state.jobOrder[SELF]
      if (order) order.ids = order.ids.filter((id) => id !== payload.downloadID)
      for (const decision of Object.values(state.decision)) {
        if (!decision.jobs.includes(payload.downloadID)) continue
        const jobs = decision.jobs.filter((id) => id !== payload.downloadID)
        if (jobs.length === 0) forget(state, decision.id)
        else decision.jobs = jobs
      }
    })
})
