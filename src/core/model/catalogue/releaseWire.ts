/**
 * Releases as they may come over the wire: some fields have two names (D-082, D-130), some may lack, and words may be
 * written large (H-200). Yes and no may be numbers or words in the Canadian map (H-280), null stands for what there is
 * none of (H-526), and what another server calls as a field of this client's own is none (H-599). They are read into the one model here, at the edge, and nowhere else.
 */
import * as z from 'zod/mini'
import { later } from '../later.ts'
import { AUDIO_FORMATS, MediaFormat, Options, ReleaseDetail, ReleaseList, Song } from './release.ts'

export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Gives a field its name, and its value from the other name where it has none of its own. */
export function named(
  fields: Fields,
  name: string,
  other: string,
  read: (value: unknown) => unknown = (value) => value,
): Fields {
  return fields[name] === undefined && fields[other] !== undefined ? { ...fields, [name]: read(fields[other]) } : fields
}

/** The fields that say something: null is no more than a field that lacks (H-526). */
export const said = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

/** The fields without those of this client's own that are not as it has them: another server means something else by them. */
export function withoutForeign(fields: Fields, own: Readonly<Record<string, z.ZodMiniType>>): Fields {
  const kept = { ...fields }
  for (const [name, schema] of Object.entries(own)) if (!schema.safeParse(kept[name]).success) delete kept[name]
  return kept
}

/** What a song and a release hold where nothing is said of it. */
const SONG_WITHOUT: Fields = {
  version: '', album: '', language: '', composer: '', writers: '', publishing: '', producer: '', isrc: '', upcnumber: '',
  catalognumber: '', lyrics: '', coverart: '', labels: [], genres: [], market_tags: [], impactdate: null, copyrightyear: null,
} // biome-ignore format: a table of fields
const RELEASE_WITHOUT: Fields = {
  thumbnail: '', coverart: '', labels: [], genres: [], markettags: [], impactdate: null, promoinfo: '', attachments: [],
} // biome-ignore format: a table of fields

const listOf = (value: unknown): unknown => (typeof value === 'string' ? value.split(/,\s*/).filter(Boolean) : value)

const YES: readonly unknown[] = [1, '1', 'true']
const NO: readonly unknown[] = [0, '0', 'false', '', null]

/** Which parts of a song are Canadian; who says it of the whole song alone, or not at all, says it of no part (H-280). */
function canadianParts(value: unknown): unknown {
  if (value === undefined || typeof value === 'boolean' || YES.includes(value) || NO.includes(value)) return {}
  if (!isFields(value)) return value
  const parts = Object.entries(value).map(([part, is]) => [part, YES.includes(is) || (!NO.includes(is) && is)])
  return Object.fromEntries(parts)
}

/** A song under the names of the model, as `normaliseRelease` does it. */
export function normaliseSong(value: unknown): unknown {
  if (!isFields(value)) return value
  const known = named(named(said(value), 'trackid', 'id'), 'ordinal', 'index')
  const tagged = named(named(known, 'market_tags', 'markettags'), 'genres', 'genre', listOf)
  const { disc, loudness } = Song.shape
  return {
    ...SONG_WITHOUT,
    ...withoutForeign(tagged, { disc, loudness }),
    ...(typeof tagged.copyrightyear === 'string' && { copyrightyear: yearOf(tagged.copyrightyear) }),
    canadian: canadianParts(tagged.canadian),
    // None at all is said, too.
    formats: Array.isArray(tagged.formats) && tagged.formats.length === 0 ? [] : FORMATS_OF[String(tagged.assettype)],
    ...formatsSaid(tagged.formats, MediaFormat.options),
  }
}

const yearOf = (text: string): number | null => (/^\d{4}$/.test(text) ? Number(text) : null)

/** What may be had of a song whose server does not say. */
const FORMATS_OF: Readonly<Record<string, readonly MediaFormat[]>> = { audio: ['wav', 'mp3'], video: ['mp4'] }

/** A release under the names of the model; what is no release stays as it is, to be refused by its schema. */
export function normaliseRelease(value: unknown): unknown {
  if (!isFields(value)) return value
  const known = named(named(said(value), 'markettags', 'market_tags'), 'genres', 'genre', listOf)
  // The contract knows none of them here: of another server's only those are read that say something.
  const { formats, ...whole }: Fields = { ...RELEASE_WITHOUT, ...named(known, 'songs', 'tracks') }
  const type = whole.release_type
  const { colour, shared, shares } = ReleaseDetail.shape
  return {
    ...withoutForeign(whole, { colour, shared, shares }),
    ...formatsSaid(formats, AUDIO_FORMATS),
    ...(typeof type === 'string' && { release_type: type.toLowerCase() }),
    ...(Array.isArray(whole.songs) && { songs: whole.songs.map(normaliseSong) }),
  }
}

/** Those of the known ones that are named; where none is, nothing was said. */
function formatsSaid<T extends string>(said: unknown, known: readonly T[]): { formats?: T[] } {
  const words = Array.isArray(said) ? said.map((one) => String(one).toLowerCase()) : []
  const formats = known.filter((one) => words.includes(one))
  return formats.length > 0 ? { formats } : {}
}

function normaliseList(value: unknown): unknown {
  return isFields(value) && Array.isArray(value.releases)
    ? { ...value, releases: value.releases.map(normaliseRelease) }
    : value
}

/** Lists of which a server may have none (H-470). */
const OPTIONS_WITHOUT: Fields = { genres: [], markets: [], packages: [], release_types: [], versions: [] }

function normaliseOptions(value: unknown): unknown {
  if (!isFields(value)) return value
  const known = said(value)
  const { capabilities } = known
  return { ...OPTIONS_WITHOUT, ...known, ...(isFields(capabilities) && { capabilities: said(capabilities) }) }
}

export const WireOptions: z.ZodMiniType<Options> = later(() => z.pipe(z.transform(normaliseOptions), Options))
export const WireReleaseDetail: z.ZodMiniType<ReleaseDetail> = later(() =>
  z.pipe(z.transform(normaliseRelease), ReleaseDetail),
)
export const WireReleaseList: z.ZodMiniType<ReleaseList> = later(() => z.pipe(z.transform(normaliseList), ReleaseList))
