import type { WindowForm } from '#core/model/accountPages.ts'
import { useMedia } from '../../kit/useMedia.ts'
import { media } from '../../theme/media.ts'

/** How wide the window is now. */
export function useWindowForm(): WindowForm {
  const isPhone = useMedia(media.phone)
  const isDesktop = useMedia(media.desktop)
  return isPhone ? 'phone' : isDesktop ? 'desktop' : 'tablet'
}
