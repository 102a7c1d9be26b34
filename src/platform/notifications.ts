// Notices of the system, outside the page: whether they are allowed, and one that is shown.

/** Asks the person, unless they answered before. Must be called in a press. */
export async function askForNotifications(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false
  if (Notification.permission !== 'default') return Notification.permission === 'granted'
  return (await Notification.requestPermission().catch(() => 'denied')) === 'granted'
}

/** Shows a system notification that brings the page to the front when it is pressed; silent where that is not allowed. */
export function systemNotice(title: string, body: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  try {
    const notice = new Notification(title, { body, icon: '/favicon.svg', tag: 'downloads' })
    notice.onclick = () => {
      window.focus()
      notice.close()
    }
  } catch {
    // Android's Chrome has the constructor and throws: only a service worker may notify there.
  }
}
