/** Parts that are seldom opened, each in a script of its own. */
import { script } from '../kit/script.ts'

export const playlistChoices = script(() => import('./playlists/PlaylistChoices.tsx'))
/** Lists are seldom the first thing that is seen, and their columns seldom resized at once. */
export const columnHandle = script(() => import('./columns/ColumnHandle.tsx'))
