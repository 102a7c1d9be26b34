// What is known of a song, as the tags of its file say it.
import type { DownloadRequest } from '#core/model/downloads/download.ts'

/** Loudness after EBU R 128. */
export interface Loudness {
  /** LUFS. */
  readonly integrated: number
  /** LU. */
  readonly range: number
  /** dBTP. */
  readonly truePeak: number
}

/** Empty where it is not known. */
export interface WavTexts {
  readonly title: string
  readonly artist: string
  readonly release: string
  readonly label: string
  readonly isrc: string
  /** Its place on the release, from 1; null: not known. */
  readonly ordinal: number | null
  /** Which disc of how many, `1/2`. */
  readonly disc: string
  readonly genre: string
  readonly composer: string
  /** Four digits. */
  readonly year: string
  /** Written into bext where it is there. */
  readonly loudness: Loudness | null
}

/** @param withLoudness whether bext shall say how loud it is, where that is known */
export function wavTexts(job: Readonly<DownloadRequest>, withLoudness: boolean): WavTexts {
  const { title, version, artist, ordinal, tags } = job
  return {
    title: version.trim() ? `${title} (${version.trim()})` : title,
    artist,
    release: tags?.release ?? '',
    label: tags?.label ?? '',
    isrc: tags?.isrc ?? '',
    ordinal: tags?.track ?? ordinal,
    disc: tags?.disc ? `${tags.disc.no}/${tags.disc.of}` : '',
    genre: tags?.genre ?? '',
    composer: tags?.composer ?? '',
    year: tags?.year ? String(tags.year).padStart(4, '0') : '',
    loudness: (withLoudness && tags?.loudness) || null,
  }
}
