// What the player remembers on this device between visits.
import * as z from 'zod/mini'
import { HOOK_DEFAULT, Hook } from './catalogue/hook.ts'
import { AudioFormat } from './catalogue/release.ts'
import {
  AUTOPLAY_DEFAULT,
  COLUMN_MIN_PX,
  DOWNLOAD_CONCURRENCY,
  DOWNLOAD_CONCURRENCY_MAX,
  TEMPLATE_MAX,
  VOLUME_DEFAULT,
} from './constants.ts'
import { later } from './later.ts'
import { Theme } from './theme.ts'

const DEFAULT_FORMAT = 'mp3'

/** The tables whose columns keep the width they were dragged to (TABLE-004). */
export const TableName = later(() => z.enum(['artists', 'labels', 'releases', 'songs']))
export type TableName = z.infer<typeof TableName>

/** Widths in whole px by column, of the columns that were ever dragged; never below COLUMN_MIN_PX (D-084). */
const ColumnWidths = later(() => z.record(z.string(), z.int().check(z.gte(COLUMN_MIN_PX))))
export type ColumnWidths = z.infer<typeof ColumnWidths>

/** What a person may choose about downloads beyond format and number. */
export const DownloadChoices = later(() =>
  z.object({
    /** The system says when everything that was asked for is there. */
    notify: z.boolean(),
    /** What was downloaded before is left out when several are asked for at once. */
    onlyNew: z.boolean(),
    /** How songs are named; empty: as specified (DOWNLOAD-028). */
    nameTemplate: z.string().check(z.maxLength(TEMPLATE_MAX)),
    /** WAV files get the chunks radio automation reads. */
    stationReady: z.boolean(),
    /** Their bext says how loud they are, where that was measured (EBU R 128). */
    stationLoudness: z.boolean(),
    /** What is selected comes as one zip made here, not as a zip for each release. */
    oneZip: z.boolean(),
    /** A playlist and a receipt lie in a zip. */
    zipLists: z.boolean(),
  }),
)
export type DownloadChoices = z.infer<typeof DownloadChoices>
export const DOWNLOAD_CHOICES_DEFAULT: DownloadChoices = {
  notify: false,
  onlyNew: false,
  nameTemplate: '',
  stationReady: false,
  stationLoudness: false,
  oneZip: false,
  zipLists: false,
}

/** As kept on the device: what an older version did not know has its default. */
const KeptChoices = later(() =>
  z.object({
    notify: z._default(DownloadChoices.shape.notify, DOWNLOAD_CHOICES_DEFAULT.notify),
    onlyNew: z._default(DownloadChoices.shape.onlyNew, DOWNLOAD_CHOICES_DEFAULT.onlyNew),
    stationReady: z._default(DownloadChoices.shape.stationReady, DOWNLOAD_CHOICES_DEFAULT.stationReady),
    stationLoudness: z._default(DownloadChoices.shape.stationLoudness, DOWNLOAD_CHOICES_DEFAULT.stationLoudness),
    oneZip: z._default(DownloadChoices.shape.oneZip, DOWNLOAD_CHOICES_DEFAULT.oneZip),
    zipLists: z._default(DownloadChoices.shape.zipLists, DOWNLOAD_CHOICES_DEFAULT.zipLists),
    nameTemplate: z._default(DownloadChoices.shape.nameTemplate, DOWNLOAD_CHOICES_DEFAULT.nameTemplate),
  }),
)

const KeptWidths = later(() =>
  z.object({
    artists: z._default(ColumnWidths, {}),
    labels: z._default(ColumnWidths, {}),
    releases: z._default(ColumnWidths, {}),
    songs: z._default(ColumnWidths, {}),
  }),
)

export const Settings = later(() =>
  z.object({
    isSidebarOpen: z._default(z.boolean(), true),
    /** The galleries show rows instead of cards (GALLERY-002). */
    listView: z._default(z.boolean(), false),
    columnWidths: z._default(KeptWidths, { artists: {}, labels: {}, releases: {}, songs: {} }),
    preferredFormat: z._default(AudioFormat, DEFAULT_FORMAT),
    parallelDownloads: z._default(z.int().check(z.gte(1), z.lte(DOWNLOAD_CONCURRENCY_MAX)), DOWNLOAD_CONCURRENCY),
    downloads: z._default(KeptChoices, DOWNLOAD_CHOICES_DEFAULT),
    /** Integer 0-100. */
    volume: z._default(z.int().check(z.gte(0), z.lte(100)), VOLUME_DEFAULT),
    /** The volume before it was muted, 1-100; left out by who never muted. */
    previousVolume: z.exactOptional(z.int().check(z.gte(1), z.lte(100))),
    autoPlay: z._default(z.boolean(), AUTOPLAY_DEFAULT),
    /** Whether keys of one character do anything while nothing is typed (WCAG 2.1.4). */
    shortcuts: z._default(z.boolean(), true),
    /** How the player looks. */
    theme: z._default(Theme, 'system'),
    /** Where songs were heard from last when going through many. */
    hook: z._default(Hook, HOOK_DEFAULT),
    /** Whether releases one goes through are heard at one loudness; left out by who never chose: they are. */
    levelled: z.exactOptional(z.boolean()),
  }),
)
export type Settings = z.infer<typeof Settings>

/** The settings of somebody who never changed one. */
export const SETTINGS_DEFAULT: Settings = {
  isSidebarOpen: true,
  listView: false,
  columnWidths: { artists: {}, labels: {}, releases: {}, songs: {} },
  preferredFormat: DEFAULT_FORMAT,
  parallelDownloads: DOWNLOAD_CONCURRENCY,
  downloads: DOWNLOAD_CHOICES_DEFAULT,
  volume: VOLUME_DEFAULT,
  autoPlay: AUTOPLAY_DEFAULT,
  shortcuts: true,
  theme: 'system',
  hook: HOOK_DEFAULT,
}

/** Those settings that are others than before; everything where nothing is known of before. */
export function changedSettings(before: Settings | null, now: Settings): Partial<Settings> {
  if (before === null) return now
  // What came out of another thread or a store is the same in another object.
  const isOther = (key: string, value: unknown) =>
    JSON.stringify(value) !== JSON.stringify(before[key as keyof Settings])
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => isOther(key, value))) as Partial<Settings>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What can be read of these. */
function readable(shapes: Readonly<Record<string, z.core.$ZodType>>, kept: Record<string, unknown>) {
  const names = Object.keys(shapes).filter(
    (key) => key in kept && z.safeParse(shapes[key] as z.core.$ZodType, kept[key]).success,
  )
  return Object.fromEntries(names.map((key) => [key, kept[key]]))
}

/** What is kept on the device, choice by choice: one that cannot be read, of a newer build perhaps, has its default. */
export function readSettings(held: unknown): Settings {
  const kept = isObject(held) ? held : {}
  const whole = z.safeParse(Settings, kept)
  if (whole.success) return whole.data
  const { downloads, columnWidths } = kept
  const inner = {
    ...(isObject(downloads) ? { downloads: readable(KeptChoices.shape, downloads) } : {}),
    ...(isObject(columnWidths) ? { columnWidths: readable(KeptWidths.shape, columnWidths) } : {}),
  }
  return z.parse(Settings, readable(Settings.shape, { ...kept, ...inner }))
}

/**
 * What is kept on the device with these in it; whatever else is there stays, also within what holds several.
 * @param before what was known of it; null: nothing
 */
export function withSettings(
  held: unknown,
  changes: Partial<Settings>,
  before: Settings | null,
): Record<string, unknown> {
  const kept = isObject(held) ? held : {}
  const within = (key: string, value: unknown) => {
    const there = kept[key]
    if (!isObject(value) || !isObject(there)) return value
    const known: Readonly<Record<string, unknown>> = { ...(before?.[key as keyof Settings] as object | undefined) }
    const isOther = ([name, one]: [string, unknown]) => JSON.stringify(one) !== JSON.stringify(known[name])
    return { ...there, ...Object.fromEntries(Object.entries(value).filter(isOther)) }
  }
  return { ...kept, ...Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, within(key, value)])) }
}
