// The words of the shell and of the screens in it: they come with the shell.
import downloads from '../../../locales/en/downloads.json' with { type: 'json' }
import gallery from '../../../locales/en/gallery.json' with { type: 'json' }
import player from '../../../locales/en/player.json' with { type: 'json' }
import playlists from '../../../locales/en/playlists.json' with { type: 'json' }
import releases from '../../../locales/en/releases.json' with { type: 'json' }
import searchBox from '../../../locales/en/searchBox.json' with { type: 'json' }
import { i18next } from './index.ts'

for (const [name, words] of Object.entries({ downloads, gallery, player, playlists, releases, searchBox }))
  i18next.addResourceBundle('en', name, words)

export { i18next }
