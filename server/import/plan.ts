/**
 * Which release each group of files is. Pure. The rules, in order:
 * 1. A group whose key an earlier release has is that release.
 * 2. A group with a new key takes over an earlier release when all files of that one, path and audio,
 *    are in the group: its album, artist or title was retagged.
 * 3. Any other group is a new release.
 * An import takes no song away because its file was not there this time; it does when the same path now
 * holds other audio or belongs to another release. A release that loses all its songs so is withdrawn.
 */
import { releaseIdOf } from './buildRelease.ts'
import { type Group, groupKey, orderedSongs, type Resolved, resolve, type Twin } from './grouping.ts'
import type { ReleaseRecord } from './ledger.ts'
import type { TrackFacts } from './tags/facts.ts'

export interface Planned {
  releaseid: string
  key: string
  artist: string
  title: string
  earlier: ReleaseRecord | null
  files: TrackFacts[]
  /** Empty when the release is to be withdrawn. */
  songs: Resolved[]
  twins: Twin[]
}

/** Plans the releases to look at: one for each group, and every earlier one that lost a song to another. */
export function planReleases(
  groups: readonly Group[],
  records: readonly ReleaseRecord[],
  /** Files of earlier imports that are taken away. */
  gone: ReadonlySet<string> = new Set(),
): Planned[] {
  const read = new Set(groups.flatMap((group) => group.files.map((file) => file.facts.source)))
  const keys = new Set(groups.map((group) => group.key))
  const claimed = new Set<ReleaseRecord>()
  const taken = new Set(records.map((record) => record.releaseid))
  const byKey = indexed(records, keyNow)
  // A release whose files are all in a group has its first one there.
  const byFirst = indexed(records, ({ files: [first] }) => (first ? nameOf(first) : null))
  const planned = groups.map((group) => {
    const earlier = byKey.get(group.key)?.find(({ record }) => !claimed.has(record))?.record ?? renamed(group)
    if (earlier) claimed.add(earlier)
    return plan(group, earlier, earlier?.releaseid ?? freshId(group.key))
  })
  for (const record of records) {
    if (claimed.has(record) || !record.files.some((file) => read.has(file.source) || gone.has(file.source))) continue
    planned.push(plan({ ...record, files: [] }, record, record.releaseid))
  }
  return planned

  function renamed(group: Group): ReleaseRecord | null {
    const mine = new Set(group.files.map(({ facts }) => nameOf(facts)))
    const found = [...mine]
      .flatMap((name) => byFirst.get(name) ?? [])
      .sort((a, b) => a.at - b.at)
      .find(
        ({ record }) =>
          !claimed.has(record) && !keys.has(keyNow(record)) && record.files.every((file) => mine.has(nameOf(file))),
      )
    return found?.record ?? null
  }

  function freshId(key: string): string {
    let turn = 0
    while (taken.has(releaseIdOf(key, turn))) turn++
    const id = releaseIdOf(key, turn)
    taken.add(id)
    return id
  }

  function plan(group: Group, earlier: ReleaseRecord | null, releaseid: string): Planned {
    const { key, artist, title } = group
    const now = group.files.map((file) => file.facts)
    const kept = (earlier?.files ?? []).filter(
      (file) => !read.has(file.source) && !gone.has(file.source) && !has(now, file),
    )
    const { songs, twins } = orderedSongs([...group.files, ...kept.map(resolve)])
    return { releaseid, key, artist, title, earlier, files: [...now, ...kept], songs, twins }
  }
}

/** The key of an earlier release as it would be made today: names are compared in another way than when it was written. */
const keyNow = ({ key, artist, title }: ReleaseRecord): string => groupKey(key.startsWith('single'), artist, title)

/** A path and the audio that lies there. */
const nameOf = ({ source, audio }: TrackFacts) => `${source}\n${audio}`

interface Indexed {
  record: ReleaseRecord
  /** Its place among all. */
  at: number
}

/** Records by what they have, in their order; without those that have none. */
function indexed(
  records: readonly ReleaseRecord[],
  of: (record: ReleaseRecord) => string | null,
): Map<string, Indexed[]> {
  const index = new Map<string, Indexed[]>()
  for (const [at, record] of records.entries()) {
    const key = of(record)
    if (key === null) continue
    const there = index.get(key)
    if (there) there.push({ record, at })
    else index.set(key, [{ record, at }])
  }
  return index
}

/** The same file elsewhere: it was moved, not added. */
function has(files: readonly TrackFacts[], file: TrackFacts): boolean {
  return files.some((other) => other.audio === file.audio && other.lossless === file.lossless)
}
