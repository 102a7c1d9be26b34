/** What somebody looks after themselves: one script. */
export { EmailScreen } from './EmailScreen.tsx'
export { ManagementScreen } from './ManagementScreen.tsx'
