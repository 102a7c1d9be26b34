// One configuration for the client build, the dev server and the unit tests.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import type { HtmlTagDescriptor, Plugin } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { lean } from './scripts/lean.mjs'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { threads } from './scripts/threads.mjs'
import { BEGIN_ANEW } from './src/core/model/beginAnew.ts'
import { FIRST_PAINT } from './src/core/model/themeMark.ts'

/** Version and commit, so that a log says which build wrote it. */
function build(): string {
  const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  try {
    return `${version}+${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()}`
  } catch {
    return version
  }
}

/** Puts the script before the first paint into the head of the page, letter for letter: its digest is in the policy. */
const firstPaint: Plugin = {
  name: 'first-paint',
  transformIndexHtml: () => [{ tag: 'script', children: FIRST_PAINT, injectTo: 'head' }],
}

/** The same of the script that begins a page anew whose scripts do not come. */
const beginAnew: Plugin = {
  name: 'begin-anew',
  transformIndexHtml: () => [{ tag: 'script', children: BEGIN_ANEW, injectTo: 'head' }],
}

/**
 * Has the page ask at once for what its first script would ask for only when it runs: the application's script and
 * styles, and the letters they are written in.
 */
const ahead: Plugin = {
  name: 'ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const files = Object.values(bundle)
      const app = files.find((file) => file.type === 'chunk' && file.name === 'app')
      const rendering = files.find((file) => file.type === 'chunk' && file.name === 'dom')
      const letters = files.find(({ fileName }) => /\/letters-basic-[^/]*\.woff2$/.test(fileName))
      if (app?.type !== 'chunk' || !rendering || !letters)
        throw new Error('the application, what renders it or its letters are not in the build')
      const styles = [...(app.viteMetadata?.importedCss ?? [])]
      const link = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({
        tag: 'link',
        attrs: { crossorigin: true, ...attrs },
        injectTo: 'head',
      })
      return [
        ...styles.map((file) => link({ rel: 'stylesheet', href: `/${file}` })),
        link({ rel: 'modulepreload', href: `/${rendering.fileName}` }),
        link({ rel: 'modulepreload', href: `/${app.fileName}` }),
        link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${letters.fileName}` }),
      ]
    },
  },
}

/** The bundler asks for what comes late by a module of its own, which remembers failures for good; this is ours. */
const lateFiles: Plugin = {
  name: 'late-files',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () =>
      `export { importLate as __vitePreload } from ${JSON.stringify(fileURLToPath(new URL('./src/views/kit/lateFiles.ts', import.meta.url)))}`,
  },
}

/** What the sources name and the build knows. */
const define = { __BUILD__: JSON.stringify(build()), __SEALED__: 'false' }

/** Parts of the application's page that are not in the replay page's build. */
export const ofPage: Plugin[] = [beginAnew, ahead, lateFiles, threads(define)]

export default defineConfig({
  define,
  plugins: [lean, firstPaint, ...ofPage, vanillaExtractPlugin(), react()],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    outDir: 'dist/client',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
    rolldownOptions: {
      output: {
        // The door names each script that comes late: each letter of theirs that is of chance weighs.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // Left alone, every module that two scripts share becomes a script of its own: ninety small ones before the
        // gallery, which together weigh a tenth more than these three. Everything else is split where it is imported.
        codeSplitting: {
          groups: [
            // What the door imports: with it the workers start, before the views are here.
            { name: 'start', tags: ['$initial'], priority: 6 },
            // What renders: evaluated in a task of its own, before what it renders.
            { name: 'dom', test: /\/src\/views\/dom\.ts$/, priority: 5 },
            // What every page needs, with the signs and styles that the form to sign in and the gallery share.
            {
              name: 'app',
              test: /\/views\/App\.tsx$|\/icons\/(circle-exclamation-point|info|wifi-off)\.mjs$|\/music\/useOffline\.ts$|\/theme\/hidden\.css/,
              priority: 4,
            },
            // What the gallery and all that stands around a screen need.
            { name: 'gallery', test: /\/views\/(shell\/Shell|screens\/ReleasesScreen)\.tsx$/, priority: 3 },
            // What the form to sign in shares with others.
            {
              name: 'form',
              test: /\/views\/(forms\/(form\/(Form|FormBanner|Notice|Submit)|fields\/(Text|Check|Password)Field)|screens\/(AccessPage|signin\/SignInScreen))\.tsx?$|\/column\.css/,
              priority: 2,
            },
            // What every page asks for once its first screen stands: each file by itself costs the main thread.
            { name: 'late', test: /\/src\/late\.ts$/, priority: 1 },
            // What screens and layers share of signs, kit, music, lists and releases, in one script: it is here once any of
            // them is, and a screen asks for little more than its own. The key stands in the form to sign in, which needs
            // none of the rest.
            {
              name: 'shared',
              test: /\/src\/views\/(kit|music|theme|screens\/(library|playlists|release|ErrorDialog))|\/gallery\/.*\.css\.ts|\/lucide-react\/.*\/(?!key-round)[\w-]+\.mjs$/,
              minShareCount: 2,
              priority: 0,
            },
            // And what forms share beyond the one to sign in.
            {
              name: 'fields',
              test: /\/src\/views\/forms\/(fields|form)\/|\/node_modules\/yup\//,
              minShareCount: 2,
              priority: 0,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:4173', '/dev': 'http://localhost:4173' } },
  test: {
    setupFiles: ['tests/support/seed.ts', 'tests/support/bytes.ts'],
    include: [
      'src/**/*.test.{ts,tsx}',
      'workers/**/*.test.ts',
      'server/**/*.test.ts',
      'tests/*.test.ts',
      'tests/replay/**/*.test.ts',
      'tests/bench/**/*.test.ts',
    ],
    // Views in a browser are tested by vitest.components.config.ts.
    exclude: [...configDefaults.exclude, '**/*.browser.test.tsx'],
    // Left to `npm run test:long`: what takes long for its kind; most says again, or under attack, what quicker tests say.
    tags: [{ name: 'long' }],
    environment: 'node',
    // By itself it leaves one core of two idle.
    maxWorkers: 2,
    // Three times what the longest takes on a slow machine with another test beside it: it ends what hangs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
