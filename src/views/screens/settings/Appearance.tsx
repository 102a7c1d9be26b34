import '../../i18n/settings.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTheme } from '#actions/settings.ts'
import { Theme } from '#core/model/theme.ts'
import { settings } from '#projections/settings.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import * as css from './appearance.css.ts'
import { Section } from './Section.tsx'

/** How the player looks on this device: each theme with a small picture of it. */
export function Appearance() {
  const { t } = useTranslation('settings')
  const theme = useSignalValue(settings, (state) => state.theme)
  const group = useId()
  return (
    <Section title={t('appearance.title')} lead={t('appearance.lead')} kept="device">
      <div role="radiogroup" aria-label={t('appearance.title')} className={css.themes}>
        {Theme.options.map((name) => (
          <label key={name} className={css.theme}>
            <input
              type="radio"
              name={group}
              value={name}
              checked={theme === name}
              aria-labelledby={`${group}${name}`}
              aria-describedby={`${group}${name}h`}
              className={css.choice}
              onChange={() => chooseTheme(name)}
            />
            <span className={`${css.picture} ${css.pictures[name]}`} aria-hidden="true">
              <span className={css.side} />
              <span className={css.page}>
                <span className={css.line} />
                <span className={css.covers}>
                  <span className={css.cover} />
                  <span className={css.cover} />
                  <span className={css.cover} />
                </span>
                <span className={css.bar} />
              </span>
            </span>
            <span className={css.words}>
              <span id={`${group}${name}`} className={css.name}>
                {t(`appearance.${name}`)}
              </span>
              <span id={`${group}${name}h`} className={css.hint}>
                {t(`appearance.${name}Hint`)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </Section>
  )
}
