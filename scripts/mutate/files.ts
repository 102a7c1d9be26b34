// Which sources are broken on purpose.
import { readdirSync } from 'node:fs'

/**
 * Absolute paths of the sources under the globs, without tests, styles and declarations, sorted.
 * @param globs relative to the root; `*` ends at a slash, `**` does not; a folder stands for all in it
 */
export function sourcesUnder(root: string, globs: readonly string[]): string[] {
  const patterns = globs.map(patternOf)
  const folders = new Set(globs.map((glob) => glob.split('/')[0] as string))
  const files = [...folders].flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  ) // biome-ignore format: one line
  return files
    .filter((file) => file.endsWith('.ts') && !/\.(test|d|css)\.ts$/.test(file))
    .filter((file) => patterns.some((pattern) => pattern.test(file)))
    .sort()
    .map((file) => `${root}/${file}`)
}

export function patternOf(glob: string): RegExp {
  const text = glob
    .replace(/\/$/, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*|\?/g, (sign) =>
      sign === '*' ? '[^/]*' : sign === '?' ? '[^/]' : sign === '**' ? '.*' : '(?:.*/)?',
    )
  return new RegExp(`^${text}(?:/.*)?$`)
}

/** Whether a test loads sources by names it makes as it runs: which ones, nobody can tell from its imports. */
export function loadsByName(source: string): boolean {
  return /\bimportActual\b|\bimport\.meta\.glob\b|\bimport\(\s*[^'"\s]/.test(source)
}
