import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom'
import { PAGES } from '#core/model/pages.ts'
import { Landing, Private, Public } from './gates.tsx'
import { withoutCovers } from './kit/routing/covers.ts'
import { type AppRoute, type AppRouter, createRouter, type RouterHistory } from './kit/routing/router.ts'
import { lateScreen } from './screens/lateScreen.tsx'
import * as scripts from './scripts.ts'

const OUTSIDE = { inShell: false }
const INSIDE = { inShell: true }
const landing = (name: keyof typeof import('./screens/signin/landings.ts')) =>
  lateScreen(scripts.landings, (module) => module[name], OUTSIDE)

/** @param history by default the one of the address bar */
export function createAppRouter(history: RouterHistory = withoutCovers(createBrowserHistory())): AppRouter {
  return createRouter(appRoutes(), history)
}

/** The routes of this product, at the addresses the server knows too. Screens are loaded when they are first shown. */
export function appRoutes(): AppRoute[] {
  const signIn = lateScreen(scripts.signInScreen, (module) => module.SignInScreen, OUTSIDE)
  return [
    {
      Component: Public,
      children: [{ path: PAGES.start, late: signIn }],
    },
    {
      Component: Landing,
      children: [
        { path: PAGES.signUp, late: lateScreen(scripts.signUpScreen, (module) => module.SignUpScreen, OUTSIDE) },
        { path: PAGES.login, late: landing('LoginScreen') },
        { path: PAGES.connect, late: landing('LoginScreen') },
        { path: PAGES.magicLink, late: landing('MagicLinkScreen') },
        { path: PAGES.reset, late: landing('ResetScreen') },
        { path: PAGES.forgot, late: landing('ForgotScreen') },
        { path: PAGES.merge, late: landing('MergeScreen') },
        { path: PAGES.split, late: landing('SplitScreen') },
      ],
    },
    {
      Component: Private,
      children: [
        {
          path: PAGES.releases,
          late: lateScreen(scripts.releasesScreen, (module) => module.ReleasesScreen, INSIDE),
        },
        {
          path: PAGES.release,
          late: lateScreen(scripts.releaseScreen, (module) => module.ReleaseScreen, INSIDE),
        },
        { path: PAGES.flagged, late: lateScreen(scripts.flaggedScreen, (module) => module.FlaggedScreen, INSIDE) },
        { path: PAGES.archived, late: lateScreen(scripts.archivedScreen, (module) => module.ArchivedScreen, INSIDE) },
        {
          path: PAGES.history,
          late: lateScreen(scripts.historyScreen, (module) => module.HistoryScreen, INSIDE),
        },
        {
          path: PAGES.search,
          late: lateScreen(scripts.searchScreen, (module) => module.SearchScreen, INSIDE),
        },
        {
          path: PAGES.playlists,
          late: lateScreen(scripts.playlistsScreen, (module) => module.PlaylistsScreen, INSIDE),
        },
        {
          path: PAGES.playlist,
          late: lateScreen(scripts.playlistScreen, (module) => module.PlaylistScreen, INSIDE),
        },
        { path: '*', late: lateScreen(scripts.otherPages, (module) => module.OtherPages, INSIDE) },
      ],
    },
  ]
}
