// The play queue against a model that keeps one list and a place in it, over ten thousand random histories.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  playerAutoPlayToggled,
  playerEnded,
  playerReleaseChosen,
  playerSkippedBack,
  playerSkippedForward,
  playerToggled,
} from '#core/events/player.ts'
import {
  queueCleared,
  queueItemChosen,
  queueItemMoved,
  queueItemRemoved,
  queueReleaseAdded,
  queueRemovalUndone,
  queueSongRemoved,
} from '#core/events/queue.ts'
import { aRelease, aSong, Story } from '#tests/support/story.ts'

const HISTORIES = process.env.TEST_ALL ? 10_000 : 2000

/** Songs that can be played, by release; r3 has a video and a song of no length besides, r4 nothing that plays. */
const SONGS: Readonly<Record<string, readonly string[]>> = { r1: ['a'], r2: ['a', 'b', 'c'], r3: ['a', 'b'], r4: [] }
const PLACE: Readonly<Record<string, number>> = { a: 1, b: 2, c: 3 }

const RELEASES = Object.entries(SONGS).map(([releaseid, songs]) => {
  const release = aRelease(releaseid, songs.length)
  if (releaseid === 'r3') release.songs.push(aSong('r3.v', 3, { releaseid, assettype: 'video' }))
  if (releaseid === 'r3' || releaseid === 'r4')
    release.songs.push(aSong(`${releaseid}.s`, 4, { releaseid, duration: 0 }))
  return release
})

interface Item {
  readonly id: string
  /** Their uuids. */
  readonly songs: readonly string[]
  /** That was selected as the place went on, where it was not the last. */
  readonly heard?: string | undefined
}

/** Everything that was and will be heard in one list; what lies before the place is history. */
class Model {
  list: Item[] = []
  place = 0
  /** What was taken out, the latest last. */
  gone: ({ wish: string; before: string | null } & (
    | { item: Item; song?: undefined }
    | { item: string; song: string }
  ))[] = []
  /** Song of the item at the place, or null when nothing is selected. */
  song: string | null = null

  get items(): Item[] {
    return this.list.slice(this.place)
  }

  find(id: string): number {
    return this.list.findIndex((item) => item.id === id)
  }

  /** Where the first item stands that has not come up yet. */
  get upNext(): number {
    return this.place + (this.song === null ? 0 : 1)
  }

  go(place: number, song: 'first' | 'heard'): void {
    this.leave(place)
    this.place = place
    const { songs, heard }: Omit<Item, 'id'> = this.list[place] ?? { songs: [] }
    const last = heard !== undefined && songs.includes(heard) ? heard : songs.at(-1)
    this.song = (song === 'first' ? songs[0] : last) ?? null
  }

  leave(place: number): void {
    const item = this.list[this.place]
    if (!item || this.song === null || place <= this.place) return
    this.list[this.place] = { ...item, heard: this.song === item.songs.at(-1) ? undefined : this.song }
  }

  add(id: string, songs: readonly string[], place: 'top' | 'next' | 'bottom', song?: string): void {
    if (songs.length === 0 || this.find(id) >= 0 || (song !== undefined && !songs.includes(song))) return
    const at = place === 'bottom' ? this.list.length : this.upNext
    const alone = place !== 'top' && song !== undefined
    this.list.splice(at, 0, { id, songs: alone ? [song] : songs })
    if (place !== 'top') return
    this.leave(at)
    this.place = at
    this.song = song ?? songs[0] ?? null
  }

  choose(id: string): void {
    const at = this.find(id)
    if (at >= this.place) this.go(at, 'first')
  }

  /** Of an item that plays or follows, a song; the item goes with its last. */
  skip(id: string, song: string, sounds: boolean, wish: string): void {
    const at = this.find(id)
    const item = this.list[at]
    if (!item || at < this.place || !item.songs.includes(song)) return
    if (item.songs.length === 1) return this.remove(id, sounds, wish)
    if (song === this.song) return this.skipPlaying(item, sounds, wish)
    this.gone.push({ wish, item: id, song, before: item.songs[item.songs.indexOf(song) + 1] ?? null })
    this.list[at] = { ...item, songs: item.songs.filter((one) => one !== song) }
  }

  skipPlaying(item: Item, sounds: boolean, wish: string): void {
    const song = this.song ?? ''
    const rest = item.songs.slice(item.songs.indexOf(song) + 1)
    const songs = sounds ? item.songs.filter((one) => one !== song) : rest
    this.list[this.place] = { ...item, songs: rest.length === 0 ? [song] : songs }
    if (rest.length === 0) return this.remove(item.id, sounds, wish)
    this.gone.push({ wish, item: item.id, song, before: rest[sounds ? 1 : 0] ?? null })
    this.song = (sounds && rest[0]) || null
  }

  undo(wish: string): void {
    const gone = this.gone.slice(-20).find((one) => one.wish === wish)
    if (!gone) return
    this.gone.splice(this.gone.indexOf(gone), 1)
    if (gone.song === undefined) {
      if (this.find(gone.item.id) >= 0) return
      const before = gone.before === null ? this.list.length : this.find(gone.before)
      this.list.splice(Math.max(before, this.upNext), 0, gone.item)
      return
    }
    const at = this.find(gone.item)
    const item: Item = this.list[at] ?? { id: gone.item, songs: [gone.song] }
    const { songs } = item
    if (songs.includes(gone.song)) return
    const before = gone.before === null ? -1 : songs.indexOf(gone.before)
    this.list[at] = { ...item, songs: songs.toSpliced(before < 0 ? songs.length : before, 0, gone.song) }
  }

  remove(id: string, sounds: boolean, wish: string): void {
    const at = this.find(id)
    const item = this.list[at]
    if (!item || at < this.place) return
    this.gone.push({ wish, item, before: this.list[at + 1]?.id ?? null })
    const wasSelected = at === this.place && this.song !== null
    this.list.splice(at, 1)
    if (!wasSelected) return
    this.song = null
    if (sounds) this.go(this.place, 'first')
  }

  clear(): void {
    const [current] = this.list.slice(this.place)
    const heard = current?.songs.slice(0, current.songs.indexOf(this.song ?? '') + 1) ?? []
    this.list = current && this.song !== null ? [{ ...current, songs: heard }] : []
    this.place = 0
  }

  move(id: string, before: string | null): void {
    const from = this.find(id)
    const to = before === null ? this.list.length : this.find(before)
    if (id === before || from < this.upNext || to < this.upNext) return
    const [item] = this.list.splice(from, 1)
    if (item) this.list.splice(before === null ? this.list.length : this.find(before), 0, item)
  }

  forward(): void {
    const songs = this.song === null ? [] : (this.list[this.place]?.songs ?? [])
    const next = songs[songs.indexOf(this.song ?? '') + 1]
    if (next !== undefined) this.song = next
    else if (this.upNext < this.list.length) this.go(this.upNext, 'first')
  }

  back(): void {
    const songs = this.song === null ? [] : (this.list[this.place]?.songs ?? [])
    const before = songs[songs.indexOf(this.song ?? '') - 1]
    if (before !== undefined) this.song = before
    else if (this.place > 0) this.go(this.place - 1, 'heard')
  }
}

type Step = (story: Story, model: Model, n: number) => void

const id = fc.integer({ min: 0, max: 9 }).map((n) => `i${n}`)
const release = fc.constantFrom(...Object.keys(SONGS))
const song = fc.option(fc.constantFrom('a', 'b', 'c'))
const uuids = (releaseid: string, itemId: string) => (SONGS[releaseid] ?? []).map((name) => `${itemId}.${PLACE[name]}`)
const uuid = (itemId: string, name: string | null) => (name === null ? undefined : `${itemId}.${PLACE[name]}`)

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(release, song, id).map(
    ([releaseid, name, itemId]): Step =>
      (story, model, n) => {
        const trackid = name === null ? null : `${releaseid}.${name}`
        story.happens(playerReleaseChosen({ releaseid, trackid, itemId, requestId: `q${n}` }))
        model.add(itemId, uuids(releaseid, itemId), 'top', uuid(itemId, name))
      },
  ),
  fc.tuple(release, song, id, fc.constantFrom('next' as const, 'bottom' as const)).map(
    ([releaseid, name, itemId, place]): Step =>
      (story, model) => {
        const alone = name === null ? {} : { trackid: `${releaseid}.${name}` }
        story.happens(queueReleaseAdded({ releaseid, itemId, place, ...alone }))
        model.add(itemId, uuids(releaseid, itemId), place, uuid(itemId, name))
      },
  ),
  id.map(
    (itemId): Step =>
      (story, model, n) => {
        story.happens(queueItemChosen({ itemId, requestId: `q${n}` }))
        model.choose(itemId)
      },
  ),
  id.map(
    (itemId): Step =>
      (story, model, n) => {
        const { isPlaying } = story.player
        story.happens(queueItemRemoved({ itemId, requestId: `q${n}` }))
        model.remove(itemId, isPlaying, `q${n}`)
      },
  ),
  fc.tuple(id, fc.constantFrom('a', 'b', 'c')).map(
    ([itemId, name]): Step =>
      (story, model, n) => {
        const songId = `${itemId}.${PLACE[name]}`
        const { isPlaying } = story.player
        story.happens(queueSongRemoved({ itemId, songId, requestId: `q${n}` }))
        model.skip(itemId, songId, isPlaying, `q${n}`)
      },
  ),
  fc.nat({ max: 23 }).map(
    (wish): Step =>
      (story, model) => {
        story.happens(queueRemovalUndone({ requestId: `q${wish}` }))
        model.undo(`q${wish}`)
      },
  ),
  fc.tuple(id, fc.option(id)).map(
    ([itemId, before]): Step =>
      (story, model) => {
        story.happens(queueItemMoved({ itemId, before }))
        model.move(itemId, before)
      },
  ),
  fc.constant<Step>((story, model, n) => {
    story.happens(playerSkippedForward({ requestId: `q${n}` }))
    model.forward()
  }),
  fc.constantFrom(0, 3, 3.5).map(
    (position): Step =>
      (story, model, n) => {
        story.happens(playerSkippedBack({ requestId: `q${n}`, position }))
        if (position <= 3) model.back()
      },
  ),
  fc.constant<Step>((story, model, n) => {
    const { autoPlay } = story.player
    story.happens(playerEnded({ requestId: `q${n}` }))
    if (autoPlay) model.forward()
  }),
  fc.constant<Step>((story) => void story.happens(playerToggled({}))),
  fc.constant<Step>((story) => void story.happens(playerAutoPlayToggled({}))),
  fc.constant<Step>((story, model) => {
    story.happens(queueCleared({}))
    model.clear()
  }),
)

test(`the queue is what a naive list says, over ${HISTORIES.toLocaleString('en')} histories`, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 24, size: 'max' }), (steps) => {
      const story = new Story().knows(...RELEASES)
      const model = new Model()
      for (const [n, take] of steps.entries()) {
        take(story, model, n)
        const { items, history, selectedItem, selectedSong } = story.queue
        const songsOf = (itemId: string) => story.state.get('queueItem', itemId)?.songs.map((one) => one.uuid)
        expect({ items, history, selectedItem, selectedSong, songs: [...history, ...items].map(songsOf) }).toEqual({
          items: model.items.map((item) => item.id),
          history: model.list.slice(0, model.place).map((item) => item.id),
          selectedItem: model.song === null ? null : model.list[model.place]?.id,
          selectedSong: model.song,
          songs: model.list.map((item) => item.songs),
        })
      }
    }),
    { numRuns: HISTORIES },
  )
}, 120_000)
