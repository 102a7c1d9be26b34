/** What comes to the sign-in form once it stands: a way in with a passkey, and the accounts of a demo. */
import { useFormikContext } from 'formik'
import { PasskeyWay } from './passkey/PasskeyWay.tsx'

export { DemoAccounts } from './demo/DemoAccounts.tsx'

export function Passkey() {
  return <PasskeyWay publicDevice={useFormikContext<{ publicDevice: boolean }>().values.publicDevice} />
}
