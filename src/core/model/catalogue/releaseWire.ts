/**
 * Releases as they may come over the wire: some fields have two names (D-082, D-130), some may lack, and words may be
 * written large (H-200). Yes and no may be numbers or words in the Canadian map (H-280). They are read into the one model here, at the edge, and nowhere else.
 */
import * as z from 'zod/mini'
import { later } from '../later.ts'
import { type MediaFormat, ReleaseDetail, ReleaseList } from './release.ts'

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
  const known = named(named(value, 'trackid', 'id'), 'ordinal', 'index')
  const tagged = named(named(known, 'market_tags', 'markettags'), 'genres', 'genre', listOf)
  const whole: Fields = { ...tagged, canadian: canadianParts(tagged.canadian) }
  return whole.formats === undefined ? { ...whole, formats: FORMATS_OF[String(whole.assettype)] } : whole
}

/** What may be had of a song whose server does not say. */
const FORMATS_OF: Readonly<Record<string, readonly MediaFormat[]>> = { audio: ['wav', 'mp3'], video: ['mp4'] }

/** A release under the names of the model; what is no release stays as it is, to be refused by its schema. */
export function normaliseRelease(value: unknown): unknown {
  if (!isFields(value)) return value
  const known = named(named(value, 'markettags', 'market_tags'), 'genres', 'genre', listOf)
  const whole = named(known, 'songs', 'tracks')
  const type = whole.release_type
  return {
    ...whole,
    ...(typeof type === 'string' && { release_type: type.toLowerCase() }),
    ...(Array.isArray(whole.songs) && { songs: whole.songs.map(normaliseSong) }),
  }
}

function normaliseList(value: unknown): unknown {
  return isFields(value) && Array.isArray(value.releases)
    ? { ...value, releases: value.releases.map(normaliseRelease) }
    : value
}

export const WireReleaseDetail: z.ZodMiniType<ReleaseDetail> = later(() =>
  z.pipe(z.transform(normaliseRelease), ReleaseDetail),
)
export const WireReleaseList: z.ZodMiniType<ReleaseList> = later(() => z.pipe(z.transform(normaliseList), ReleaseList))
