// One file for Node of a source and all it imports of ours; packages stay outside.
import { existsSync } from 'node:fs'
import { build } from 'vite'

/**
 * @param root of the tree the source is in
 * @param name of the file that is made, without its ending
 * @param source path of what is bundled
 * @param outDir where it goes; what was there is gone
 */
export async function bundle({ root, name, source, outDir }) {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: existsSync(outDir),
      minify: false,
      rolldownOptions: { input: { [name]: source }, output: { entryFileNames: '[name].js' } },
    },
  })
}
