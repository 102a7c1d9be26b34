// Settings of this device. Volume and autoplay follow the player, so that they are there after a reload.
import type { AppEvent } from '../events/index.ts'
import type { AudioFormat } from '../model/catalogue/release.ts'
import { SELF } from '../model/entities.ts'
import { SETTINGS_DEFAULT } from '../model/settings.ts'
import type { Store } from './store.ts'

export function reduceSettings(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'setting.restored': {
      const { volume, previousVolume = state.single('player').previousVolume, autoPlay } = event.payload.settings
      state.patch('player', SELF, {
        volume,
        previousVolume: volume || previousVolume,
        isMuted: volume === 0,
        autoPlay,
      })
      return state.set('setting', SELF, event.payload.settings)
    }
    case 'setting.sidebarToggled':
      return state.patch('setting', SELF, { isSidebarOpen: event.payload.open })
    case 'setting.listViewChosen':
      return state.patch('setting', SELF, { listView: event.payload.list })
    case 'setting.columnResized': {
      const { table, column, width } = event.payload
      const { columnWidths } = state.single('setting')
      const widths = { ...columnWidths[table], [column]: width }
      return state.patch('setting', SELF, { columnWidths: { ...columnWidths, [table]: widths } })
    }
    case 'setting.autoPlayChosen':
      state.patch('player', SELF, { autoPlay: event.payload.on })
      return state.patch('setting', SELF, { autoPlay: event.payload.on })
    case 'setting.shortcutsToggled':
      return state.patch('setting', SELF, { shortcuts: event.payload.on })
    case 'setting.levelledToggled':
      return state.patch('setting', SELF, { levelled: event.payload.on })
    case 'setting.themeChosen':
    case 'setting.themeFollowed':
      return state.patch('setting', SELF, { theme: event.payload.theme })
    case 'setting.formatChosen':
      return state.patch('setting', SELF, { preferredFormat: event.payload.format })
    // The account's own, wherever it was chosen; but what was chosen here and is not saved yet holds (H-051).
    case 'profile.received':
    case 'profile.saved': {
      const { unsavedFormat } = state.get('profile', SELF) ?? {}
      const isAnswer = event.type === 'profile.saved' && event.payload.requestId === unsavedFormat?.requestId
      return preferFormat(state, unsavedFormat && !isAnswer ? unsavedFormat.format : event.payload.profile.format)
    }
    // All else here is the device's (H-051); this one is the account's, and the next person's decides (PROFILE-002).
    case 'session.ended':
      return preferFormat(state, SETTINGS_DEFAULT.preferredFormat)
    case 'setting.parallelDownloadsChosen':
      return state.patch('setting', SELF, { parallelDownloads: event.payload.count })
    case 'setting.downloadsChosen': {
      const chosen = Object.entries(event.payload.choices).filter(([, value]) => value !== undefined)
      return state.patch('setting', SELF, {
        downloads: { ...state.single('setting').downloads, ...Object.fromEntries(chosen) },
      })
    }
    case 'setting.downloadsFollowed': {
      const { count, choices } = event.payload
      return state.patch('setting', SELF, { parallelDownloads: count, downloads: choices })
    }
    case 'player.hookChosen':
      return state.patch('setting', SELF, { hook: event.payload.hook })
    case 'player.releaseChosen': {
      const { hook } = event.payload
      if (hook !== undefined && hook !== state.single('setting').hook) state.patch('setting', SELF, { hook })
      return
    }
    // The player's reducer runs first: what it made of the event is what is remembered.
    case 'player.volumeChanged':
    case 'player.muteToggled': {
      const { volume, previousVolume } = state.single('player')
      return state.patch('setting', SELF, volume === 0 ? { volume, previousVolume } : { volume })
    }
    case 'player.autoPlayToggled':
      return state.patch('setting', SELF, { autoPlay: state.single('player').autoPlay })
  }
}

function preferFormat(state: Store, preferredFormat: AudioFormat): void {
  if (preferredFormat !== state.single('setting').preferredFormat) state.patch('setting', SELF, { preferredFormat })
}
