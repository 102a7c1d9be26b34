// Each fault the engine can meet, made to happen, and what a person is told of it.
import { beforeEach, describe, expect, it } from 'vitest'
import { REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import { FAULTS, type Fault, faultLine } from '#core/model/downloads/fault.ts'
import { Run, World } from '#tests/support/downloadHarness.ts'
import { mp3, mp4, type Fault as Trick, wav, wished } from '#tests/support/downloadParts.ts'
import { MAX_TRIES } from './trouble/retry.ts'
import { Trouble } from './trouble/trouble.ts'

const bytes = wav(20_000)
let world: World
let run: Run

beforeEach(async () => {
  world = new World()
  run = new Run(world)
  await run.signIn()
  world.song('s', { bytes, etag: '"1"' })
})

/** They happen in reasons that are the reducers', the platform's or of many files: tests of their own name them. */
const ELSEWHERE = {
  pageLeft: 'tabs.test.ts',
  storageSilent: 'hashThread.test.ts',
  storedGone: 'bundle.test.ts',
  zipTooLarge: 'bundle.test.ts',
  songsFailed: 'bundle.test.ts',
  fileHeld: 'tabs/robbed.test.ts',
  browserRefuses: 'saving.test.ts',
  folderRefuses: 'sinks/folder/folders.test.ts',
  folderFull: 'sinks/folder/folders.test.ts',
  nameRefused: 'sinks/folder/folders.test.ts',
} as const satisfies Partial<Record<Fault, string>>

const always = (trick: Trick) => world.files.faults.push(...Array.from({ length: 60 }, () => trick))
const answers = (status: number) => always(() => new Response(null, { status }))
const holds = (content: Uint8Array<ArrayBuffer>, more: { digest?: string; length?: boolean } = {}) =>
  world.song('s', { bytes: content, etag: '"1"', digest: null, ...more })
/** The first bytes come, and then only this. */
const after8192 = (trick: Trick) => {
  world.files.faults.push((seen, file) => world.files.answer(seen, file, { breakAt: 8192 }))
  always(trick)
}

type Here = Exclude<Fault, keyof typeof ELSEWHERE>
const MADE: Record<Here, () => unknown> = {
  noConnection: () => always(() => Promise.reject(new TypeError('failed to fetch'))),
  lineCut: () => after8192((seen, file) => world.files.answer(seen, file, { breakAt: 0 })),
  lineSilent: () => after8192((seen, file) => world.files.answer(seen, file, { holdAt: 0 })),
  noAnswerInTime: () => always(() => new Promise<Response>(() => {})),
  tokenRefused: () => answers(401),
  notAllowed: () => answers(403),
  fileGone: () => answers(404),
  serverBusy: () => answers(429),
  ledElsewhere: () => always(() => Response.redirect('https://elsewhere.example/', 302)),
  serverError: () => answers(500),
  senselessAnswer: () => answers(206),
  fileChanges() {
    let version = 0
    after8192((seen, file) => {
      version += 1
      return world.files.answer({ ...seen, range: null }, { ...file, etag: `"v${version}"` }, { breakAt: 4096 })
    })
  },
  wrongLength: () => always(() => new Response(bytes, { headers: { 'content-length': '19000', etag: '"1"' } })),
  lengthUnknown: () => holds(mp3(5000), { length: false }),
  endMissing: () => holds(bytes.slice(0, 15_000)),
  wrongBytes: () => holds(bytes, { digest: `sha-256=:${btoa('x'.repeat(32))}:` }),
  notMusic: () => holds(mp4(5000)),
  diskFull: () => {
    world.sinks.quota = 10_000
  },
  memoryFull: () => {
    world.sinks.reserve = () => Promise.reject(new Trouble('memoryFull', 'too much'))
  },
  storageRefuses: () => {
    world.sinks.refuses = true
  },
  zipNotBuilt: () => world.api.set('/audio/zipper/s/status', () => Response.json({ status: 'failed', progress: 0 })),
  nothingToGet: () =>
    world.api.set('/releases/s', () => Response.json({ ...DETAIL, songs: [{ ...SONG, formats: [] }] })),
  playerError: () => {
    world.sinks.reserve = () => Promise.reject(new TypeError('undefined is not a function'))
  },
}

const OF_ZIPS: readonly Here[] = ['zipNotBuilt', 'nothingToGet']

describe('the reason a person is told', () => {
  it.each(Object.keys(MADE) as Here[])('of %s is that of its line', async (fault) => {
    world.api.set('/releases/s', () => Response.json(DETAIL))
    world.api.set('/audio/zipper/s', () => Response.json({ id: 'z' }))
    MADE[fault]()
    const format = fault === 'lengthUnknown' ? 'mp3' : 'wav'
    await run.request(wished('s', OF_ZIPS.includes(fault) ? 'release' : 'song', format))
    await run.advance(MAX_TRIES * (REQUEST_TIMEOUT_MS + 30_000))
    expect(run.failure('job-s')).toBe(faultLine(fault).reason)
  })

  it.each(['lineCut', 'lineSilent'] as const)('of %s leaves what came', async (fault) => {
    MADE[fault]()
    await run.request(wished('s'))
    await run.advance(MAX_TRIES * (REQUEST_TIMEOUT_MS + 30_000))
    expect(run.told('download.failed').at(-1)?.receivedBytes).toBe(8192)
  })

  it('is tested of every fault there is', () => {
    expect(new Set([...Object.keys(MADE), ...Object.keys(ELSEWHERE)])).toEqual(new Set(Object.keys(FAULTS)))
  })
})

const SONG = {
  trackid: 't', releaseid: 's', ordinal: 1, title: '', artist: '', version: '', explicit: false, assettype: 'audio',
  duration: 1, available: '', impactdate: null, labels: [], genres: [], market_tags: [], coverart: '',
  candownload: true, formats: ['wav'], flagged: false, album: '', language: '', composer: '', writers: '',
  publishing: '', producer: '', isrc: '', upcnumber: '', catalognumber: '', copyrightyear: null, canadian: {}, lyrics: '',
} // biome-ignore format: a song has many fields
const DETAIL = {
  releaseid: 's', title: '', artist: '', explicit: false, thumbnail: '', coverart: '', available: '', impactdate: null,
  duration: 1, trackcount: 1, labels: [], genres: [], markettags: [], trending: false, release_type: 'ep',
  candownload: true, flagged: false, archived: false, commenting_enabled: false, allow_sharing: false, promoinfo: '',
  attachments: [], songs: [SONG],
} // biome-ignore format: a release has many fields
