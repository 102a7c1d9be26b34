import type { ReleaseCard } from '#core/model/catalogue/release.ts'

/** What the harness page offers to the script that drives it. */
export interface HarnessApi {
  /** Wishes the page made, newest last: `release.pagesWanted` with its pages, and so on. */
  readonly wishes: { type: string; payload: Record<string, unknown> }[]
  readonly opened: string[]
  readonly infos: string[]
  /** Loads these pages, as if the engine had answered. */
  load(pages: readonly number[]): void
  /** Fails these pages. */
  fail(pages: readonly number[]): void
  /** So many releases came that the list does not hold. */
  newcomers(count: number): void
  /** Empties the list; pages come again as they came first. */
  refresh(): void
  /** Replaces a release by itself with some fields changed. */
  change(index: number, fields: Partial<ReleaseCard>): void
  /** Starts the release at a place; null stops. */
  play(index: number | null): void
  /** Shows rows, or cards. */
  list(on: boolean): void
  /** Mounts and unmounts the gallery, as a route does. */
  show(visible: boolean, anchorKey?: string): void
  /** What the mounted gallery's DOM is, and what a fresh one at the same place would be. */
  compare(): Promise<{ mounted: string[]; fresh: string[] }>
}

declare global {
  interface Window {
    gallery: HarnessApi
  }
}
