/** Parts that are seldom opened, each in a script of its own. */
import { script } from '../kit/script.ts'

export const playlistChoices = script(() => import('./playlists/PlaylistChoices.tsx'))
