import { createBrowserRouter } from 'react-router-dom'
import { lateScreen } from './screens/lateScreen.tsx'
import * as scripts from './scripts.ts'
import { Private, Public, Splash } from './shell/gates.tsx'

export type AppRouter = ReturnType<typeof createBrowserRouter>

const OUTSIDE = { inShell: false }
const INSIDE = { inShell: true }

/** The routes of this product. Screens are loaded when they are first shown. */
export function createAppRouter(): AppRouter {
  const signIn = lateScreen(scripts.signInScreen, (module) => module.SignInScreen, OUTSIDE)
  return createBrowserRouter([
    {
      Component: Public,
      HydrateFallback: Splash,
      children: [
        { path: '/', lazy: signIn },
        { path: '/login', lazy: signIn },
      ],
    },
    {
      Component: Private,
      HydrateFallback: Splash,
      children: [
        {
          path: '/releases',
          lazy: lateScreen(scripts.releasesScreen, (module) => module.ReleasesScreen, INSIDE),
        },
        {
          path: '/releases/releaseInfo/:releaseid',
          lazy: lateScreen(scripts.releaseScreen, (module) => module.ReleaseScreen, INSIDE),
        },
        { path: '/flagged', lazy: lateScreen(scripts.flaggedScreen, (module) => module.FlaggedScreen, INSIDE) },
        { path: '/archived', lazy: lateScreen(scripts.archivedScreen, (module) => module.ArchivedScreen, INSIDE) },
        {
          path: '/recently_played',
          lazy: lateScreen(scripts.historyScreen, (module) => module.HistoryScreen, INSIDE),
        },
        {
          path: '/search/:category?/:profile?',
          lazy: lateScreen(scripts.searchScreen, (module) => module.SearchScreen, INSIDE),
        },
        { path: '/playlists', lazy: lateScreen(scripts.playlistsScreen, (module) => module.PlaylistsScreen, INSIDE) },
        {
          path: '/playlists/:playlistid',
          lazy: lateScreen(scripts.playlistScreen, (module) => module.PlaylistScreen, INSIDE),
        },
        { path: '/account', lazy: lateScreen(scripts.accountScreen, (module) => module.AccountScreen, INSIDE) },
        { path: '*', lazy: lateScreen(scripts.notFoundScreen, (module) => module.NotFoundScreen, INSIDE) },
      ],
    },
  ])
}
