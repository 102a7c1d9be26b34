/** What comes after the gates: the shell and each screen in a script of its own. */
import { script } from './kit/script.ts'

export const shell = script(() => import('./shell/Shell.tsx'))
export const signInScreen = script(() => import('./screens/signin/SignInScreen.tsx'))
export const signUpScreen = script(() => import('./screens/signup/SignUpScreen.tsx'))
export const landings = script(() => import('./screens/signin/landings.ts'))
export const releasesScreen = script(() => import('./screens/ReleasesScreen.tsx'))
export const releaseScreen = script(() => import('./screens/release/ReleaseScreen.tsx'))
export const flaggedScreen = script(() => import('./screens/library/FlaggedScreen.tsx'))
export const archivedScreen = script(() => import('./screens/library/ArchivedScreen.tsx'))
export const historyScreen = script(() => import('./screens/library/HistoryScreen.tsx'))
export const searchScreen = script(() => import('./screens/SearchScreen.tsx'))
export const playlistsScreen = script(() => import('./screens/playlists/PlaylistsScreen.tsx'))
export const playlistScreen = script(() => import('./screens/playlists/PlaylistScreen.tsx'))
export const otherPages = script(() => import('./OtherPages.tsx'))
