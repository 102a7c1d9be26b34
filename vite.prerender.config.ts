// What the build draws ahead (src/prerender.tsx), as a program for Node: the client's sources under the client's own
// configuration, so that the styles have the same names.
import { defineConfig, mergeConfig, type Plugin } from 'vite'
import client, { ofPage } from './vite.config.ts'

export default mergeConfig(
  { ...client, build: {}, plugins: client.plugins?.filter((plugin) => !ofPage.includes(plugin as Plugin)) },
  defineConfig({
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: 'src/prerender.tsx',
      target: 'node20',
      outDir: 'dist/prerender',
      minify: false,
    },
  }),
)
