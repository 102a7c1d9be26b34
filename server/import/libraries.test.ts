/**
 * Grouping held against libraries that are made up from their songs: which files are one song, one release and one
 * disc is known before a tag is written, so that the rule is never its own witness.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupFiles, orderedSongs } from './grouping.ts'
import type { TrackFacts } from './tags/facts.ts'
import { NO_TAGS, type TrackTags } from './tags/tags.ts'

/** A song as somebody made it, and how its files came. */
interface Song {
  /** Which of the few titles; the same title may stand there twice in other versions or lengths. */
  title: number
  version: number
  /** Seconds, in steps that no encoder's padding reaches over. */
  step: number
  files: 'wav' | 'mp3' | 'both' | 'twice'
}
interface Release {
  artist: number
  kind: 'album' | 'compilation' | 'guests'
  discs: Song[][]
  numbered: boolean
  discBy: 'tag' | 'album' | 'folder'
}

const TITLES = ['Quay', 'Söng', '東京', 'أغنية', 'Quay II', '🎵']
const VERSIONS = ['', 'Radio Edit', 'Live', 'Extended Mix', 'Edit']
const ARTISTS = ['Ada Moss', 'ADA MÖSS', 'Ben Ito', '夜', 'The Quay']
const STEP_S = 2.5

const song: fc.Arbitrary<Song> = fc.record({
  title: fc.nat(TITLES.length - 1),
  version: fc.nat(VERSIONS.length - 1),
  step: fc.nat(3),
  files: fc.constantFrom('wav', 'mp3', 'both', 'twice'),
})
const release: fc.Arbitrary<Release> = fc.record({
  artist: fc.nat(ARTISTS.length - 1),
  kind: fc.constantFrom('album', 'compilation', 'guests'),
  numbered: fc.boolean(),
  discBy: fc.constantFrom('tag', 'album', 'folder'),
  // The same words of the same length are the same song: within a disc they stand once.
  discs: fc.array(fc.uniqueArray(song, { minLength: 1, maxLength: 8, selector: (one) => `${one.title} ${one.version} ${one.step}` }), { minLength: 1, maxLength: 3 }), // biome-ignore format: one line
})
const library = fc.array(release, { minLength: 1, maxLength: 5 })

interface Made {
  files: TrackFacts[]
  /** Ids of songs by release, in order. */
  expected: string[][]
}

/** The files of a library. A file's `audio` names its song, then how it came. */
function made(releases: readonly Release[]): Made {
  const files: TrackFacts[] = []
  const expected: string[][] = []
  for (const [r, { artist, kind, discs, numbered, discBy }] of releases.entries()) {
    const ids: string[] = []
    for (const [d, songs] of discs.entries()) {
      for (const [s, one] of songs.entries()) {
        const id = `r${r} d${d} s${s}`
        ids.push(id)
        const lead = kind === 'compilation' ? `Artist ${s}` : ARTISTS[artist]!
        const several = discs.length > 1
        const folder = `/music/${r}${several && discBy === 'folder' ? `/CD${d + 1}` : ''}`
        const version = VERSIONS[one.version]!
        const tags: TrackTags = {
          ...NO_TAGS,
          title: TITLES[one.title]! + (version === '' ? '' : ` (${version})`),
          artist: kind === 'guests' && s % 2 === 1 ? `${lead} feat. Somebody` : lead,
          albumartist: kind === 'album' ? lead : null,
          album: `Album ${r}${several && discBy === 'album' ? ` (Disc ${d + 1})` : ''}`,
          disc: several && discBy === 'tag' ? d + 1 : null,
          track: numbered ? s + 1 : null,
        }
        // Names in the order of the songs, as without numbers it is all there is. They must not be numbers themselves.
        const name = `${folder}/${String.fromCharCode(97 + s)} song of ${d}`
        const kinds = one.files === 'twice' ? (['wav', 'mp3', 'mp3'] as const) : one.files === 'both' ? (['wav', 'mp3'] as const) : ([one.files] as const) // biome-ignore format: one line
        for (const [n, format] of kinds.entries()) files.push(facts(`${name} ${n}.${format}`, `${id} ${format} ${n}`, tags, format, 60 + one.step * STEP_S + n * 0.05)) // biome-ignore format: one line
      }
    }
    expected.push(ids)
  }
  return { files, expected }
}

function facts(source: string, audio: string, tags: TrackTags, format: 'wav' | 'mp3', duration: number): TrackFacts {
  const stored = { path: audio, bytes: 1, sha256: '', crc32: 0 }
  const files = format === 'wav' ? { wav: stored, mp3: stored } : { mp3: stored }
  const quality = format === 'wav' ? 16 * 44_100 : 0
  return { source, file: audio, audio, lossless: format === 'wav', quality, duration, tags, files, cover: null, folderCover: null, notes: [] } // biome-ignore format: one line
}

const songOf = (audio: string) => audio.split(' ').slice(0, 3).join(' ')

describe('a library that is made up', () => {
  it('comes apart into its releases, each with every song once, in order, in the best copy', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(library, fc.infiniteStream(fc.nat()), (releases, chance) => {
        const { files, expected } = made(releases)
        // The order of the files says nothing.
        const mixed = files.map((file) => ({ file, at: chance.next().value as number })).sort((a, b) => a.at - b.at).map(({ file }) => file) // biome-ignore format: one line
        const got = groupFiles(mixed).map((group) => orderedSongs(group.files).songs.map(({ facts: { audio } }) => audio)) // biome-ignore format: one line
        const byName = (a: string[], b: string[]) => (a[0]! < b[0]! ? -1 : 1)
        expect(got.map((songs) => songs.map(songOf)).sort(byName)).toEqual([...expected].sort(byName))
        for (const audio of got.flat()) {
          const wav = files.some((file) => songOf(file.audio) === songOf(audio) && file.lossless)
          expect(audio.includes('wav'), audio).toBe(wav)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('loses no file: each is a song or the copy of one that is named', () => {
    fc.assert(
      fc.property(library, (releases) => {
        const { files } = made(releases)
        const all = groupFiles(files).flatMap((group) => {
          const { songs, twins } = orderedSongs(group.files)
          const taken = new Set(songs.map((one) => one.facts.source))
          expect(twins.every((twin) => taken.has(twin.instead))).toBe(true)
          return [...taken, ...twins.map((twin) => twin.file)]
        })
        expect(new Set(all)).toEqual(new Set(files.map((file) => file.source)))
        expect(all).toHaveLength(files.length)
      }),
      { numRuns: 80 },
    )
  })

  it('keeps the discs of its releases', () => {
    fc.assert(
      fc.property(library, (releases) => {
        for (const group of groupFiles(made(releases).files))
          for (const {
            disc,
            facts: { audio },
          } of orderedSongs(group.files).songs) // biome-ignore format: one line
            expect(`d${disc - 1}`).toBe(audio.split(' ')[1])
      }),
      { numRuns: 80 },
    )
  })
})
