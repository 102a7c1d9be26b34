/** Title with the version in brackets. */
export function titleOf(song: { readonly title: string; readonly version: string }): string {
  return song.version === '' ? song.title : `${song.title} (${song.version})`
}

/** The title alone where the version stands beside it anyway. @param versions the song's versions, none when it has but one */
export function shortTitleOf(
  song: { readonly title: string; readonly version: string },
  versions: readonly unknown[],
): string {
  return versions.length > 0 ? song.title : titleOf(song)
}
