import { createBrowserRouter } from 'react-router-dom'
import { Private, Public, Splash } from './shell/gates.tsx'

export type AppRouter = ReturnType<typeof createBrowserRouter>

/** The routes of this product. Screens are loaded when they are first shown. */
export function createAppRouter(): AppRouter {
  const signIn = async () => ({ Component: (await import('./screens/signin/SignInScreen.tsx')).SignInScreen })
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
          lazy: async () => ({ Component: (await import('./screens/ReleasesScreen.tsx')).ReleasesScreen }),
        },
        {
          path: '/releases/releaseInfo/:releaseid',
          lazy: async () => ({ Component: (await import('./screens/release/ReleaseScreen.tsx')).ReleaseScreen }),
        },
        {
          path: '/flagged',
          lazy: async () => ({ Component: (await import('./screens/FlaggedScreen.tsx')).FlaggedScreen }),
        },
        {
          path: '/archived',
          lazy: async () => ({ Component: (await import('./screens/ArchivedScreen.tsx')).ArchivedScreen }),
        },
        {
          path: '/recently_played',
          lazy: async () => ({ Component: (await import('./screens/HistoryScreen.tsx')).HistoryScreen }),
        },
        {
          path: '/search/:category?/:profile?',
          lazy: async () => ({ Component: (await import('./screens/SearchScreen.tsx')).SearchScreen }),
        },
        {
          path: '/playlists',
          lazy: async () => ({
            Component: (await import('./screens/playlists/PlaylistsScreen.tsx')).PlaylistsScreen,
          }),
        },
        {
          path: '/playlists/:playlistid',
          lazy: async () => ({ Component: (await import('./screens/playlists/PlaylistScreen.tsx')).PlaylistScreen }),
        },
        {
          path: '/account',
          lazy: async () => ({ Component: (await import('./screens/AccountScreen.tsx')).AccountScreen }),
        },
        {
          path: '*',
          lazy: async () => ({ Component: (await import('./screens/NotFoundScreen.tsx')).NotFoundScreen }),
        },
      ],
    },
  ])
}
