import { UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { listConnections } from '#actions/people/connections.ts'
import { openInvite } from '../../forms/invite/invite.state.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ListState } from '../../kit/lists/ListState.tsx'
import { LeavingButton } from '../../kit/overlays/LeavingButton.tsx'

/** Nobody is connected: whoever may invite somebody begins here. */
export function NobodyYet({ verified }: { verified: boolean }) {
  const { t } = useTranslation('network')
  return (
    <ListState art="people" title={t('none.title')} text={t(verified ? 'none.text' : 'none.unverified')}>
      {verified && (
        <Button variant="primary" icon={<UserPlus size={18} strokeWidth={1.75} />} onClick={openInvite}>
          {t('intro.start')}
        </Button>
      )}
    </ListState>
  )
}

/** The search found none. */
export function NobodyFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('network')
  return (
    <ListState art="people" title={t('nothing.title')} text={t('nothing.text')}>
      <LeavingButton onClick={onClear}>{t('nothing.action')}</LeavingButton>
    </ListState>
  )
}

/** The list did not come. */
export function ListFailed() {
  const { t } = useTranslation('network')
  return (
    <ListState art="broken" title={t('failed.title')} text={t('failed.text')} failed>
      <LeavingButton variant="primary" onClick={listConnections}>
        {t('failed.action')}
      </LeavingButton>
    </ListState>
  )
}
