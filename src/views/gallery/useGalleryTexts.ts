import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { GalleryTexts } from './slots/texts.ts'

/** Places of a sentence that is filled later; no translation holds these characters. */
const TITLE = '\u0001'
const ARTIST = '\u0002'

/** The words of the slots, the same object until the language changes. */
export function useGalleryTexts(): GalleryTexts {
  const { t } = useTranslation('gallery')
  return useMemo<GalleryTexts>(() => {
    // Slots are named in the scroll event: the sentence is looked up once and filled by hand.
    const named = t('card', { title: TITLE, artist: ARTIST })
    const select = t('select', { title: TITLE })
    return {
      card: (title, artist) => named.replace(ARTIST, () => artist).replace(TITLE, () => title),
      play: (title) => t('play', { title }),
      pause: (title) => t('pause', { title }),
      download: (title) => t('download', { title }),
      info: (title) => t('info', { title }),
      more: (title) => t('more', { title }),
      unflag: (title) => t('unflag', { title }),
      restore: (title) => t('restore', { title }),
      select: (title) => select.replace(TITLE, () => title),
      selected: t('selected'),
      untitled: t('untitled'),
      noAudio: t('noAudio'),
      streamOnly: t('streamOnly'),
      noWav: t('noWav'),
      noMp3: t('noMp3'),
      downloadsOff: t('downloadsOff'),
      downloadsUnknown: t('downloadsUnknown'),
      videoOnly: t('videoOnly'),
      canadian: t('canadian'),
      trending: t('trending'),
      video: t('video'),
      explicit: t('explicit'),
      flagged: t('flagged'),
      had: t('had'),
      shared: t('shared'),
      loading: t('loading'),
      pageFailed: t('pageFailed'),
      retry: t('retry'),
    }
  }, [t])
}
