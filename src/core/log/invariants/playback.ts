import { awaitedPlay, following, isPlay, selected } from '../../reducers/playback/queueReading.ts'
import { eachRow, type Invariant, namesAll, twice } from './invariant.ts'

export const PLAYBACK: readonly Invariant[] = [
  {
    name: 'every queue item stands in the queue or in its history, once',
    of: ['queue', 'queueItem'],
    fault: (state) => {
      const { items, history } = state.single('queue')
      return namesAll(state, 'queueItem', [...items, ...history])
    },
  },
  {
    name: 'the queue begins with what is selected, and the selected song belongs to it',
    of: ['queue', 'queueItem'],
    fault: (state) => {
      const { items, selectedItem, selectedSong } = state.single('queue')
      if (selectedItem === null) return selectedSong === null ? null : `song ${selectedSong} of no item`
      if (items[0] !== selectedItem) return `${selectedItem} is selected, ${items[0] ?? 'nothing'} stands first`
      const has = state.get('queueItem', selectedItem)?.songs.some(({ uuid }) => uuid === selectedSong)
      return has ? null : `${selectedItem} has no song ${selectedSong}`
    },
  },
  {
    name: 'the songs of a queue item are told apart',
    of: ['queueItem'],
    fault: (state) => eachRow(state, 'queueItem', ({ songs }) => twice(songs.map(({ uuid }) => uuid))),
  },
  {
    name: 'the player shows the song the queue selected',
    of: ['player', 'queue', 'queueItem'],
    fault: (state) => {
      const shown = state.single('player').song?.uuid ?? null
      const wanted = selected(state)?.song.uuid ?? null
      return shown === wanted ? null : `it shows ${shown}, selected is ${wanted}`
    },
  },
  {
    name: 'what was fetched ahead is what follows',
    of: ['player', 'queue', 'queueItem'],
    fault: (state) => {
      const ahead = state.single('player').next?.uuid
      const follows = following(state)?.song.uuid ?? null
      return ahead === undefined || ahead === follows ? null : `${ahead} was fetched, ${follows} follows`
    },
  },
  {
    name: 'a player that loads waits for something: a release, an address or the element',
    of: ['player', 'queuePending'],
    fault: (state) => {
      if (state.single('queuePending').choices.filter(isPlay).length > 1) return 'two choices wait to play'
      const { isLoading, handle, requestId, song } = state.single('player')
      const awaited = awaitedPlay(state)
      if (awaited)
        return isLoading && handle === null && requestId === awaited.requestId
          ? null
          : `choice ${awaited.requestId} waits, and the player does not`
      return isLoading && handle === null && (song === null || requestId === null) ? 'it waits for nothing' : null
    },
  },
  {
    name: 'mute and a volume of 0 are the same',
    of: ['player'],
    fault: (state) => {
      const { isMuted, volume, previousVolume } = state.single('player')
      if (isMuted !== (volume === 0)) return `volume ${volume}, ${isMuted ? '' : 'not '}muted`
      return previousVolume > 0 ? null : `it would come back with volume ${previousVolume}`
    },
  },
  {
    name: 'a volume is a whole number from 0 to 100',
    of: ['player', 'setting'],
    fault: (state) => {
      for (const { volume } of [state.single('player'), state.single('setting')])
        if (!Number.isInteger(volume) || volume < 0 || volume > 100) return `volume ${volume}`
      return null
    },
  },
  {
    name: 'times of the player are not negative',
    of: ['player', 'playStand'],
    fault: (state) => {
      const { currentTime, seekTime, duration } = state.single('player')
      const { position } = state.single('playStand')
      return [currentTime, seekTime ?? 0, duration, position].every((seconds) => seconds >= 0)
        ? null
        : `at ${currentTime} s, to ${seekTime} s, of ${duration} s, kept ${position} s`
    },
  },
]
