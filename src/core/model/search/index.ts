/**
 * The search of what this device has seen: releases, songs, artists and labels, as events brought them.
 * Deterministic (the same events give the same answers), incremental (a release costs microseconds) and bounded:
 * there are two generations; when the young one is full the old one is let go and the young one becomes old, so
 * that what was seen lately stays and nothing is ever sorted out one by one.
 *
 * It finds what the server's search finds (words by their beginnings, without case and accents, slips where
 * nothing begins as typed) and scores it by the same measure, so that both answers can be mixed.
 */

import type { ReleaseCard, Song } from '../catalogue/release.ts'
import { SEARCH_TOTAL_MAX } from '../constants.ts'
import { searchWords } from '../text/fold.ts'
import { foundWords, joinedWords } from '../text/spellings.ts'
import { answerOf, type Current, countOf } from './answer.ts'
import { Best, Fitter, newestAt, type Person, popularityOf, type Subject } from './best.ts'
import { type FoundKind, Generation, KINDS_FOUND } from './generation.ts'
import type { ArtistHit, LabelHit, SearchProfile, SearchResult, SearchSection } from './hits.ts'
import { sectionLimit } from './merge.ts'
import { hasOperators, nameKey, type SearchQuery, scoredWords } from './query.ts'
import { isJoining, SLIP_WEIGHT, slipsAllowed, type Term } from './score.ts'
import { type TypedWords, termsOf, typedWords } from './typed.ts'

/** Documents one generation holds. A hundred thousand releases with their artists and labels fit into one. */
const GENERATION_MAX = 250_000
/** Near words taken for a word with a slip. */
const NEAR_TAKEN = 8
/** A single letter begins a tenth of all words: of tracks and releases only the names that begin with it count. */
const WORDS_FROM = 2
/** A letter that is a word: 愛. */
const WORD = /\p{sc=Han}/u

const nobody = (name: string): Person => ({
  name,
  releases: new Set(),
  counted: 0,
  newestAt: '',
  thumbnail: '',
  coverart: '',
  logo: '',
})

export class SearchIndex {
  readonly #max: number
  #young = new Generation<Subject>()
  #old = new Generation<Subject>()

  constructor(max = GENERATION_MAX) {
    this.#max = max
  }

  /** Documents held, for a measurement. */
  get size(): number {
    return this.#young.size + this.#old.size
  }

  addRelease(card: ReleaseCard): void {
    const known = this.#young.subject('release', card.releaseid)
    if (known?.kind === 'release' && sameNames(known.card, card))
      return this.#young.replace('release', card.releaseid, { kind: 'release', card })
    const labels = card.labels.map(({ name }) => name)
    this.#add('release', card.releaseid, { kind: 'release', card }, card.title, foundWords(card.artist, ...labels))
    this.#see('artist', card.artist, card, '')
    for (const label of card.labels) this.#see('label', label.name, card, label.logo ?? '')
  }

  addSong(song: Song): void {
    const known = this.#young.subject('track', song.trackid)
    if (known?.kind === 'track' && known.song.title === song.title && known.song.artist === song.artist)
      return this.#young.replace('track', song.trackid, { kind: 'track', song })
    this.#add('track', song.trackid, { kind: 'track', song }, song.title, foundWords(song.artist), song.version)
  }

  addArtist({ artist, releases, thumbnail, coverart }: ArtistHit): void {
    this.#know('artist', artist, (person) => ({
      ...person,
      counted: releases,
      thumbnail: person.thumbnail || thumbnail,
      coverart: person.coverart || coverart,
    }))
  }

  addLabel({ label, releases, logo }: LabelHit): void {
    this.#know('label', label, (person) => ({ ...person, counted: releases, logo: person.logo || logo }))
  }

  /** A release is no longer there for this player, and neither are its songs. */
  dropRelease(releaseid: string): void {
    for (const generation of [this.#young, this.#old]) {
      const subject = generation.subject('release', releaseid)
      generation.drop('release', releaseid)
      if (subject?.kind === 'release') {
        this.#forget(generation, 'artist', subject.card.artist, releaseid)
        for (const { name } of subject.card.labels) this.#forget(generation, 'label', name, releaseid)
      }
      const songs: string[] = []
      generation.all('track', (_, track) => {
        if (track.kind === 'track' && track.song.releaseid === releaseid) songs.push(track.song.trackid)
        return true
      })
      for (const trackid of songs) generation.drop('track', trackid)
    }
  }

  /**
   * What answers a query, as the server would say it; totals count up to SEARCH_TOTAL_MAX.
   * @param nearly slips are forgiven where nothing begins as typed. That little is known here says nothing of what
   *   there is, so it is for the time after the server has said that nothing does.
   */
  search(query: SearchQuery, shown: SearchSection, current: Current, nearly: boolean): SearchResult {
    const typed = scoredWords(query)
    let found = this.#candidates(query, this.#terms(typed, nearly ? 'missing' : 'none'), shown, false)
    const nothing = () => found.track.count + found.release.count + found.artist.count + found.label.count === 0
    if (nearly && hasOperators(query) && nothing())
      found = this.#candidates(query, this.#terms(typed, 'missing'), shown, true)
    if (nearly && nothing()) found = this.#candidates(query, this.#terms(typed, 'all'), shown, true)
    return answerOf(found, current)
  }

  /** Releases seen of exactly this artist or label, without case and accents; the newest first. */
  releasesOf(profile: SearchProfile, name: string, current: Current): ReleaseCard[] {
    const cards: ReleaseCard[] = []
    for (const id of this.#person(profile, name)?.releases ?? []) {
      const card = current.release(id) ?? this.#card(id)
      if (card) cards.push(card)
    }
    return cards.sort((a, b) => order(b.available, a.available) || order(a.releaseid, b.releaseid))
  }

  #candidates(
    query: SearchQuery,
    terms: readonly Term[],
    shown: SearchSection,
    nearly: boolean,
  ): Record<FoundKind, Best<Subject>> {
    const best = {
      track: new Best<Subject>(sectionLimit(shown, 'tracks')),
      release: new Best<Subject>(sectionLimit(shown, 'releases')),
      artist: new Best<Subject>(sectionLimit(shown, 'artists')),
      label: new Best<Subject>(sectionLimit(shown, 'labels')),
    }
    const { words, order } = scoredWords(query)
    const needs = {
      track: placesOf(words, scoredWords(query, false)),
      release: order,
      artist: placesOf(words, typedWords(query.text, ...query.artist)),
      label: placesOf(words, typedWords(query.text, ...query.label)),
    }
    const fitter = new Fitter(query, nearly, (id) => this.#card(id))
    const narrowed: ReleaseCard[] = []
    const [first = ''] = words
    const titlesOnly = words.length < 2 && first.length < WORDS_FROM && !WORD.test(first)
    for (const generation of [this.#young, this.#old]) {
      const isOld = generation === this.#old
      const weigh = (subject: Subject, kind: FoundKind, id: string): number | null => {
        if ((isOld && this.#young.has(kind, id)) || !fitter.fits(subject)) return null
        return 'person' in subject ? popularityOf(countOf(subject.person)) : 0
      }
      generation.find(terms, needs, titlesOnly, weigh, (kind, id, subject, score) => {
        best[kind].offer(score, newestAt(subject), id, subject)
        if (fitter.narrows && subject.kind === 'release') narrowed.push(subject.card)
      })
      if (!fitter.narrows) continue
      // Without a word of its own a kind is asked for by operators alone: what fits is an answer, as far as it is counted.
      for (const kind of KINDS_FOUND) {
        // Who made or published the releases that were found is read from them.
        const isPerson = kind === 'artist' || kind === 'label'
        if (needs[kind].length > 0 || (isPerson && needs.release.length > 0)) continue
        generation.all(kind, (id, subject) => {
          if (weigh(subject, kind, id) !== null) best[kind].offer(NEUTRAL, newestAt(subject), id, subject)
          return best[kind].count < SEARCH_TOTAL_MAX
        })
      }
    }
    for (const kind of ['artist', 'label'] as const)
      if (fitter.narrows && needs[kind].length === 0 && needs.release.length > 0)
        this.#offerPersons(kind, narrowed, fitter, best[kind])
    return best
  }

  /** Offers the artists or labels of these releases, each once. */
  #offerPersons(kind: 'artist' | 'label', cards: readonly ReleaseCard[], fitter: Fitter, best: Best<Subject>): void {
    const names = new Set<string>()
    const keys = new Set<string>()
    for (const card of cards) {
      for (const name of kind === 'artist' ? [card.artist] : card.labels.map((label) => label.name)) {
        if (names.has(name)) continue
        names.add(name)
        const key = nameKey(name)
        const person = keys.has(key) ? undefined : this.#person(kind, name)
        keys.add(key)
        if (person && fitter.fits({ kind, person })) best.offer(NEUTRAL, person.newestAt, key, { kind, person })
      }
      if (best.count >= SEARCH_TOTAL_MAX) return
    }
  }

  /** @param slipped which words may mean others: none, those that no word begins with, or all */
  #terms(words: TypedWords, slipped: 'none' | 'missing' | 'all'): Term[] {
    return termsOf(words).map((term) => {
      const word = term[0]?.word ?? ''
      if (slipped === 'none' || isJoining(term) || slipsAllowed(word.length) === 0) return term
      const begins = this.#young.tree.begins(word) || this.#old.tree.begins(word)
      if (slipped === 'missing' && begins) return term
      return [...term, ...this.#near(word)]
    })
  }

  #near(typed: string): Term {
    const near = new Map<string, number>()
    for (const { tree } of [this.#young, this.#old])
      tree.near(typed, slipsAllowed(typed.length), (word, count) => {
        if (count > 0) near.set(tree.word(word), count)
      })
    return [...near]
      .sort(([a, one], [b, other]) => one - other || a.length - b.length || order(a, b))
      .slice(0, NEAR_TAKEN)
      .map(([word, count]) => ({ word, weight: SLIP_WEIGHT ** count }))
  }

  #add(kind: FoundKind, id: string, subject: Subject, name: string, beside: readonly string[], silent = ''): void {
    if (this.#young.size >= this.#max) {
      this.#old = this.#young
      this.#young = new Generation()
    }
    const words = { name: searchWords(name), beside, silent: foundWords(silent), joined: joinedWords(name) }
    this.#young.add(kind, id, subject, words)
  }

  #see(kind: 'artist' | 'label', name: string, card: ReleaseCard, logo: string): void {
    this.#know(kind, name, (person) => {
      const newer = card.available >= person.newestAt
      return {
        ...person,
        name: newer ? name : person.name,
        releases: person.releases.add(card.releaseid),
        newestAt: newer ? card.available : person.newestAt,
        thumbnail: newer ? card.thumbnail : person.thumbnail,
        coverart: newer ? card.coverart : person.coverart,
        logo: person.logo || logo,
      }
    })
  }

  #know(kind: 'artist' | 'label', name: string, change: (person: Person) => Person): void {
    const key = nameKey(name)
    if (searchWords(name).length === 0) return
    const young = this.#young.subject(kind, key)
    const known = this.#person(kind, name)
    const person = change(known ?? nobody(name))
    const subject: Subject = { kind, person }
    if (young) this.#young.replace(kind, key, subject)
    else this.#add(kind, key, subject, name, [])
  }

  #forget(generation: Generation<Subject>, kind: 'artist' | 'label', name: string, releaseid: string): void {
    const key = nameKey(name)
    const subject = generation.subject(kind, key)
    if (!subject || !('person' in subject)) return
    const { releases } = subject.person
    releases.delete(releaseid)
    const counted = Math.max(0, subject.person.counted - 1)
    if (releases.size === 0 && counted === 0) generation.drop(kind, key)
    else generation.replace(kind, key, { kind, person: { ...subject.person, counted } })
  }

  #person(kind: 'artist' | 'label', name: string): Person | undefined {
    const key = nameKey(name)
    const subject = this.#young.subject(kind, key) ?? this.#old.subject(kind, key)
    return subject && 'person' in subject ? subject.person : undefined
  }

  #card(releaseid: string): ReleaseCard | undefined {
    const subject = this.#young.subject('release', releaseid) ?? this.#old.subject('release', releaseid)
    return subject?.kind === 'release' ? subject.card : undefined
  }
}

/** The score of what operators alone asked for. */
const NEUTRAL = 0.5

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Where the words one kind is looked for by stand among all: an artist is not looked for by the words of `label:`, nor a
 * label by those of `artist:`.
 */
function placesOf(words: readonly string[], own: TypedWords): number[] {
  return own.order.map((place) => words.indexOf(own.words[place] ?? '')).filter((place) => place >= 0)
}

function sameNames(one: ReleaseCard, other: ReleaseCard): boolean {
  return (
    one.title === other.title &&
    one.artist === other.artist &&
    one.labels.length === other.labels.length &&
    one.labels.every(({ name }, at) => name === other.labels[at]?.name)
  )
}
