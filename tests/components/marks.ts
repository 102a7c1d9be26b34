/** The marks of one account as the player API keeps them, behind the wire of a component test. */
import type { ReleaseCard, ReleaseDetail } from '#core/model/catalogue/release.ts'
import { type Answer, type Answers, aDetail, failure, pageOf, someCards } from './wire.ts'

type List = 'flagged' | 'archived'

/** Releases with their marks; what a page asks for changes them, and a page that is opened later finds that. */
export class KeptMarks {
  readonly releases: readonly ReleaseDetail[]
  readonly #flagged = new Set<string>()
  readonly #archived = new Set<string>()
  /** Of songs that are flagged without their release. */
  readonly #songs = new Set<string>()

  constructor(cards: readonly ReleaseCard[] = someCards(60)) {
    this.releases = cards.map((card) => aDetail(card.releaseid, 3, card))
  }

  /** @param id of a release, or of a song to flag it alone */
  mark(list: List, ...ids: string[]): void {
    for (const id of ids) {
      if (list === 'archived') this.#archived.add(id)
      else (id.includes('.') ? this.#songs : this.#flagged).add(id)
    }
  }

  /** Ids of the releases in a list, in the order of the releases. */
  marked(list: List): string[] {
    return this.#of(list).map(({ releaseid }) => releaseid)
  }

  answers(): Answers {
    const listOf =
      (found: () => readonly ReleaseDetail[]): Answer =>
      (asked) => ({ releases: pageOf(found(), asked).map(cardOf), total: found().length })
    const change =
      (make: (id: string, trackid: string) => void): Answer =>
      (_, [, id = '', trackid = '']) => {
        make(id, trackid)
        return new Response(null, { status: 204 })
      }
    const unflag = (releaseid: string) => {
      this.#flagged.delete(releaseid)
      for (const trackid of this.#songs) if (trackid.startsWith(`${releaseid}.`)) this.#songs.delete(trackid)
    }
    return {
      'GET /releases': listOf(() => this.#now().filter(({ archived }) => !archived)),
      'GET /releases/:id': (_, [, id]) =>
        this.#now().find(({ releaseid }) => releaseid === id) ?? failure(404, 'RELEASE_NOT_FOUND'),
      'GET /flagged': listOf(() => this.#of('flagged')),
      'GET /archived': listOf(() => this.#of('archived')),
      'POST /releases/:id/flag': change((id) => this.#flagged.add(id)),
      'DELETE /releases/:id/flag': change(unflag),
      'POST /releases/:id/tracks/:trackid/flag': change((_, trackid) => this.#songs.add(trackid)),
      'DELETE /releases/:id/tracks/:trackid/flag': change((_, trackid) => this.#songs.delete(trackid)),
      'POST /releases/:id/archive': change((id) => this.#archived.add(id)),
      'DELETE /releases/:id/archive': change((id) => this.#archived.delete(id)),
      'DELETE /flagged': change(() => {
        this.#flagged.clear()
        this.#songs.clear()
      }),
      'DELETE /archived': change(() => this.#archived.clear()),
    }
  }

  #of(list: List): ReleaseDetail[] {
    return this.#now().filter(({ flagged, flaggedtrackcount, archived }) =>
      list === 'archived' ? archived : flagged || flaggedtrackcount > 0,
    )
  }

  /** The releases with the marks they have by now. */
  #now(): ReleaseDetail[] {
    return this.releases.map((release) => {
      const flagged = this.#flagged.has(release.releaseid)
      const songs = release.songs.map((song) => ({ ...song, flagged: flagged || this.#songs.has(song.trackid) }))
      const flaggedtrackcount = songs.filter((song) => song.flagged).length
      return { ...release, songs, flagged, flaggedtrackcount, archived: this.#archived.has(release.releaseid) }
    })
  }
}

function cardOf({ commenting_enabled, allow_sharing, promoinfo, songs, attachments, ...card }: ReleaseDetail) {
  return card
}
