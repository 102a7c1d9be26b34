// Kinds of music: the genres that stand together, how they sound, where they come out, how they look.
import type { Style } from '../music/score.ts'

export interface Profile {
  genres: readonly string[]
  style: Style
  /** Share of releases, relative. */
  weight: number
  /** Languages of titles besides English, with the chance of one. */
  languages: readonly string[]
  foreign: number
  explicit: number
  lyrics: boolean
}

const p = (genres: string, style: Style, weight: number, more: Partial<Profile> = {}): Profile => ({
  genres: genres.split(', '),
  style,
  weight,
  languages: [],
  foreign: 0,
  explicit: 0.06,
  lyrics: true,
  ...more,
})

export const PROFILES: readonly Profile[] = [
  p('Pop, Dance', 'pop', 11, { explicit: 0.16 }),
  p('Adult Contemporary, Soul', 'soul', 6),
  p('Alternative, Indie Rock, Singer-Songwriter', 'rock', 10, { explicit: 0.12 }),
  p('Country, Americana', 'folk', 7),
  p('Folk, Singer-Songwriter', 'folk', 6, { languages: ['Norwegian', 'French'], foreign: 0.25 }),
  p('House, Techno', 'house', 7, { lyrics: false, languages: ['German', 'Portuguese'], foreign: 0.15 }),
  p('Synthwave, Electronic, Dance', 'synthwave', 5, { lyrics: false }),
  p('Ambient, Modern Classical', 'ambient', 5, {
    lyrics: false,
    languages: ['Norwegian', 'German', 'French'],
    foreign: 0.3,
  }),
  p('Hip-Hop, R&B', 'hiphop', 10, { explicit: 0.55, languages: ['French', 'Portuguese'], foreign: 0.12 }),
  p('R&B, Soul', 'soul', 6, { explicit: 0.2 }),
  p('Latin, Bolero', 'latin', 6, { languages: ['Spanish', 'Portuguese'], foreign: 0.92 }),
  p('Latin, Pop', 'latin', 4, { languages: ['Spanish'], foreign: 0.85, explicit: 0.15 }),
  p('Jazz', 'soul', 4, { lyrics: false, languages: ['French', 'Polish'], foreign: 0.18 }),
  p('Modern Classical, Soundtrack', 'chamber', 4, {
    lyrics: false,
    languages: ['Polish', 'German', 'French'],
    foreign: 0.3,
  }),
  p('Rock, Alternative', 'rock', 7, { explicit: 0.18 }),
  p('Metal, Rock', 'rock', 2, { explicit: 0.3, languages: ['Norwegian', 'German'], foreign: 0.25 }),
  p('Electronic, Ambient', 'ambient', 4, { lyrics: false }),
  p('Chanson, Pop', 'chamber', 3, { languages: ['French'], foreign: 0.95 }),
  p('Blues, Americana', 'rock', 3),
  p('Reggae, Dance', 'latin', 2),
  p('World, Folk', 'latin', 3, { languages: ['Portuguese', 'Spanish', 'Polish'], foreign: 0.6 }),
]

/** Every genre a release may carry, in the order of the alphabet. */
export const GENRES: readonly string[] = [...new Set(PROFILES.flatMap((profile) => profile.genres))].sort((a, b) =>
  a < b ? -1 : 1,
)

/** Labels, invented, each with the code of its catalogue numbers. */
export const LABELS: readonly (readonly [name: string, code: string])[] = `
Northbank Editions NBE|Low Ceiling LOW|Slipway Songs SLP|Red Barn Audio RBA|Halyard HLY|Paper Lantern Records PLR|Tern Island TRN|Great Auk GAK
Kiln & Co KLN|Second Harvest Sound SHS|Nocturne Bureau NOC|Atelier Nord ATN|Blue Ferry BLF|Copperplate CPP|Dial Tone Music DTM|Elm Street Social ESS
Fathom Five FTH|Gravel Road GRV|Hinterhof HTH|Island Hours ISH|Juniper Yard JNP|Kastanie KST|Lamplight LMP|Maison Ardente MAR
Noon Gun NGN|Overstory OVS|Pilot Light PLT|Quarter Tone QTN|Ribbon Works RBW|Saltmarsh SLM|Tidewater Tapes TDW|Understudy UND
Verano Discos VRN|Weathervane WTV|Xebec XBC|Yellow House Music YHM|Zinc & Cedar ZNC|Aurora Parkway AUR|Bellwether BLW|Casa Marea CSM
Delta Kiosk DLK|Everglow EVG|Foxhole Sound FXH|Glasshouse Union GLU|Holm HLM|Inkwell INK|Kite & Anchor KTA|Long Shadow LSH`
  .trim()
  .split(/\||\n/)
  .map((entry) => {
    const cut = entry.lastIndexOf(' ')
    return [entry.slice(0, cut), entry.slice(cut + 1)] as const
  })

export const MARKETS: readonly (readonly [id: string, name: string])[] = [
  ['us', 'United States'],
  ['cancon', 'Canadian content'],
  ['ca', 'Canada'],
  ['uk', 'United Kingdom'],
  ['ie', 'Ireland'],
  ['au', 'Australia'],
  ['nz', 'New Zealand'],
  ['de', 'Germany'],
  ['fr', 'France'],
  ['es', 'Spain'],
  ['nordics', 'Nordics'],
  ['latam', 'Latin America'],
]

export const LISTS: readonly (readonly [id: string, name: string])[] = [
  ['new-this-week', 'New this week'],
  ['radio-adds', 'Radio adds'],
  ['canadian-hour', 'Canadian hour'],
  ['college-radio', 'College radio'],
  ['film-and-tv', 'Film and television'],
  ['late-night', 'Late night'],
  ['morning-show', 'Morning show'],
  ['press-picks', 'Press preview'],
  ['specialty-shows', 'Specialty shows'],
]
