/** What one test leaves in the modules that all of them share, put back as a page that was just loaded has it. */
import { buffered, playhead, playheadSecond, starved } from '#projections/player.ts'
import { inviteDraft } from '#views/forms/invite/inviteDraft.state.ts'
import { messageDraft } from '#views/forms/people/draft.state.ts'
import { playlistDialog } from '#views/music/playlists/playlists.state.ts'
import { signOutOpen } from '#views/screens/account/account.state.ts'
import { crumbTitle } from '#views/screens/crumb.state.ts'
import { pageTitle } from '#views/screens/pageTitle.state.ts'
import { boxText, boxTyped, viewOpen } from '#views/screens/search/box.state.ts'
import { wantedRow } from '#views/shell/downloads/panel.state.ts'
import { searchRowOpen } from '#views/shell/header/search.state.ts'
import { held } from '#views/shell/player/position.state.ts'
import { clearQueueOpen } from '#views/shell/shell.state.ts'

/** To be called when nothing is on the stage any more. */
export function forgetPage(): void {
  for (const drafted of [inviteDraft, messageDraft, playlistDialog, wantedRow, held]) drafted.value = null
  for (const text of [crumbTitle, pageTitle, boxText]) text.value = ''
  for (const open of [signOutOpen, clearQueueOpen, searchRowOpen, viewOpen, starved]) open.value = false
  boxTyped.value = null
  for (const seconds of [playhead, playheadSecond, buffered]) seconds.value = 0
}
