// The peer of the events benchmark: the same behaviour written as one would with Redux Toolkit (immer drafts, records by id).
import { createReducer, type PayloadAction } from '@reduxjs/toolkit'
import type { EventType, PayloadOf } from '#core/events/index.ts'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { type Entities, SELF, SINGLES } from '#core/model/entities.ts'
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
  noticeOrder: { ids: string[] }
}

const initial: ToolkitState = {
  job: {},
  jobOrder: { [SELF]: { ids: [] } },
  list: {},
  page: {},
  release: {},
  setting: { [SELF]: SINGLES.setting },
  notice: {},
  noticeOrder: { ids: [] },
}

/** An action type that carries the payload of one of our events. */
function of<T extends EventType>(type: T) {
  const make = (payload: PayloadOf<T>): PayloadAction<PayloadOf<T>, T> => ({ type, payload })
  return Object.assign(make, { type, match: (action: { type: string }) => action.type === type })
}
const percent = (received: number, total: number | null) =>
  total === null ? null : Math.min(100, Math.floor((received / total) * 100))

function notify(state: ToolkitState, notice: Entities['notice']): void {
  state.notice[notice.id] = notice
  state.noticeOrder.ids = [...state.noticeOrder.ids.filter((id) => id !== notice.id), notice.id]
  while (state.noticeOrder.ids.length > 20) delete state.notice[state.noticeOrder.ids.shift() ?? '']
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
      for (const request of payload.requests) {
        if (state.job[request.downloadID]) continue
        state.job[request.downloadID] = {
          ...request,
          status: 'waiting', progress: 0, receivedBytes: 0, totalBytes: null, isZipping: false, zippingProgress: 0,
          zipperReady: false, token: null, url: null, reason: null, fileName: songFileName(request, request.format), sha256: null,
        } as DownloadJob // biome-ignore format: as the product writes it
        state.jobOrder[SELF]?.ids.push(request.downloadID)
        notify(state, {
          id: `added.${request.downloadID}`,
          category: 'addDownloadQueue',
          notificationType: 'info',
          subject: request.title,
          detail: '',
        })
      }
    })
    .addCase(of('download.started'), (state, { payload }) => {
      const job = state.job[payload.downloadID]
      if (job?.status !== 'waiting' && job?.status !== 'loading') return
      Object.assign(job, {
        status: 'loading',
        reason: null,
        totalBytes: payload.totalBytes,
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
        fileName: payload.fileName,
      })
    })
    .addCase(of('download.saved'), (state, { payload }) => {
      const job = state.job[payload.downloadID]
      if (job?.status !== 'loading') return
      Object.assign(job, { status: 'finished', reason: null, progress: 100 })
      notify(state, {
        id: `finished.${job.downloadID}`,
        category: 'downloadFinished',
        notificationType: 'success',
        subject: job.title,
        detail: '',
      })
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
        reason: payload.reason,
        receivedBytes: payload.receivedBytes,
      })
      job.progress = percent(payload.receivedBytes, job.totalBytes)
    })
    .addCase(of('download.removed'), (state, { payload }) => {
      delete state.job[payload.downloadID]
      const order = state.jobOrder[SELF]
      if (order) order.ids = order.ids.filter((id) => id !== payload.downloadID)
    })
})
