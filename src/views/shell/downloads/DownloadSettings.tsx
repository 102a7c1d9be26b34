import { ChevronDown, Minus, Plus, X } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canChooseFolder, chooseDownloadFolder } from '#actions/downloads.ts'
import {
  canChooseDownloadNotice,
  chooseDownloadNotice,
  chooseDownloads,
  chooseParallelDownloads,
} from '#actions/settings.ts'
import type { AudioFormat } from '#core/model/catalogue/release.ts'
import { DOWNLOAD_CONCURRENCY_MAX } from '#core/model/constants.ts'
import { FILE_NAME_TEMPLATE, templateTrouble } from '#core/model/text/nameTemplate.ts'
import { wholeTemplateName } from '#core/model/text/wholeName.ts'
import { downloadFolder } from '#projections/downloads/downloads.ts'
import { settings } from '#projections/settings.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { tick } from '../../kit/controls/Tick.css.ts'
import { isComposed } from '../../kit/overlays/layers.state.ts'
import { say } from '../../kit/said.ts'
import { useFocusOnLeave } from '../../kit/useFocusOnLeave.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import './lateWords.ts'
import * as css from './Downloads.css.ts'
import { chooseFormat, UnsavedFormat } from './UnsavedFormat.tsx'

/** From this number on music and lists may have to wait (D-153). */
const CROWDED = 5

/**
 * Preferred format and how many files load at once (DOWNLOAD-007, D-124).
 * @param onPage it stands in a page, not in the popover
 */
export function DownloadSettings({ onPage = false }: { onPage?: boolean }) {
  const { t } = useTranslation(['downloadSettings', 'downloads'])
  const preferredFormat = useSignalValue(settings, (state) => state.preferredFormat)
  const downloads = useSignalValue(settings, (state) => state.downloads)
  const id = useId()
  const [canBeTold] = useState(canChooseDownloadNotice)
  return (
    <div className={onPage ? css.settingsOnPage : css.settings}>
      <div className={css.setting}>
        <div className={css.settingWords}>
          <label htmlFor={`${id}f`} className={css.settingName}>
            {t('format')}
          </label>
          <span id={`${id}h`} className={css.settingHint}>
            {t('formatHint')}
          </span>
        </div>
        <span className={css.selectBox}>
          <select
            id={`${id}f`}
            className={css.select}
            value={preferredFormat}
            aria-describedby={`${id}h`}
            onChange={(event) => chooseFormat(event.target.value as AudioFormat)}
          >
            <option value="wav">WAV</option>
            <option value="mp3">MP3</option>
          </select>
          <ChevronDown size={16} className={css.selectSign} aria-hidden="true" />
        </span>
      </div>
      <UnsavedFormat />
      <Parallel />
      {canChooseFolder() && <Folder />}
      <NameTemplate template={downloads.nameTemplate} format={preferredFormat} />
      <Check
        name={t('stationReady')}
        hint={t('stationReadyHint')}
        checked={downloads.stationReady}
        onChange={(stationReady) => chooseDownloads({ stationReady })}
      />
      {downloads.stationReady && (
        <Check
          name={t('stationLoudness')}
          hint={t('stationLoudnessHint')}
          checked={downloads.stationLoudness}
          onChange={(stationLoudness) => chooseDownloads({ stationLoudness })}
        />
      )}
      <Check
        name={t('oneZip')}
        hint={t('oneZipHint')}
        checked={downloads.oneZip}
        onChange={(oneZip) => chooseDownloads({ oneZip })}
      />
      <Check
        name={t('zipLists')}
        hint={t('zipListsHint')}
        checked={downloads.zipLists}
        onChange={(zipLists) => chooseDownloads({ zipLists })}
      />
      <Check
        name={t('onlyNew')}
        hint={t('onlyNewHint')}
        checked={downloads.onlyNew}
        onChange={(onlyNew) => chooseDownloads({ onlyNew })}
      />
      {canBeTold && (
        <Check
          name={t('notify')}
          hint={t('notifyHint')}
          checked={downloads.notify}
          onChange={(on) => void chooseDownloadNotice(on)}
        />
      )}
    </div>
  )
}

/** The folder finished files go to (File System Access). */
function Folder() {
  const { t } = useTranslation(['downloadSettings', 'downloads'])
  const { name, access } = useSignalValue(downloadFolder)
  const choose = useRef<HTMLButtonElement>(null)
  const stays = useCallback(() => choose.current, [])
  const isDenied = access === 'denied'
  const asks = t(isDenied ? 'folderDenied' : 'folderAsk')
  // What stands there already is said by nobody else when a press changes nothing.
  const allow = () => chooseDownloadFolder('allow', () => isDenied && say(asks))
  return (
    <div className={css.setting}>
      <div className={css.settingWords}>
        <span className={css.settingName}>{name === null ? t('folder') : t('downloads:folderIs', { name })}</span>
        <span className={access === 'granted' || name === null ? css.settingHint : css.warn} role="status">
          {name === null ? t('folderHint') : access === 'granted' ? t('folderEach') : asks}
        </span>
      </div>
      {name !== null && access !== 'granted' && (
        <Leaving stays={stays}>
          <Button size={32} onClick={allow}>
            {t('folderAllow')}
          </Button>
        </Leaving>
      )}
      <Button ref={choose} size={32} onClick={() => chooseDownloadFolder('pick')}>
        {t('folderChoose')}
      </Button>
      {name !== null && (
        <Leaving stays={stays}>
          <IconButton
            size={32}
            label={t('folderLeave')}
            icon={<X size={14} />}
            onClick={() => chooseDownloadFolder('leave')}
          />
        </Leaving>
      )}
    </div>
  )
}

/** Around a button that is gone once it was pressed. */
function Leaving({ stays, children }: { stays: () => HTMLElement | null; children: ReactNode }) {
  const box = useRef<HTMLSpanElement>(null)
  useFocusOnLeave(box, stays)
  return (
    <span ref={box} style={{ display: 'contents' }}>
      {children}
    </span>
  )
}

/** How long nothing is typed before the preview is said, ms. */
const PAUSE_MS = 1000

/** Shown in the preview, whatever the language. */
const SAMPLE = {
  artist: 'Josie Marrow',
  ordinal: 3,
  title: 'Red Clay Letters',
  explicit: true,
  version: 'Extended Mix',
  release: 'Red Clay Letters',
  label: 'Red Barn Audio',
  isrc: 'GBRB12600003',
  upc: '5060000000017',
}

/**
 * How songs are named, with what would come of it; the specified name until somebody writes another. A template that
 * is refused stays where it was written, and beside it why; the one before is used.
 */
function NameTemplate({ template, format }: { template: string; format: AudioFormat }) {
  const { t } = useTranslation(['downloadSettings', 'downloads'])
  const id = useId()
  const held = template || FILE_NAME_TEMPLATE
  const [text, setText] = useState(held)
  const isTyped = useRef(false)
  // Another tab may choose one (H-138).
  useEffect(() => {
    if (!isTyped.current) setText(held)
  }, [held])
  const wanted = text.trim() || FILE_NAME_TEMPLATE
  const trouble = templateTrouble(wanted)
  const name = wholeTemplateName(trouble ? held : wanted, SAMPLE, format)
  // Why one is refused is said by its own; what the one before makes of a song nobody asked.
  const news = trouble ? null : name
  useEffect(() => {
    if (!isTyped.current || news === null) return
    const timer = setTimeout(() => say(news), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [news])
  // The panel may close over what was typed, and what goes loses no focus first.
  const leave = useRef(() => {})
  useEffect(() => {
    leave.current = keep
  })
  useEffect(() => () => leave.current(), [])
  const keep = () => {
    if (trouble || !isTyped.current) return
    isTyped.current = false
    setText(wanted)
    if (wanted !== held) chooseDownloads({ nameTemplate: wanted === FILE_NAME_TEMPLATE ? '' : wanted })
  }
  return (
    <div className={css.stacked}>
      <label htmlFor={`${id}t`} className={css.settingName}>
        {t('template')}
      </label>
      <input
        id={`${id}t`}
        className={css.textInput}
        value={text}
        spellCheck={false}
        aria-invalid={trouble !== null}
        aria-describedby={`${id}w ${id}h`}
        onChange={(event) => {
          isTyped.current = true
          setText(event.target.value)
        }}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Enter' && !isComposed(event.nativeEvent) && keep()}
      />
      <output className={css.preview} aria-label={t('templatePreview')} aria-live="off">
        {name}
      </output>
      <span id={`${id}w`} className={css.warn} role="status">
        {trouble && t(`templateTrouble.${trouble.code}`, { part: `{${trouble.part}}` })}
      </span>
      <span id={`${id}h`} className={css.settingHint}>
        {t('templateHint')}
      </span>
    </div>
  )
}

function Check(props: { name: string; hint: string; checked: boolean; onChange: (on: boolean) => void }) {
  const id = useId()
  return (
    <div className={css.setting}>
      <div className={css.settingWords}>
        <label htmlFor={`${id}c`} className={css.settingName}>
          {props.name}
        </label>
        <span id={`${id}h`} className={css.settingHint}>
          {props.hint}
        </span>
      </div>
      <input
        id={`${id}c`}
        type="checkbox"
        className={tick}
        checked={props.checked}
        aria-describedby={`${id}h`}
        onChange={(event) => props.onChange(event.target.checked)}
      />
    </div>
  )
}

function Parallel() {
  const { t } = useTranslation(['downloadSettings', 'downloads'])
  const parallelDownloads = useSignalValue(settings, (state) => state.parallelDownloads)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.value = String(parallelDownloads)
  }, [parallelDownloads])
  const choose = (count: number) => {
    if (Number.isInteger(count) && count >= 1 && count <= DOWNLOAD_CONCURRENCY_MAX) chooseParallelDownloads(count)
  }
  return (
    <div className={css.setting}>
      <div className={css.settingWords}>
        <label htmlFor={`${id}p`} className={css.settingName}>
          {t('parallel')}
        </label>
        <span id={`${id}w`} className={css.warn} role="status">
          {parallelDownloads >= CROWDED ? t('parallelWarn') : ''}
        </span>
      </div>
      <span className={css.stepper} data-repeats="">
        <IconButton
          size={32}
          label={t('fewer')}
          icon={<Minus size={14} />}
          disabled={parallelDownloads <= 1}
          onClick={() => choose(parallelDownloads - 1)}
        />
        <input
          ref={input}
          id={`${id}p`}
          type="number"
          min={1}
          max={DOWNLOAD_CONCURRENCY_MAX}
          step={1}
          inputMode="numeric"
          className={css.stepInput}
          defaultValue={parallelDownloads}
          aria-describedby={`${id}w`}
          onChange={(event) => choose(event.target.valueAsNumber)}
          onBlur={(event) => {
            event.target.value = String(parallelDownloads)
          }}
        />
        <IconButton
          size={32}
          label={t('more')}
          icon={<Plus size={14} />}
          disabled={parallelDownloads >= DOWNLOAD_CONCURRENCY_MAX}
          onClick={() => choose(parallelDownloads + 1)}
        />
      </span>
    </div>
  )
}
