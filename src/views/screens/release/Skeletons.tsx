import { useTranslation } from 'react-i18next'
import { longDate } from '#core/model/text/formats.ts'
import * as button from '../../kit/controls/Button.css.ts'
import { cx } from '../../theme/cx.ts'
import * as css from './release.css.ts'

/** In place of words that are not known, as wide as these are; nobody reads them. */
export function BoneWords({ words }: { words: string }) {
  return <span className={css.boneWords} data-word={words} aria-hidden="true" />
}

const A_TITLE = 'Summer Afternoon'
const A_NAME = 'Northern Lights'
const A_DATE = longDate('2026-05-15')
/** Queue, later, add, flag, archive: what most releases have. */
const GLYPHS = 5

/** The head of a release's page before anything is known of it: in the places, and of the height, of what comes. */
export function HeadSkeleton() {
  const { t } = useTranslation('releasePage')
  const { t: common } = useTranslation('releases')
  const facts = [
    ['label', A_NAME],
    ['available', A_DATE],
    ['impact', A_DATE],
    ['downloadable', t('tracks', { count: 10, downloadable: 10 })],
  ] as const
  return (
    <div className={css.pageHead} aria-hidden="true">
      <span className={css.bone} style={{ aspectRatio: '1', alignSelf: 'start' }} />
      <div className={css.pageWords}>
        <div className={css.headline}>
          <p className={css.kind}>
            <BoneWords words={common('type.single')} />
          </p>
          <p className={css.title}>
            <BoneWords words={A_TITLE} />
          </p>
          <p className={css.artist}>
            <BoneWords words={A_NAME} />
          </p>
        </div>
        <div className={css.facts}>
          {facts.map(([name, value]) => (
            <div key={name} className={name === 'label' ? css.longFact : css.fact}>
              <span className={css.factName}>
                <BoneWords words={t(`fact.${name}`)} />
              </span>
              <span className={css.factValue}>
                <BoneWords words={value} />
              </span>
            </div>
          ))}
        </div>
        <div className={cx(css.buttons, css.pageButtons)}>
          {(['play', 'downloadAllWav', 'downloadAllMp3'] as const).map((name) => (
            <span key={name} className={cx(button.button, button.size[40], css.bone, css.grow)}>
              {name !== 'downloadAllMp3' && <span style={{ width: 16 }} />}
              <span className={css.boneWords} data-word={common(name)} />
            </span>
          ))}
        </div>
        <div className={cx(css.quiet, css.pageQuiet)}>
          {Array.from({ length: GLYPHS }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <span key={at} className={css.glyphRoom}>
              <span className={css.bone} />
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

/** The names of the tabs before there is anything in them. */
export function TabsSkeleton() {
  const { t } = useTranslation('releasePage')
  return (
    <div className={css.tabs} aria-hidden="true">
      <div className={css.tabList}>
        {(['tracklist', 'metadata', 'attachments'] as const).map((name) => (
          <span key={name} className={css.tab}>
            <BoneWords words={t(`tab.${name}`)} />
          </span>
        ))}
      </div>
    </div>
  )
}
