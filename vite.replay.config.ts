// The replay page, in a build of its own: it shares no script with the application, which weighs what it weighed
// without it, and all of its files lie in one folder that is served under one policy (server/routes/service/pages.ts).
import { defineConfig, mergeConfig, type Plugin } from 'vite'
import client, { ofPage } from './vite.config.ts'

export default mergeConfig(
  { ...client, build: {}, plugins: client.plugins?.filter((plugin) => !ofPage.includes(plugin as Plugin)) },
  defineConfig({
    define: { __SEALED__: 'true' },
    publicDir: false,
    build: {
      target: 'es2023',
      outDir: 'dist/client',
      emptyOutDir: false,
      assetsDir: 'assets/replay',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      sourcemap: true,
      rolldownOptions: { input: 'replay.html' },
    },
  }),
)
