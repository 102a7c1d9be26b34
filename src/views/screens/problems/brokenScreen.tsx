import { messageOf } from '#core/model/text/messageOf.ts'
import { CrashScreen } from './CrashScreen.tsx'

/** A screen that could not be drawn: a fault of ours, which is said as one, with the log that shows it. */
export const brokenScreen = (error: unknown) => <CrashScreen failure={{ worker: 'page', message: messageOf(error) }} />
