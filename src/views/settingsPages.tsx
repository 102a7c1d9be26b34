/** The screens of the settings with the choices about downloads, which are the shell's: one script. */
import { EmailScreen, PlayerScreen, PreferencesScreen } from './screens/settings/screens.ts'
import { DownloadSettings } from './shell/downloads/DownloadSettings.tsx'

export { EmailScreen }
export const PlayerPage = () => <PlayerScreen downloads={<DownloadSettings onPage />} />
export const PreferencesPage = () => <PreferencesScreen downloads={<DownloadSettings onPage />} />
