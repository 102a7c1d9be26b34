/** What somebody sets. */
export { EmailScreen } from './EmailScreen.tsx'
export { PlayerScreen } from './PlayerScreen.tsx'
export { PreferencesScreen } from './PreferencesScreen.tsx'
