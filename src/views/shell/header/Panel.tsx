import { WithScript } from '../../kit/overlays/WithScript.tsx'
import { closeHeaderPanel, type HeaderPanel } from '../../screens/account/account.state.ts'
import { NotificationsPanel } from './NotificationsPanel.tsx'
import type { PanelProps } from './PanelFrame.tsx'
import { supportPanel } from './supportScript.ts'

interface Props extends Pick<PanelProps, 'anchor'> {
  which: HeaderPanel
}

/** One of the two panels of the header; the one with a form comes with a script of its own. */
export function Panel({ which, anchor }: Props) {
  const props = { anchor, onClose: closeHeaderPanel }
  if (which === 'notifications') return <NotificationsPanel {...props} />
  return (
    <WithScript script={supportPanel} onClose={closeHeaderPanel}>
      {({ SupportPanel }) => <SupportPanel {...props} />}
    </WithScript>
  )
}
