// A catalogue whose songs are played only so far: what makes their media costs time by the second.
import type { CatalogueRelease } from './contract.ts'

/** Songs up to this long stay as they are, s. */
const SHORT_SECONDS = 30

/**
 * The same releases with shorter songs; only songs that are synthesised get shorter, and none below 30 s.
 * @param percent of their own length, 1 to 100
 */
export function* shortened(releases: Iterable<CatalogueRelease>, percent: number): Generator<CatalogueRelease> {
  const length = (seconds: number) =>
    seconds <= SHORT_SECONDS ? seconds : Math.max(SHORT_SECONDS, Math.round((seconds * percent) / 100))
  for (const release of releases) {
    if (percent === 100) {
      yield release
      continue
    }
    const songs = release.songs.map((song) =>
      song.source.kind === 'synth'
        ? { ...song, duration: length(song.duration), source: { ...song.source, seconds: length(song.source.seconds) } }
        : song,
    )
    const saved = release.songs.reduce((sum, song, i) => sum + song.duration - (songs[i]?.duration ?? 0), 0)
    yield { ...release, songs, duration: Math.max(0, release.duration - saved) }
  }
}
