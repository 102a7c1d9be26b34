import { UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { claims } from '#projections/session.ts'
import { openInvite } from '../../forms/invite/invite.state.ts'
import { Button, IconButton } from '../../kit/controls/Button.tsx'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { media } from '../../theme/tokens.css.ts'
import { inviteFlow } from '../scripts.ts'

/** The way to invite, for verified users; between 1024 and 1439 there is no room for it (SHELL-003 to SHELL-005). */
export function InviteButton() {
  const { t } = useTranslation()
  const wide = useMedia(media.wide)
  const middle = useMedia(media.middle)
  const who = useSignalValue(claims)
  if (middle || !who?.verified) return null
  const look = {
    icon: <UserPlus size={20} strokeWidth={1.75} />,
    variant: 'quiet',
    onPointerEnter: inviteFlow.want,
    onClick: openInvite,
  } as const
  return wide ? <Button {...look}>{t('invite')}</Button> : <IconButton {...look} label={t('invite')} />
}
