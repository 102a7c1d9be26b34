/** Title with the version in brackets. */
export function titleOf(song: { readonly title: string; readonly version: string }): string {
  return song.version === '' ? song.title : `${song.title} (${song.version})`
}
