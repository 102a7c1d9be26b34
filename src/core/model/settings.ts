// What the player remembers on this device between visits.
import * as z from 'zod/mini'
import {
  AUTOPLAY_DEFAULT,
  DEFAULT_FORMAT,
  DOWNLOAD_CONCURRENCY,
  DOWNLOAD_CONCURRENCY_MAX,
  VOLUME_DEFAULT,
} from './constants.ts'
import { AudioFormat } from './release.ts'

export const Settings = z.object({
  isSidebarOpen: z._default(z.boolean(), true),
  preferredFormat: z._default(AudioFormat, DEFAULT_FORMAT),
  parallelDownloads: z._default(z.int().check(z.gte(1), z.lte(DOWNLOAD_CONCURRENCY_MAX)), DOWNLOAD_CONCURRENCY),
  /** Integer 0-100. */
  volume: z._default(z.int().check(z.gte(0), z.lte(100)), VOLUME_DEFAULT),
  autoPlay: z._default(z.boolean(), AUTOPLAY_DEFAULT),
})
export type Settings = z.infer<typeof Settings>

/** The settings of somebody who never changed one. */
export const SETTINGS_DEFAULT: Settings = {
  isSidebarOpen: true,
  preferredFormat: DEFAULT_FORMAT,
  parallelDownloads: DOWNLOAD_CONCURRENCY,
  volume: VOLUME_DEFAULT,
  autoPlay: AUTOPLAY_DEFAULT,
}
