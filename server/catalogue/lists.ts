// The lists of filters that are the same for every catalogue, and how names of other lists compare.
import type { Choice } from '#core/model/catalogue/release.ts'
import { FILTER_ID_MAX } from '#core/model/catalogue/releaseQuery.ts'
import { fold } from '#core/model/text/fold.ts'

/** The thirteen versions of the specification, in its order (FILTER-021). */
export const VERSIONS = ['Album', 'Clean', 'Radio', 'Explicit', 'Album version', 'Club mix', 'Hook', 'Instrumental', 'Liner', 'Other', 'Radio edit', 'Remix', 'Vocal'] as const // biome-ignore format: one list

export const RELEASE_TYPES: readonly Choice[] = [
  { id: 'album', name: 'Album' },
  { id: 'ep', name: 'EP' },
  { id: 'single', name: 'Single' },
]

/**
 * What spellings of one name have in common, and an id it may be asked for by: letters and digits without case and
 * accents, `-` between words (`Radio Edit` and `radio-edit` are `radio-edit`). Empty for what cannot be asked for.
 */
export function keyOf(name: string): string {
  const folded = fold(name)
  const words = folded.replace(/[^\p{L}\p{N}\p{M}]+/gu, '-').replace(/^-/, '')
  // A name that is signs alone stands for itself. Commas are between ids.
  const letters = [...(words || folded.replaceAll(',', ' ').trim())]
  return letters.slice(0, FILTER_ID_MAX / 2).join('').replace(/[-\s]+$/, '') // biome-ignore format: one line
}

/** By id; a demo has asked for them by these since the first build. */
export const VERSION_CHOICES: readonly Choice[] = VERSIONS.map((name) => ({ id: keyOf(name), name }))
const LONGEST_FIRST = VERSION_CHOICES.map(({ id }) => id).sort((a, b) => b.length - a.length)

/**
 * The listed version that a song's is: the one of that name, else the longest that it ends with (`Night Shift Remix` is a
 * Remix), else Other.
 * @returns its id
 */
export function versionIn(version: string): string {
  const key = keyOf(version)
  return LONGEST_FIRST.find((id) => key === id || key.endsWith(`-${id}`)) ?? 'other'
}
