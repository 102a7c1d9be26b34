// What an update changed, in words for the person who ran the import. Pure.

import { orderedSongs, type Resolved, resolve } from './grouping.ts'
import type { ReleaseRecord } from './ledger.ts'
import type { Planned } from './plan.ts'

/** Fields of the tags that are named one by one, and how. */
const NAMED: readonly [key: keyof Resolved['facts']['tags'], name: string][] = [
  ['date', 'date'],
  ['labels', 'label'],
  ['genres', 'genre'],
  ['isrc', 'ISRC'],
  ['upc', 'UPC'],
  ['catalognumber', 'catalogue number'],
  ['composer', 'composer'],
  ['writers', 'writers'],
  ['producer', 'producer'],
  ['publishing', 'publishing'],
  ['language', 'language'],
  ['lyrics', 'lyrics'],
]

/** What is other than before, one short text each: `2 songs more`, `title of 1 song`, `cover`. */
export function changesOf(earlier: Pick<ReleaseRecord, 'artist' | 'title' | 'files'>, now: Planned): string[] {
  const before = orderedSongs(earlier.files.map(resolve)).songs
  const changes: string[] = []
  if (earlier.title !== now.title) changes.push(`title (was ${earlier.title})`)
  if (earlier.artist !== now.artist) changes.push(`artist (was ${earlier.artist})`)
  const [had, has] = [byAudio(before), byAudio(now.songs)]
  const more = now.songs.filter(({ facts }) => !had.has(facts.audio)).length
  const less = before.filter(({ facts }) => !has.has(facts.audio)).length
  if (more > 0) changes.push(`${songs(more)} more`)
  if (less > 0) changes.push(`${songs(less)} less`)
  const pairs = now.songs.flatMap((song) => {
    const old = had.get(song.facts.audio)
    return old ? [[old, song] as const] : []
  })
  const tell = (name: string, differs: (old: Resolved, song: Resolved) => boolean) => {
    const count = pairs.filter(([old, song]) => differs(old, song)).length
    if (count > 0) changes.push(`${name} of ${songs(count)}`)
  }
  tell('title', (old, song) => old.title !== song.title || old.version !== song.version)
  tell('artist', (old, song) => old.artist !== song.artist)
  tell('place', (old, song) => old.disc !== song.disc || old.track !== song.track)
  tell('explicit mark', (old, song) => old.explicit !== song.explicit)
  for (const [key, name] of NAMED)
    tell(name, (old, song) => JSON.stringify(old.facts.tags[key]) !== JSON.stringify(song.facts.tags[key]))
  if (coverOf(before) !== coverOf(now.songs)) changes.push('cover')
  if (pairs.some(([old, { facts }]) => facts.files.mp3.made && old.facts.files.mp3.path !== facts.files.mp3.path))
    changes.push('MP3s made anew')
  return changes
}

const byAudio = (list: readonly Resolved[]) => new Map(list.map((song) => [song.facts.audio, song]))
const songs = (count: number) => `${count} song${count === 1 ? '' : 's'}`
const coverOf = (list: readonly Resolved[]) =>
  list.find(({ facts }) => facts.cover)?.facts.cover ?? list.find(({ facts }) => facts.folderCover)?.facts.folderCover
