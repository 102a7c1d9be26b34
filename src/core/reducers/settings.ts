// Settings of this device. Volume and autoplay follow the player, so that they are there after a reload.
import type { AppEvent } from '../events/index.ts'
import { SELF } from '../model/entities.ts'
import type { Store } from './store.ts'

export function reduceSettings(own: Store, event: AppEvent): void {
  switch (event.type) {
    case 'setting.restored':
      own.patch('player', SELF, {
        volume: event.payload.settings.volume,
        previousVolume: event.payload.settings.volume || own.single('player').previousVolume,
        isMuted: event.payload.settings.volume === 0,
        autoPlay: event.payload.settings.autoPlay,
      })
      return own.set('setting', SELF, event.payload.settings)
    case 'setting.sidebarToggled':
      return own.patch('setting', SELF, { isSidebarOpen: event.payload.open })
    case 'setting.listViewChosen':
      return own.patch('setting', SELF, { listView: event.payload.list })
    case 'setting.columnResized': {
      const { table, column, width } = event.payload
      const { columnWidths } = own.single('setting')
      const widths = { ...columnWidths[table], [column]: width }
      return own.patch('setting', SELF, { columnWidths: { ...columnWidths, [table]: widths } })
    }
    case 'setting.shortcutsToggled':
      return own.patch('setting', SELF, { shortcuts: event.payload.on })
    case 'setting.formatChosen':
      return own.patch('setting', SELF, { preferredFormat: event.payload.format })
    case 'setting.parallelDownloadsChosen':
      return own.patch('setting', SELF, { parallelDownloads: event.payload.count })
    case 'setting.downloadsChosen': {
      const chosen = Object.entries(event.payload.choices).filter(([, value]) => value !== undefined)
      return own.patch('setting', SELF, {
        downloads: { ...own.single('setting').downloads, ...Object.fromEntries(chosen) },
      })
    }
    case 'player.hookChosen':
      return own.patch('setting', SELF, { hook: event.payload.hook })
    case 'player.releaseChosen': {
      const { hook } = event.payload
      if (hook !== undefined && hook !== own.single('setting').hook) own.patch('setting', SELF, { hook })
      return
    }
    // The player's reducer runs first: what it made of the event is what is remembered.
    case 'player.volumeChanged':
    case 'player.muteToggled':
      return own.patch('setting', SELF, { volume: own.single('player').volume })
    case 'player.autoPlayToggled':
      return own.patch('setting', SELF, { autoPlay: own.single('player').autoPlay })
  }
}
