/** What somebody looks after themselves: one script. */
export { CancelSessionScreen } from './CancelSessionScreen.tsx'
export { ManagementScreen } from './ManagementScreen.tsx'
