import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { PAGES } from '#core/model/pages.ts'
import { Landing, Private, Public, Splash } from './gates.tsx'
import { lateScreen } from './screens/lateScreen.tsx'
import { BrokenScreen } from './screens/problems/BrokenScreen.tsx'
import * as scripts from './scripts.ts'

export type AppRouter = ReturnType<typeof createBrowserRouter>

const OUTSIDE = { inShell: false }
const INSIDE = { inShell: true }
const landing = (name: keyof typeof import('./screens/signin/landings.ts')) =>
  lateScreen(scripts.landings, (module) => module[name], OUTSIDE)

/**
 * The routes of this product, at the addresses the server knows too. Screens are loaded when they are first shown.
 * @param create a router of these; by default the one of the address bar
 */
export function createAppRouter(create: (routes: RouteObject[]) => AppRouter = createBrowserRouter): AppRouter {
  const signIn = lateScreen(scripts.signInScreen, (module) => module.SignInScreen, OUTSIDE)
  return create([
    {
      Component: Public,
      ErrorBoundary: BrokenScreen,
      HydrateFallback: Splash,
      children: [{ path: PAGES.start, lazy: signIn }],
    },
    {
      Component: Landing,
      ErrorBoundary: BrokenScreen,
      HydrateFallback: Splash,
      children: [
        { path: PAGES.signUp, lazy: lateScreen(scripts.signUpScreen, (module) => module.SignUpScreen, OUTSIDE) },
        { path: PAGES.login, lazy: landing('LoginScreen') },
        { path: PAGES.connect, lazy: landing('LoginScreen') },
        { path: PAGES.magicLink, lazy: landing('MagicLinkScreen') },
        { path: PAGES.reset, lazy: landing('ResetScreen') },
        { path: PAGES.forgot, lazy: landing('ForgotScreen') },
        { path: PAGES.merge, lazy: landing('MergeScreen') },
        { path: PAGES.split, lazy: landing('SplitScreen') },
      ],
    },
    {
      Component: Private,
      ErrorBoundary: BrokenScreen,
      HydrateFallback: Splash,
      children: [
        {
          path: PAGES.releases,
          lazy: lateScreen(scripts.releasesScreen, (module) => module.ReleasesScreen, INSIDE),
        },
        {
          path: PAGES.release,
          lazy: lateScreen(scripts.releaseScreen, (module) => module.ReleaseScreen, INSIDE),
        },
        { path: PAGES.flagged, lazy: lateScreen(scripts.flaggedScreen, (module) => module.FlaggedScreen, INSIDE) },
        { path: PAGES.archived, lazy: lateScreen(scripts.archivedScreen, (module) => module.ArchivedScreen, INSIDE) },
        {
          path: PAGES.history,
          lazy: lateScreen(scripts.historyScreen, (module) => module.HistoryScreen, INSIDE),
        },
        {
          path: PAGES.search,
          lazy: lateScreen(scripts.searchScreen, (module) => module.SearchScreen, INSIDE),
        },
        {
          path: PAGES.playlists,
          lazy: lateScreen(scripts.playlistsScreen, (module) => module.PlaylistsScreen, INSIDE),
        },
        {
          path: PAGES.playlist,
          lazy: lateScreen(scripts.playlistScreen, (module) => module.PlaylistScreen, INSIDE),
        },
        { path: '*', lazy: lateScreen(scripts.otherPages, (module) => module.OtherPages, INSIDE) },
      ],
    },
  ])
}
