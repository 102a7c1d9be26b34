import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#core/model/text/messageOf.ts'
import { Boundary } from '../kit/Boundary.tsx'
import { Button } from '../kit/controls/Button.tsx'
import { useSignalValue } from '../kit/useSignalValue.ts'
import { useReplay } from './model/context.ts'
import * as css from './ReplayPage.css.ts'

/** A part of the page. One that cannot be drawn says so in its own place, until another event is shown or it is asked again. */
export function Part({ children }: { children: ReactNode }) {
  const { t } = useTranslation('replay')
  const replay = useReplay()
  const moment = useSignalValue(replay.moment)
  const chain = useSignalValue(replay.chain)
  const [tries, setTries] = useState(0)
  return (
    <Boundary
      at={`${moment?.seq} ${chain?.seq} ${tries}`}
      broken={(error) => (
        <div role="alert" className={css.broken}>
          <p>{t('partBroken', { reason: messageOf(error) })}</p>
          <Button variant="secondary" size={32} onClick={() => setTries(tries + 1)}>
            {t('tryAgain')}
          </Button>
        </div>
      )}
    >
      {children}
    </Boundary>
  )
}
