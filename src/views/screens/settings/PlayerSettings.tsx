import '../../i18n/settings.ts'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { allowShortcuts, chooseAutoPlay, chooseListView, levelAuditions } from '#actions/settings.ts'
import { player } from '#projections/player.ts'
import { listView, settings } from '#projections/settings.ts'
import { Select } from '../../kit/controls/Select.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { useSetsVolume } from '../../kit/useSetsVolume.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import { Appearance } from './Appearance.tsx'
import { Row, Section } from './Section.tsx'
import * as css from './settings.css.ts'

/**
 * How the player looks, and how music is played, listed and downloaded; the same at both of its doors (D-039).
 * @param downloads the choices about downloads, which the shell has too
 */
export function PlayerSettings({ downloads }: { downloads: ReactNode }) {
  const { t } = useTranslation('settings')
  const autoPlay = useSignalValue(player, (state) => state.autoPlay)
  const shortcuts = useSignalValue(settings, (state) => state.shortcuts)
  const list = useSignalValue(listView)
  const levelled = useSignalValue(settings, (state) => state.levelled ?? true)
  // It is done by the volume.
  const setsVolume = useSetsVolume()
  return (
    <>
      <Appearance />
      <Section title={t('player.playback')} kept="device">
        <div className={css.card}>
          <Toggle
            label={t('player.autoplay')}
            hint={t('player.autoplayHint')}
            on={autoPlay}
            onToggle={() => chooseAutoPlay(!autoPlay)}
          />
          {setsVolume && (
            <Toggle
              label={t('player.levelled')}
              hint={t('player.levelledHint')}
              on={levelled}
              onToggle={() => levelAuditions(!levelled)}
            />
          )}
          <Toggle
            label={t('player.shortcuts')}
            hint={t('player.shortcutsHint')}
            on={shortcuts}
            onToggle={() => allowShortcuts(!shortcuts)}
          />
        </div>
      </Section>
      <Section title={t('player.lists')} kept="device">
        <div className={css.card}>
          <Row label={t('player.view')}>
            {(id) => (
              <Select
                id={id}
                value={list ? 'list' : 'grid'}
                choices={(['grid', 'list'] as const).map((value) => ({ value, label: t(`player.${value}`) }))}
                onChoose={(value) => chooseListView(value === 'list')}
              />
            )}
          </Row>
        </div>
      </Section>
      <Section title={t('player.downloads')} lead={t('player.downloadsLead')} kept="device">
        <div className={cx(css.card, css.padded)}>{downloads}</div>
      </Section>
    </>
  )
}

/** A setting that is on or off; its words are those of the switch. */
function Toggle({ label, hint, on, onToggle }: { label: string; hint: string; on: boolean; onToggle: () => void }) {
  const hintId = useId()
  return (
    <div className={css.row}>
      <div className={css.words}>
        <span className={css.name} aria-hidden="true">
          {label}
        </span>
        <span id={hintId} className={css.hint}>
          {hint}
        </span>
      </div>
      <Switch label={label} checked={on} nameless describedBy={hintId} onToggle={onToggle} />
    </div>
  )
}
