/** Made-up releases for the harness: the same number gives the same release, titles of every length and script. */
import type { ListIndexPart } from '#core/model/catalogue/listIndex.ts'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'

/** How many different covers the harness serves; each release asks for its own address. */
export const COVERS = 120

const FIRST = [
  'Slow',
  'Red Clay',
  'Under the',
  'Morning',
  'Paper',
  'Someone Else’s',
  'Long',
  'Northern',
  'Glass',
  'Late',
]
const SECOND = [
  'Harbour',
  'Letters',
  'Ice Road',
  'Ledger',
  'Summer',
  'Machines',
  'Planet',
  'Way Round the Sun',
  'Motorway',
  'Rooms',
]
const ARTISTS = [
  'Ines Kettering',
  'Josie Marrow',
  'Atelier Nord',
  'Vantage 88',
  'Quiet Engines',
  'Sofía Almendra',
  'Hugh Tarrant',
]
const GENRES = [
  'Country',
  'Americana',
  'Adult Contemporary',
  'Soul',
  'Alternative',
  'Indie Rock',
  'House',
  'Techno',
  'Folk',
]
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  'مرحبا بالعالم',
  '🎧🌊 Waves',
  'A title that goes on for very much longer than any card could ever show in one single line of text',
]

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

export function makeRelease(i: number): ReleaseCard {
  const n = Math.imul(i + 1, 2654435761) >>> 0
  return {
    releaseid: `r${i}`,
    title: i % 37 === 36 ? pick(HOSTILE, Math.floor(i / 37)) : `${pick(FIRST, n >>> 3)} ${pick(SECOND, n >>> 9)}`,
    artist: pick(ARTISTS, n >>> 5),
    explicit: i % 6 === 4,
    thumbnail: `/covers/${i}`,
    coverart: `/covers/${i}`,
    colour: `#${((n >>> 8) & 0x7f7f7f).toString(16).padStart(6, '0')}`,
    available: '2026-11-20T00:00:00Z',
    impactdate: null,
    duration: i % 29 === 28 ? 0 : 180,
    trackcount: 1 + (n % 12),
    videocount: i % 11 === 7 ? 1 : 0,
    flaggedtrackcount: 0,
    labels: [{ name: 'Harbour Records' }],
    genres: [pick(GENRES, n >>> 4), pick(GENRES, n >>> 7), pick(GENRES, n >>> 11)].slice(0, 1 + (n % 3)),
    markettags: i % 5 === 0 ? ['cancon'] : [],
    trending: i % 7 === 1,
    release_type: 'single',
    candownload: i % 9 !== 8,
    flagged: i % 13 === 3,
    archived: false,
  }
}

/** A part of the light index of the first `total` of them. @param first place of its first row, from 0 @param most rows at most */
export function indexPartOf(total: number, first: number, most: number): ListIndexPart {
  const length = Math.max(0, Math.min(most, total - first))
  const row = (i: number): ListIndexPart['rows'][number] => {
    const { releaseid, title, artist, colour } = makeRelease(first + i)
    return [releaseid, title, artist, colour ?? null]
  }
  return { total, rows: Array.from({ length }, (_, i) => row(i)) }
}
