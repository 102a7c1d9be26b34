/**
 * What the build draws of the start page for whoever is not signed in (scripts/prerender.mjs): the form to sign in, as the
 * application renders it first, so that it can take the form over as it stands.
 */
import { renderToString } from 'react-dom/server'
import { createPath, type Location } from 'react-router-dom'
import { PAGES } from '#core/model/pages.ts'
import { isNobodyKept } from '#projections/session.ts'
import { App, createAppRouter, whenHere } from '#views/App.tsx'
import { Banner } from '#views/forms/form/Banner.tsx'
import { i18next } from '#views/i18n/index.ts'

export { AWAY } from '#core/model/beginAnew.ts'
export { DRAWN_FORM, FIRST_FORM, HELD_SCRIPT } from '#core/model/firstForm.ts'

const START: Location = { pathname: PAGES.start, search: '', hash: '', state: null, key: 'default' }
const nowhere = () => {
  throw new Error('what is drawn ahead stays where it is')
}

/**
 * @returns the markup of the application where nobody is signed in
 * @throws Error when something of it leads elsewhere at once
 */
export async function drawForm(): Promise<string> {
  isNobodyKept.value = true
  const router = createAppRouter({
    action: 'POP',
    location: START,
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    encodeLocation: (to) => ({
      pathname: '',
      search: '',
      hash: '',
      ...(typeof to === 'string' ? { pathname: to } : to),
    }),
    push: nowhere,
    replace: nowhere,
    go: nowhere,
    listen: () => () => {},
  })
  await whenHere(router)
  return renderToString(<App router={router} />)
}

/** @returns the markup of what the form says while the scripts of its page do not come */
export function drawAway(): string {
  const t = i18next.getFixedT(null, 'forms')
  return renderToString(<Banner kind="error" title={t('refused.unreachable.title')} body={t('away')} />)
}
