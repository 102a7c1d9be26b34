/**
 * The event mix of the benchmark: what a heavy Friday looks like. 52 % download progress, the rest jobs coming
 * and going, settings, and now and then a page of 40 releases. Deterministic from a seed.
 */
import {
  downloadFailed,
  downloadProgressed,
  downloadRemoved,
  downloadRequested,
  downloadSaved,
  downloadStarted,
  downloadStored,
} from '#core/events/downloads.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { definitionOf } from '#core/events/index.ts'
import { releaseListOpened, releasePageReceived } from '#core/events/releases.ts'
import { settingParallelDownloadsChosen, settingSidebarToggled } from '#core/events/settings.ts'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'

const JOBS = 300

/** A small linear congruential generator (Numerical Recipes constants): the same numbers everywhere. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** `count` events, the ones that set the stage included. */
export function downloadMix(count: number, seed = 1): AppEvent[] {
  const next = numbers(seed)
  const pick = (n: number) => Math.floor(next() * n)
  const drafts: AppDraft[] = [releaseListOpened({ queryId: 'sort=-date' })]
  for (let i = 0; i < JOBS; i++) drafts.push(...begin(i))
  let page = 0
  while (drafts.length < count) {
    const roll = next()
    const id = `job-${pick(JOBS)}`
    if (roll < 0.001) drafts.push(pageOf(++page))
    else if (roll < 0.521) drafts.push(downloadProgressed({ downloadID: id, receivedBytes: pick(50_000_000) }))
    else if (roll < 0.62) drafts.push(settingSidebarToggled({ open: roll < 0.57 }))
    else if (roll < 0.7) drafts.push(settingParallelDownloadsChosen({ count: 1 + pick(6) }))
    else if (roll < 0.8) drafts.push(downloadFailed({ downloadID: id, reason: 'network', receivedBytes: 1 }))
    else if (roll < 0.88)
      drafts.push(downloadStored({ downloadID: id, bytes: 50_000_000, sha256: null, fileName: `${id}.wav` }))
    else if (roll < 0.94) drafts.push(downloadSaved({ downloadID: id }))
    else drafts.push(downloadRemoved({ downloadID: id }), ...begin(Number(id.slice(4))))
  }
  let seq = 0
  return drafts.slice(0, count).map((draft, index) => {
    const durable = definitionOf(draft).durable
    return { seq: durable ? ++seq : 0, t: index, source: 'downloads', cause: null, ...draft } as AppEvent
  })
}

function begin(i: number): AppDraft[] {
  const downloadID = `job-${i}`
  return [
    downloadRequested({
      requests: [
        {
          downloadID,
          type: 'song',
          mediaID: `track-${i}`,
          releaseid: `release-${i % 40}`,
          format: 'wav',
          artist: 'Ines Kettering',
          title: `Slow Harbour ${i}`,
          version: '',
          explicit: false,
          ordinal: 1,
          trackcount: 1,
          coverart: '/cover.png',
        },
      ],
    }),
    downloadStarted({ downloadID, totalBytes: 50_000_000, resumedAt: 0 }),
  ]
}

export function pageOf(page: number): AppDraft {
  const releases = Array.from({ length: 40 }, (_, i) => release(page * 40 + i))
  return releasePageReceived({ queryId: 'sort=-date', round: 1, page, total: 100_000, releases })
}

function release(i: number): ReleaseCard {
  return {
    releaseid: `release-${i}`,
    title: `Red Clay Letters ${i}`,
    artist: `Josie Marrow ${i}`,
    explicit: false,
    thumbnail: `/api/images/release-${i}-300.png`,
    coverart: `/api/images/release-${i}-1400.png`,
    colour: '#a05030',
    available: '2026-11-20',
    impactdate: null,
    duration: 2400,
    trackcount: 12,
    videocount: 0,
    flaggedtrackcount: 0,
    labels: [{ name: 'Northbank Editions' }],
    genres: ['Country', 'Americana'],
    markettags: ['ca', 'cancon'],
    trending: false,
    release_type: 'album',
    candownload: true,
    flagged: false,
    archived: false,
  }
}
