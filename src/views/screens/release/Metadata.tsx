import '../../i18n/releasePage.ts'
import type { TFunction } from 'i18next'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReleaseDetail, Song } from '#core/model/catalogue/release.ts'
import { clock } from '#core/model/text/formats.ts'
import { firstGraphemes } from '#core/model/text/graphemes.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { cx } from '../../theme/cx.ts'
import * as css from './Metadata.css.ts'
import { Reports } from './Reports.tsx'

const LYRICS_PREVIEW = 100
/** Meters agree to a tenth. */
const level = (value: number) => value.toFixed(1)

/** What is known of each track; rows open one by one or all together (RELEASE-036, RELEASE-037). */
export function Metadata({ release: { releaseid, songs } }: { release: Readonly<ReleaseDetail> }) {
  const { t } = useTranslation('releasePage')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const all = songs.length > 0 && songs.every((song) => open.has(song.trackid))
  const toggle = (trackid: string) => {
    const next = new Set(open)
    if (!next.delete(trackid)) next.add(trackid)
    setOpen(next)
  }
  return (
    <>
      <div className={css.top}>
        <Reports releaseid={releaseid} />
        <Button
          variant="quiet"
          size={32}
          onClick={() => setOpen(new Set(all ? [] : songs.map((song) => song.trackid)))}
        >
          {t(all ? 'metadata.collapseAll' : 'metadata.expandAll')}
        </Button>
      </div>
      {songs.map((song) => (
        <MetadataRow
          key={song.trackid}
          song={song}
          open={open.has(song.trackid)}
          onToggle={() => toggle(song.trackid)}
        />
      ))}
    </>
  )
}

function MetadataRow({ song, open, onToggle }: { song: Song; open: boolean; onToggle: () => void }) {
  const id = useId()
  return (
    <div className={css.row}>
      <button type="button" className={css.head} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <span className={css.number}>{song.ordinal}</span>
        <span className={css.words}>
          <span className={css.title} dir="auto">
            {song.title}
          </span>
          {song.version !== '' && <bdi className={css.version}>({song.version})</bdi>}
        </span>
        <span className={css.isrc}>{song.isrc}</span>
        <span className={css.length}>{clock(song.duration)}</span>
        <ChevronDown size={16} className={css.sign} aria-hidden="true" />
      </button>
      <div id={id} hidden={!open}>
        {open && <Facts song={song} />}
      </div>
    </div>
  )
}

const FIELDS = [
  'artist',
  'composer',
  'writers',
  'publishing',
  'producer',
  'isrc',
  'upcnumber',
  'catalognumber',
  'copyrightyear',
  'language',
  'genres',
  'canadian',
] as const

function textOf(song: Song, field: (typeof FIELDS)[number]): string {
  if (field === 'genres') return song.genres.join(', ')
  if (field === 'canadian')
    return Object.entries(song.canadian)
      .filter(([, holds]) => holds)
      .map(([part]) => part)
      .join(', ')
  return String(song[field] ?? '')
}

/** Its disc, and what was measured of it, as far as it is known. */
function measuresOf({ disc, loudness }: Song, t: TFunction<'releasePage'>) {
  const rows: ['disc' | 'loudness' | 'truePeak' | 'silence', string][] = []
  if (disc) rows.push(['disc', t('metadata.discOf', disc)])
  if (!loudness) return rows
  const { integrated, range, truePeak, head, tail } = loudness
  if (integrated !== null)
    rows.push(['loudness', t('metadata.loudnessOf', { integrated: level(integrated), range: level(range) })]) // biome-ignore format: one line
  if (truePeak !== null) rows.push(['truePeak', t('metadata.truePeakOf', { peak: level(truePeak) })])
  rows.push(['silence', t('metadata.silenceOf', { head: level(head), tail: level(tail) })])
  return rows
}

function Facts({ song }: { song: Song }) {
  const { t } = useTranslation('releasePage')
  return (
    <dl className={css.facts}>
      {FIELDS.map((field) => {
        const text = textOf(song, field)
        return (
          text !== '' && (
            <div key={field}>
              <dt className={css.name}>{t(`metadata.${field}`)}</dt>
              <dd className={css.value}>
                <bdi>{text}</bdi>
              </dd>
            </div>
          )
        )
      })}
      {measuresOf(song, t).map(([name, text]) => (
        <div key={name}>
          <dt className={css.name}>{t(`metadata.${name}`)}</dt>
          <dd className={css.value}>{text}</dd>
        </div>
      ))}
      {song.lyrics !== '' && (
        <div className={css.wide}>
          <dt className={css.name}>{t('metadata.lyrics')}</dt>
          <dd className={cx(css.value, css.lyrics)} dir="auto">
            <Lyrics text={song.lyrics} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The first 100 characters, and the rest on demand (RELEASE-038). */
function Lyrics({ text }: { text: string }) {
  const { t } = useTranslation('releasePage')
  const [whole, setWhole] = useState(false)
  const first = firstGraphemes(text, LYRICS_PREVIEW)
  if (first === text) return text
  return (
    <>
      {whole ? text : `${first.trimEnd()}…`}
      <button type="button" className={css.more} aria-expanded={whole} onClick={() => setWhole(!whole)}>
        {t(whole ? 'metadata.readLess' : 'metadata.readMore')}
      </button>
    </>
  )
}
