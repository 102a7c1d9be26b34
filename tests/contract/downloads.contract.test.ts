// The download engine against the real server, whose process is killed and started again while files are in flight.
// @module-tag long
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import type { Reported } from '#core/contracts/engine.ts'
import { downloadRequested } from '#core/events/downloads.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { sessionStarted } from '#core/events/people/session.ts'
import { ReleaseDetail, ReleaseList, type Song } from '#core/model/catalogue/release.ts'
import { API_BASE } from '#core/model/constants.ts'
import { claims } from '#tests/support/downloadHarness.ts'
import {
  MemoryFolders,
  MemoryJournal,
  MemorySinks,
  nodeDigest,
  nodeHasher,
  wished,
} from '#tests/support/downloadParts.ts'
import { secretsIn } from '#tests/support/secrets.ts'
import { createApi } from '#workers/api/transport/client.ts'
import { systemClock } from '#workers/api/transport/clock.ts'
import { serverAnswers } from '#workers/api/transport/reachable.ts'
import { createDownloadEngine } from '#workers/engines/downloads/engine.ts'
import { aloneTab } from '#workers/engines/downloads/tabs/tabPorts.ts'
import { readBackHashing } from '#workers/engines/downloads/verify/hashing.ts'
import { call, expectJson, mediaToken, signIn } from './http.ts'
import { type StartedServer, startServer } from './server.ts'

const FILES = 3
let server: StartedServer

afterAll(async () => {
  await server.stop({ keepData: true })
  await rm(server.dataDir, { recursive: true, force: true })
})

async function until(what: () => boolean): Promise<void> {
  while (!what()) await pause(20)
}

/** Songs of one release that come as WAV. */
async function songsOf(access: string): Promise<Song[]> {
  const list = await expectJson(ReleaseList, call(server.url, '/releases?pagesize=40', { token: access }))
  for (const { releaseid } of list.releases) {
    const { songs } = await expectJson(ReleaseDetail, call(server.url, `/releases/${releaseid}`, { token: access }))
    const fit = songs.filter(({ formats, candownload }) => candownload && formats.includes('wav'))
    if (fit.length >= FILES) return fit.slice(0, FILES)
  }
  throw new Error('no release has enough songs')
}

async function sha256Of(song: Song, access: string): Promise<string> {
  const token = await mediaToken(server.url, access, song.trackid)
  const answer = await call(server.url, `/audio/${song.trackid}/download?format=wav&bitrate=320&token=${token}`)
  return createHash('sha256')
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest('hex')
}

it('three files are in flight while the server is killed and comes back: all end right', {
  timeout: 240_000,
}, async () => {
  server = await startServer()
  const { access } = await signIn(server.url)
  const songs = await songsOf(access)
  const right = await Promise.all(songs.map((song) => sha256Of(song, access)))
  const base = server.url + API_BASE

  let begun = 0
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  /** Each file comes as far as its first bytes, until the server is gone. */
  const slowly = async (address: string, init?: RequestInit) => {
    const answer = await fetch(address, init)
    if (!address.includes('/download') || !answer.body) return answer
    const body = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        async transform(bytes, out) {
          out.enqueue(bytes)
          begun += 1
          await held
        },
      }),
    )
    return new Response(body, answer)
  }
  const session = {
    accessToken: async () => access,
    renew: async () => null,
    ...secretsIn(),
  }
  const engine = createDownloadEngine({
    api: createApi({ fetch, session, clock: systemClock, base }),
    session,
    fetch: slowly,
    answers: (signal) => serverAnswers(fetch, base, crypto.randomUUID(), signal),
    clock: systemClock,
    sinks: new MemorySinks(),
    journal: new MemoryJournal(),
    hashing: readBackHashing({ makeHasher: nodeHasher, digest: nodeDigest }),
    tabs: aloneTab,
    robbed() {},
    folders: new MemoryFolders(),
    history: { load: async () => [], add: async () => {} },
    pieceMin: Number.POSITIVE_INFINITY,
    random: Math.random,
  })
  const facts: Reported[] = []
  engine.connect((reported) => void facts.push(...reported))
  const told = (type: string) => facts.filter(({ draft }) => draft.type === type)
  const say = (draft: AppDraft, seq: number) =>
    engine.accept([{ ...draft, seq, t: 0, source: 'person', cause: null } as AppEvent])
  say(sessionStarted({ claims: claims(), accessToken: 'a', refreshToken: 'r', restored: false }), 1)
  say(downloadRequested({ requests: songs.map(({ trackid }) => wished(trackid)) }), 2)
  await until(() => begun >= FILES)

  const { port } = new URL(server.url)
  await server.stop({ keepData: true, signal: 'SIGKILL' })
  letGo()
  await until(() => told('download.serverLost').length > 1)
  expect(told('download.failed')).toEqual([])
  server = await startServer({ env: { DATA_DIR: server.dataDir, PORT: port } })
  await until(() => told('download.stored').length + told('download.failed').length === FILES)

  expect(told('download.failed')).toEqual([])
  expect(told('download.serverReached')).toHaveLength(1)
  for (const [n, song] of songs.entries()) {
    const file = (await engine.file(`job-${song.trackid}`)) as Blob
    expect(
      createHash('sha256')
        .update(new Uint8Array(await file.arrayBuffer()))
        .digest('hex'),
    ).toBe(right[n])
  }
})
