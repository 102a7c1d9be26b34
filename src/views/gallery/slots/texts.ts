/** The words of the grid, made once per language: the slots live outside React. */
export interface GalleryTexts {
  card(title: string, artist: string): string
  play(title: string): string
  /** Of one that sounds. */
  pause(title: string): string
  download(title: string): string
  info(title: string): string
  more(title: string): string
  unflag(title: string): string
  restore(title: string): string
  select(title: string): string
  /** Of a card that is selected. */
  readonly selected: string
  /** Stands for a title that is empty. */
  readonly untitled: string
  readonly noAudio: string
  readonly streamOnly: string
  readonly noWav: string
  readonly noMp3: string
  readonly downloadsOff: string
  readonly downloadsUnknown: string
  readonly videoOnly: string
  readonly canadian: string
  readonly trending: string
  readonly video: string
  readonly explicit: string
  readonly flagged: string
  readonly had: string
  readonly shared: string
  readonly loading: string
  readonly pageFailed: string
  readonly retry: string
}
