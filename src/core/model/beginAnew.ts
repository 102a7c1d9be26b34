/**
 * A page whose scripts do not come is dead: nothing answers in it. `BEGIN_ANEW` is all of the script that has it begin
 * again once there is a server, and says so meanwhile where a form stands.
 */
import { PAGES } from './pages.ts'

/** The event of the window by which the page's first script says that others do not come: those of the views, or that of the state worker. */
export const SCRIPTS_AWAY = 'scriptsaway'

/**
 * Under this name a page that begins anew leaves to the next, in its tab, the address that was typed into its form:
 * never the password, and nothing on a public computer.
 */
export const TYPED_EMAIL = 'typedEmail'

/** The element of the start page that holds what is said then. */
export const AWAY = 'away'

/** The attribute of the place in a form where it is said. */
export const BANNER_PLACE = 'data-banner'

/** How often the server is asked whether it is there again, ms. */
const ASKED_MS = 5000
/** Where it was there all the time a page that has begun anew already does so again after so many questions: it would for ever. */
const PATIENCE = 12

/**
 * Runs in the head of the application's page, before any script of the build. A script that is not to be had is told of
 * at its element, and goes no further up. Its digest is in the policy of the page, so it is one constant text.
 */
export const BEGIN_ANEW = [
  `{let d=document,s=0,q=n=>d.querySelector('#root [name='+n+']')`,
  `let b=()=>{try{let e=q('email')?.value;if(e&&location.pathname=='${PAGES.start}'&&!q('publicDevice')?.checked)sessionStorage.setItem('${TYPED_EMAIL}',e)}catch{}location.reload()}`,
  `let w=async()=>{let n=performance.getEntriesByType('navigation')[0]?.type=='reload'?${PATIENCE}:1`,
  `for(;;){await new Promise(r=>setTimeout(r,${ASKED_MS}));n--`,
  `try{if((await fetch('/',{method:'HEAD',cache:'no-store'})).ok){if(n<1)return b()}else n=0}catch{n=0}}}`,
  `let a=()=>{d.querySelector('[${BANNER_PLACE}]')?.append(d.getElementById('${AWAY}')?.content??'')`,
  `s++||w()}`,
  `addEventListener('error',e=>e.target.type=='module'&&a(),true)`,
  `addEventListener('${SCRIPTS_AWAY}',a)}`,
].join(';')
