/**
 * The demo catalogue: a promo pool that does not exist, the same on every machine for the same day.
 * Made one release at a time, so that a hundred thousand never stand in memory together.
 */

import type { Options } from '#core/model/catalogue/release.ts'
import { longDate } from '#core/model/text/formats.ts'
import { CATALOGUE_RELEASES, type CatalogueRelease, type CatalogueSize } from '../../catalogue/contract.ts'
import { averageColour } from '../art/covers.ts'
import { Random } from '../random.ts'
import { CoverOrder } from './coverOrder.ts'
import { FIXTURE_COUNT, FIXTURE_NAMES, fixtures } from './fixtures.ts'
import { HEADLINERS, type Headliner } from './headliners.ts'
import { Namer } from './names.ts'
import { GENRES, LABELS, LISTS, MARKETS, PROFILES, type Profile } from './profiles.ts'
import { promoFor } from './texts.ts'
import { type ReleaseFacts, tracksFor } from './tracks.ts'

const DAY_MS = 86_400_000
/** Days the catalogue reaches back. */
const SPAN_DAYS: Record<CatalogueSize, number> = { small: 16, demo: 420, large: 3650 }
const FIXTURES_AFTER_DAYS = 21
/** The day the demo stands still at. */
export const DEMO_TODAY = '2026-11-20'

/** The filter lists of the demo catalogue. Market icons are addresses only the server knows: empty here. */
export function demoOptions(): Pick<Options, 'genres' | 'markets' | 'packages'> {
  const slug = (name: string) =>
    name
      .toLowerCase()
      .replace(/&/g, 'n')
      .replace(/[^a-z0-9]+/g, '-')
  return {
    genres: GENRES.map((name) => ({ id: slug(name), name })),
    markets: MARKETS.map(([id, name]) => ({ id, name, icon: '' })),
    packages: LISTS.map(([id, name]) => ({ id, name })),
  }
}

/**
 * The releases of a size, newest first, the fixed ones about three weeks back.
 * @param today ISO day of the newest release
 */
export function* demoCatalogue(
  size: CatalogueSize,
  today: string = DEMO_TODAY,
): Generator<CatalogueRelease, void, void> {
  const regular = CATALOGUE_RELEASES[size] - FIXTURE_COUNT
  const newest = Date.parse(`${today}T06:00:00.000Z`)
  const maker = new Maker(size)
  let fixed = false
  for (let i = 0; i < regular; i++) {
    // Denser towards today, each release at its own minute, so that the order by date is this one.
    const back = Math.floor((i / regular) ** 1.2 * SPAN_DAYS[size] * 1440) * 60_000 + i * 1000
    if (!fixed && back > FIXTURES_AFTER_DAYS * DAY_MS) {
      fixed = true
      yield* fixtures(newest - FIXTURES_AFTER_DAYS * DAY_MS, 500)
    }
    yield maker.make(i, newest - back)
  }
  if (!fixed) yield* fixtures(newest - FIXTURES_AFTER_DAYS * DAY_MS, 60_000)
}

class Maker {
  private readonly namer = new Namer()
  private readonly covers = new CoverOrder(HEADLINERS.map((headliner) => headliner.cover))
  private readonly wheel = PROFILES.flatMap((profile) => Array<Profile>(profile.weight).fill(profile))

  constructor(private readonly size: CatalogueSize) {
    for (const { artist, title } of [...HEADLINERS, ...FIXTURE_NAMES]) this.namer.reserve(artist, title)
  }

  make(i: number, availableMs: number): CatalogueRelease {
    const r = new Random(`release:${i}`)
    const chosen = HEADLINERS[i]
    const profile = (chosen && profileOf(chosen)) ?? r.pick(this.wheel)
    const naming = this.namer.next(r, profile)
    const seed = this.covers.next(i)
    const flag = (letter: string, chance: number) => (chosen ? chosen.flags.includes(letter) : r.chance(chance))
    const [label, labelCode] = LABELS.find(([name]) => name === chosen?.label) ?? r.pick(LABELS)
    const canadian = flag('c', 0.11)
    const impact = r.chance(0.7) ? availableMs + r.int(0, 24) * DAY_MS : null
    const facts: ReleaseFacts = {
      releaseid: `r${String(i + 1).padStart(6, '0')}`,
      number: i + 1,
      title: chosen?.title ?? naming.title,
      artist: chosen?.artist ?? naming.artist,
      language: chosen ? languageOf(chosen, profile) : naming.language,
      type:
        chosen?.type ??
        r.pick(['album', 'album', 'album', 'ep', 'ep', 'single', 'single', 'single', 'single', 'single']),
      label,
      labelCode,
      genres: chosen ? [...chosen.genres] : r.chance(0.55) ? [...profile.genres] : profile.genres.slice(0, 1),
      markets: this.markets(r, canadian),
      available: new Date(availableMs).toISOString(),
      impactdate: impact === null ? null : Math.floor(impact / DAY_MS) * 86_400,
      year: new Date(availableMs).getUTCFullYear(),
      explicit: flag('x', profile.explicit),
      canadian,
      candownload: chosen ? true : r.chance(0.96),
      video: flag('v', 0.05),
    }
    const texts = this.size !== 'large' || r.chance(0.25)
    return this.finish(r, facts, tracksFor(r, facts, profile, texts), seed, flag('t', 0.09), texts)
  }

  private finish(
    r: Random,
    facts: ReleaseFacts,
    songs: CatalogueRelease['songs'],
    seed: string,
    trending: boolean,
    texts: boolean,
  ): CatalogueRelease {
    const audio = songs.filter((song) => song.assettype === 'audio')
    const colour = averageColour(seed)
    const { title, artist, label, type, canadian, explicit } = facts
    const promo = texts && (facts.number <= HEADLINERS.length || r.chance(0.6))
    return {
      releaseid: facts.releaseid,
      title,
      artist,
      explicit: explicit && audio.some((song) => song.explicit),
      colour,
      available: facts.available,
      impactdate: facts.impactdate,
      duration: audio.reduce((sum, song) => sum + song.duration, 0),
      trackcount: audio.length,
      videocount: songs.length - audio.length,
      labels: [{ name: label }],
      genres: facts.genres,
      markettags: facts.markets,
      trending,
      release_type: type,
      candownload: facts.candownload,
      commenting_enabled: r.chance(0.97),
      allow_sharing: r.chance(0.97),
      promoinfo: promo
        ? promoFor(r, {
            title,
            artist,
            label,
            type: { album: 'Album', ep: 'EP', single: 'Single' }[type],
            tracks: audio.length,
            focus: (audio.find((song) => song.title === title) ?? audio[0])?.title ?? title,
            impact: facts.impactdate === null ? '' : longDate(new Date(facts.impactdate * 1000).toISOString()),
            canadian,
            colour,
          })
        : '',
      cover: { seed },
      songs,
      attachments: attachmentsFor(r, facts),
      access: 'open',
      trend: trending ? r.range(0.7, 1) : r.range(0, 0.7),
      packages: packagesFor(r, facts),
    }
  }

  private markets(r: Random, canadian: boolean): string[] {
    const others = r
      .shuffle(MARKETS.map(([id]) => id).filter((id) => id !== 'cancon' && id !== 'ca'))
      .slice(0, r.int(1, 4))
    if (canadian) return ['cancon', 'ca', ...others]
    return r.chance(0.3) ? ['ca', ...others] : others
  }
}

/** The profile whose first genre is the headliner's; its sound and its habits follow. */
const profileOf = (chosen: Headliner): Profile | undefined =>
  PROFILES.find((p) => p.genres.join() === chosen.genres.join()) ??
  PROFILES.find((p) => p.genres[0] === chosen.genres[0]) ??
  PROFILES.find((p) => p.genres.includes(chosen.genres[0] ?? ''))

/** A headliner's language: its profile's first when that is what it usually sings in. */
const languageOf = (chosen: Headliner, profile: Profile): string =>
  profile.foreign > 0.5 && !/^(Deep|Gestures)/.test(chosen.title) ? (profile.languages[0] ?? 'English') : 'English'

function attachmentsFor(r: Random, facts: ReleaseFacts): CatalogueRelease['attachments'] {
  const all = [
    { title: `${facts.artist} - One sheet.pdf`, bytes: r.int(38_000, 420_000) },
    { title: `${facts.artist} - Biography.pdf`, bytes: r.int(30_000, 190_000) },
    { title: `${facts.title} - Lyrics.txt`, bytes: r.int(1800, 9000) },
    { title: `${facts.title} - Credits.txt`, bytes: r.int(900, 4200) },
  ]
  const count = facts.type === 'single' ? r.int(0, 2) : r.int(1, 4)
  return all.slice(0, count).map((entry, k) => ({ ...entry, seed: `${facts.releaseid}-${k}` }))
}

function packagesFor(r: Random, facts: ReleaseFacts): string[] {
  const lists = r
    .shuffle(LISTS.map(([id]) => id).filter((id) => id !== 'canadian-hour' && id !== 'new-this-week'))
    .slice(0, r.int(0, 2))
  if (facts.canadian) lists.unshift('canadian-hour')
  if (facts.number <= 60) lists.unshift('new-this-week')
  return lists
}
