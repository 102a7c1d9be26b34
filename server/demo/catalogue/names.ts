// Names for artists and titles, drawn from the word lists; the namer keeps early ones from repeating.
import type { Random } from '../random.ts'
import type { Profile } from './profiles.ts'
import * as words from './words.ts'

/** Releases whose artist and title are all different from each other. */
const DISTINCT_FOR = 2000
/** Artists remembered, so that later releases can be another one by the same artist. */
const KNOWN_ARTISTS = 1500

export interface Naming {
  artist: string
  title: string
  language: string
}

export class Namer {
  private readonly titles = new Set<string>()
  private readonly artists: string[] = []
  private readonly artistSet = new Set<string>()
  private count = 0

  /** Keeps a name that was chosen by hand from being drawn. */
  reserve(artist: string, title: string): void {
    this.titles.add(title.toLowerCase())
    if (!this.artistSet.has(artist.toLowerCase())) {
      this.artistSet.add(artist.toLowerCase())
      this.artists.push(artist)
    }
  }

  next(r: Random, profile: Profile): Naming {
    const early = this.count++ < DISTINCT_FOR
    const foreign = profile.languages.length > 0 && r.chance(profile.foreign)
    let language = foreign ? r.pick(profile.languages) : 'English'
    let title = titleFor(r, language)
    for (let tries = 0; early && this.titles.has(title.toLowerCase()); tries++) {
      if (tries > 8) language = 'English'
      title = titleFor(r, language)
    }
    if (early) this.titles.add(title.toLowerCase())
    return { artist: this.artist(r, language), title, language }
  }

  private artist(r: Random, language: string): string {
    // The first few hundred are all different people; later ones come back with another record.
    if (this.count > 300 && r.chance(0.35)) return r.pick(this.artists)
    let artist = artistFor(r, language)
    for (let tries = 0; tries < 40 && this.artistSet.has(artist.toLowerCase()); tries++) artist = artistFor(r, language)
    if (this.artists.length < KNOWN_ARTISTS) {
      this.artistSet.add(artist.toLowerCase())
      this.artists.push(artist)
    }
    return artist
  }
}

const HOMES: Readonly<Record<string, readonly number[]>> = {
  English: [0, 0, 0, 6, 7, 8, 9, 3],
  Spanish: [1],
  French: [2, 2, 6],
  German: [7],
  Portuguese: [5],
  Norwegian: [3],
  Polish: [4],
}

export function personFor(r: Random, language: string): string {
  const home = words.PEOPLE[r.pick(HOMES[language] ?? [0])]
  return home ? `${r.pick(home.first)} ${r.pick(home.last)}` : ''
}

function artistFor(r: Random, language: string): string {
  const kind = r.next()
  if (kind < 0.5 || (language !== 'English' && kind < 0.75)) return personFor(r, language)
  if (kind < 0.515) return r.pick(words.OTHER_SCRIPTS)
  if (kind < 0.64) return `The ${r.pick(words.BAND_ADJECTIVES)} ${r.pick(words.BAND_NOUNS)}`
  if (kind < 0.8) return `${r.pick(words.BAND_ADJECTIVES)} ${r.pick(words.BAND_NOUNS)}`
  if (kind < 0.88) return r.pick(words.BAND_SINGLES)
  if (kind < 0.94) return `${personFor(r, language)} ${r.pick(words.ENSEMBLES)}`
  if (kind < 0.97) return `${personFor(r, language).split(' ')[0] ?? ''} ${r.pick(words.GROUP_TAILS)}`
  return `${personFor(r, language)} & ${personFor(r, language)}`
}

/** A title in that language; English ones come in several shapes. */
export function titleFor(r: Random, language: string): string {
  const foreign = words.FOREIGN[language]
  if (foreign)
    return capital(
      `${r.pick(foreign[0])} ${r.pick(foreign[1])}`
        .replace(' de el ', ' del ')
        .replace(/^Cartas a el /, 'Cartas al ')
        .replace(/^Volver a el /, 'Volver al '),
    )
  const kind = r.next()
  if (kind < 0.3) return `${r.pick(words.TITLE_ADJECTIVES)} ${r.pick(words.TITLE_NOUNS)}`
  if (kind < 0.46) return `${r.pick(words.TITLE_VERBS)} ${r.pick(words.TITLE_OBJECTS)}`
  if (kind < 0.6) return `${r.pick(words.TITLE_NOUNS)} ${r.pick(words.TITLE_PLACES)}`
  if (kind < 0.7) return `The ${r.pick(words.TITLE_ADJECTIVES)} ${r.pick(words.TITLE_NOUNS)}`
  if (kind < 0.78) return r.pick(words.TITLE_PHRASES)
  if (kind < 0.86) return `${r.pick(words.TITLE_NOUNS)} & ${r.pick(words.TITLE_NOUNS)}`
  if (kind < 0.94) return r.pick(words.TITLE_NOUNS)
  if (kind < 0.955) return r.pick(words.OTHER_SCRIPT_TITLES)
  return `${r.pick(words.TITLE_ADJECTIVES)} ${r.pick(words.TITLE_NOUNS)} No. ${r.int(2, 9)}`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
