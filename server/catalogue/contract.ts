// What a catalogue, demo or imported, hands to the store: releases with their tracks and where their audio comes from.
import * as z from 'zod/mini'
import type { Options, ReleaseCard, ReleaseDetail, Song } from '#core/model/catalogue/release.ts'
import type { TrackSource } from '../media/contract.ts'

export interface CatalogueTrack extends Omit<Song, 'flagged'> {
  source: TrackSource
}

export interface CatalogueRelease
  extends Omit<
      ReleaseCard,
      'flagged' | 'archived' | 'flaggedtrackcount' | 'thumbnail' | 'coverart' | 'commenting_enabled' | 'allow_sharing'
    >,
    Pick<ReleaseDetail, 'commenting_enabled' | 'allow_sharing' | 'promoinfo'> {
  /** Seed of the drawn cover, or the path of an imported one relative to the media root, or null for none. */
  cover: { seed: string } | { file: string } | null
  songs: CatalogueTrack[]
  attachments: { title: string; bytes: number; seed: string }[]
  /** Whether the release answers 200, 403 or 410. */
  access: 'open' | 'forbidden' | 'withdrawn'
  /** Popularity for the `trend` sort, 0-1. */
  trend: number
  /** Lists (packages) it stands in, by id. */
  packages: string[]
}

/** Whoever makes a whole catalogue out of nothing. */
export interface CatalogueMaker {
  /** The releases of a size, newest first, one at a time. */
  demoCatalogue(size: CatalogueSize): Iterable<CatalogueRelease>
  /** The filter lists that are the catalogue's own; market icons are empty. */
  demoOptions(): Pick<Options, 'genres' | 'markets' | 'packages'>
}

export const CatalogueSize = z.enum(['small', 'demo', 'large'])
export type CatalogueSize = z.infer<typeof CatalogueSize>

/** How many releases each size holds, the fixed demo releases included. */
export const CATALOGUE_RELEASES: Record<CatalogueSize, number> = { small: 24, demo: 2000, large: 100_000 }
