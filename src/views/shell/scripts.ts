/** What lies over the screens and stands beside them, each in a script of its own. */
import { script } from '../kit/script.ts'

export const downloadsPopover = script(() => import('./downloads/DownloadsPopover.tsx'))
export const nowPlaying = script(() => import('./player/NowPlaying.tsx'))
export const songVersions = script(() => import('./player/Versions.tsx'))
export const playQueue = script(() => import('./queue/PlayQueue.tsx'))
export const searchView = script(() => import('../screens/search/SearchView.tsx'))
export const shortcutsDialog = script(() => import('./dialogs/ShortcutsDialog.tsx'))
export const accountEntries = script(() => import('./header/AccountEntries.tsx'))
export const clearQueueDialog = script(() => import('./queue/ClearQueueDialog.tsx'))
export const playlistForm = script(() => import('./dialogs/PlaylistDialog.tsx'))
export const headerPanels = script(() => import('./header/panels.tsx'))
export const inviteFlow = script(() => import('../forms/invite/InviteFlow.tsx'))
export const peopleDialogs = script(() => import('./dialogs/PeopleDialogs.tsx'))
