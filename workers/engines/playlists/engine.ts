/**
 * Makes the calls behind playlists. Whatever concerns one playlist goes through its lane; a change that failed, and the
 * last that did not, is followed by reading the playlist: the server may have it otherwise, and nobody knows how.
 * What falls with the connection goes out when it is back, in its order; what may have been carried out and must not
 * be twice is looked for first. Only the songs of releases that are added are asked for beside the lane: that takes long.
 */
import type { AppDraft } from '#core/events/index.ts'
import {
  playlistChangeAnswered,
  playlistChangeFailed,
  playlistCreated,
  playlistDeleted,
  playlistFailed,
  playlistPinAnswered,
  playlistPinFailed,
  playlistRequestFailed,
  playlistUpdated,
} from '#core/events/playlists.ts'
import type { Playlist, PlaylistCard } from '#core/model/playlists/playlist.ts'
import { awaitedPlay, type PlayChoice } from '#core/reducers/playback/queueReading.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { deletePlaylist, pinPlaylist, playlist as readPlaylist, updatePlaylist } from '#workers/api/playlists.ts'
import { failureOf, isGone, isInDoubt, refusalOf, waitDetails } from '#workers/api/transport/apiError.ts'
import type { Api } from '#workers/api/transport/client.ts'
import { type Clock, steady } from '#workers/api/transport/clock.ts'
import type { Engine, Report } from '../engine.ts'
import { createConnection, createRepeat, LOOK_PAUSE_MS, pauseAfterRead, type RepeatedCall } from '../repeating.ts'
import { add, type Collected, collect, readFirst } from './adding.ts'
import { cardOf, createOnce, sendChange } from './calls.ts'
import { createLanes } from './lanes.ts'
import { createLists } from './lists.ts'
import { type PlaylistRequest, planPlaylists } from './plan.ts'
import { received } from './told.ts'

/** The longest pause a server may ask for, in ms; a longer one fails the call. */
const PAUSE_MAX_MS = 10_000

/** A playlist that is to play is waited for so long where it was read before, in ms. */
export const HELD_AFTER_MS = 3000

/** Makes a call of a lane, again while that may help. */
type Again = <T>(call: RepeatedCall<T>) => Promise<T>

/** What is done in a lane, with how its calls are made: those that change something, and those that only read. */
type Run = (
  again: Again,
  report: (draft: AppDraft) => void,
  around: { readonly reading: Again; readonly signal: AbortSignal },
) => Promise<void>

export function createPlaylistsEngine(parts: {
  readonly api: Api
  readonly clock: Clock
  readonly report: Report
  /** 0 to 1, to spread repeats; the real one is chance. */
  readonly jitter?: () => number
}): Engine {
  const { api, clock, jitter = Math.random } = parts
  const connection = createConnection()
  const repeat = createRepeat({ clock, connection, jitter, longest: PAUSE_MAX_MS })
  const repeatRead = createRepeat({ clock, connection, jitter, longest: PAUSE_MAX_MS, pauseOf: pauseAfterRead })
  const lanes = createLanes()
  const lists = createLists(api, parts.report)
  // Put back by an hour, the device's own would have nobody look for that hour.
  const lasting = steady(clock)
  let shownAt = Number.NEGATIVE_INFINITY
  /**
   * Names and descriptions of playlists that may have been created, and which were known before: whoever tries again
   * means the same one.
   */
  const perhapsMade = new Map<string, ReadonlySet<string>>()
  /** Deleted from here: what was still being added to them is not missed. */
  const deleted = new Set<string>()

  function enter(request: PlaylistRequest, state: ReadonlyStore, cause: number): void {
    const entry = (run: Run) => (signal: AbortSignal) =>
      run(
        (call) => repeat(call, signal),
        (draft) => {
          if (!signal.aborted) parts.report(draft, cause)
        },
        { reading: (call) => repeatRead(call, signal), signal },
      )
    const inLane = (lane: string, run: Run) => lanes.enter(lane, entry(run))
    /** What is added goes in as it was wished for, whichever songs are known first, and each change of its songs behind it. */
    const inAddingLane = (playlistid: string, run: Run) => inLane(`add ${playlistid}`, run)
    const readBehind = (playlistid: string) =>
      lanes.follow(
        playlistid,
        entry((_, report, { reading }) => read(playlistid, state, reading, report)),
      )
    const failed = (requestId: string, error: unknown) => playlistRequestFailed({ requestId, ...refusalOf(error) })
    switch (request.ask) {
      case 'list':
        return void lists.read(request, cause)
      case 'tracks': {
        const { playlistid, isAwaited, isBehind } = request
        if (isBehind) return readBehind(playlistid)
        // Behind a slow line or a long change what is held plays.
        const choice = isAwaited && awaitedPlay(state)
        if (choice) clock.setTimer(() => playHeld(choice, playlistid, state, cause), HELD_AFTER_MS)
        return inLane(playlistid, (_, report, { reading }) => read(playlistid, state, reading, report))
      }
      case 'change': {
        const { requestId, playlistid, change } = request.wish
        const sending: Run = async (again, report, { reading }) => {
          let mustRead = state.get('playlistDetail', playlistid)?.status === 'loading'
          const removed = new Set<string>()
          try {
            const isOther = await again((signal, isAgain) =>
              sendChange(api, playlistid, change, { state, isAgain, signal }, removed),
            )
            report(playlistChangeAnswered({ requestId, playlistid }))
            mustRead ||= isOther
          } catch (error) {
            report(playlistChangeFailed({ requestId, playlistid, ...failureOf(error) }))
            mustRead = true
          }
          if (mustRead) await read(playlistid, state, reading, report)
          // What another device did before shows in no answer: the order is what the server has, not what we made of ours.
          else readBehind(playlistid)
        }
        return inAddingLane(playlistid, async () => inLane(playlistid, sending))
      }
      case 'create': {
        const { requestId, name, desc, ...sources } = request.wish
        const named = JSON.stringify([name, desc])
        const known = new Set(state.ids('playlist'))
        return inLane(`create ${requestId}`, async (again, report, { signal: ended }) => {
          const before = perhapsMade.get(named) ?? known
          try {
            const playlistid = await again((signal, isAgain) =>
              createOnce(api, { name, desc }, before, { isAgain: isAgain || perhapsMade.has(named), signal }),
            )
            perhapsMade.delete(named)
            report(playlistCreated({ requestId, playlist: emptyCard(playlistid, name, desc, clock.now()) }))
            const wanted = { requestId: `${requestId}.add`, playlistid, ...sources }
            if (sources.tracks.length + sources.releases.length > 0)
              enter({ ask: 'add', wish: wanted, isNew: true }, state, cause)
          } catch (error) {
            if (isInDoubt(error) && !ended.aborted) perhapsMade.set(named, before)
            report(failed(requestId, error))
          }
        })
      }
      case 'update': {
        const { requestId, playlistid, name, desc } = request.wish
        return inLane(playlistid, async (again, report, { reading }) => {
          try {
            const known = name === undefined ? undefined : state.get('playlist', playlistid)
            // A name has to be sent: one that nobody changed here is the one it has now.
            const whole = known ?? (await reading((signal) => readPlaylist(api, playlistid, signal)))
            const { desc: _, description: __, ...rest } = whole
            const changed = {
              ...rest,
              name: name ?? whole.name,
              ...(desc === undefined ? {} : { desc, description: desc }),
            }
            const answer = await again((signal) => updatePlaylist(api, changed, signal))
            report(playlistUpdated({ requestId, playlist: cardOf(answer) }))
          } catch (error) {
            report(failed(requestId, error))
            if (isGone(error)) report(gone(playlistid))
            else await read(playlistid, state, reading, report)
          }
        })
      }
      case 'delete': {
        const { requestId, playlistid } = request.wish
        return inLane(playlistid, async (again, report, { reading }) => {
          try {
            await again((signal) => deletePlaylist(api, playlistid, signal)).catch((error: unknown) => {
              // It is not there: that is what was wanted.
              if (!isGone(error)) throw error
            })
            deleted.add(playlistid)
            report(playlistDeleted({ requestId, playlistid }))
          } catch (error) {
            report(failed(requestId, error))
            // It is gone perhaps: a page that shows it says so.
            if (isInDoubt(error)) await read(playlistid, state, reading, report)
          }
        })
      }
      case 'add': {
        const { requestId, playlistid } = request.wish
        /** It was deleted from here behind the wish, of which no state knows any more. */
        const isMissedByNobody = () => deleted.has(playlistid) && !state.get('playlistRequest', requestId)
        /** Behind what is under way: what is taken out before makes room. */
        const look = () =>
          new Promise<Playlist>((resolve, reject) => {
            inLane(playlistid, (_, report, { reading }) =>
              readFirst(playlistid, api, reading)
                // Who waited to read it for others finds it told.
                .then((found) => {
                  report(received(found, state))
                  resolve(found)
                })
                .catch(reject),
            )
          })
        return inAddingLane(playlistid, async (_, report, { reading, signal }) => {
          try {
            const collected = await collect(request, { api, state, reading, look })
            if (!signal.aborted) send(collected)
          } catch (error) {
            if (isMissedByNobody()) return
            report(failed(requestId, error))
            if (!signal.aborted) readBehind(playlistid)
          }
        })
        function send(collected: Collected): void {
          inLane(playlistid, async (again, report, { reading }) => {
            if (isMissedByNobody()) return
            const readAll = () => read(playlistid, state, reading, report)
            try {
              await add(collected, { api, state, again, reading, report, read: readAll })
            } catch (error) {
              report(failed(requestId, error))
              await readAll()
            }
          })
        }
      }
      case 'pin': {
        const { requestId, playlistid, pinned } = request.wish
        return inLane(playlistid, async (again, report, { reading }) => {
          try {
            const isMissing = await again((signal) => pinPlaylist(api, playlistid, pinned, signal)).then(
              () => false,
              (error: unknown) => {
                // It has no star where it is not: that is what was wanted (D-161).
                if (pinned || !isGone(error)) throw error
                return true
              },
            )
            report(playlistPinAnswered({ requestId, playlistid, pinned }))
            if (isMissing) report(gone(playlistid))
          } catch (error) {
            report(playlistPinFailed({ requestId, playlistid, ...failureOf(error) }))
            if (isGone(error)) report(gone(playlistid))
            else if (isInDoubt(error)) await read(playlistid, state, reading, report)
          }
        })
      }
      case 'nothing': {
        lanes.clear()
        perhapsMade.clear()
        deleted.clear()
        return lists.stop()
      }
    }
  }

  /** Gives up waiting for one that is to play, unless another choice is waited for by now. */
  function playHeld(choice: PlayChoice, playlistid: string, state: ReadonlyStore, cause: number): void {
    if (awaitedPlay(state)?.itemId === choice.itemId)
      parts.report(playlistFailed({ playlistid, code: 'UNKNOWN' }), cause)
  }

  /** Reads a playlist. */
  async function read(
    playlistid: string,
    state: ReadonlyStore,
    reading: Again,
    report: (draft: AppDraft) => void,
  ): Promise<void> {
    try {
      report(received(await reading((signal) => readPlaylist(api, playlistid, signal)), state))
    } catch (error) {
      report(isGone(error) ? gone(playlistid) : playlistFailed({ playlistid, code: 'UNKNOWN', ...waitDetails(error) }))
    }
  }

  return {
    accept(event, state) {
      connection.accept(event, state)
      const requests = planPlaylists(state, event)
      if (requests.length > 0 && (event.type === 'app.shown' || event.type === 'app.wentOnline')) {
        if (lasting.now() - shownAt < LOOK_PAUSE_MS) return
        shownAt = lasting.now()
      }
      for (const request of requests) enter(request, state, event.seq)
    },
  }
}

function emptyCard(playlistid: string, name: string, desc: string, now: number): PlaylistCard {
  return {
    playlistid,
    name,
    desc,
    description: desc,
    default: false,
    tracks: 0,
    pinned: false,
    thumbnail: '',
    thumbnails: [],
    coverart: '',
    created: new Date(now).toISOString(),
  }
}

/** Somebody deleted it elsewhere: a page that shows it says so. */
const gone = (playlistid: string): AppDraft => playlistFailed({ playlistid, code: 'NOT_FOUND' })
