/**
 * A page whose scripts do not come is dead: nothing answers in it. `BEGIN_ANEW` is all of the script that has it begin
 * again once there is a server, and says so meanwhile where the form to sign in stands.
 */
import { DRAWN_FORM } from './firstForm.ts'

/** The event of the window by which the page's first script says that those of the views do not come. */
export const SCRIPTS_AWAY = 'scriptsaway'

/** The element of the start page that holds what is said then. */
export const AWAY = 'away'

/** The attribute of the place in a form where it is said. */
export const BANNER_PLACE = 'data-banner'

/** How often the server is asked whether it is there again, ms. */
const ASKED_MS = 5000

/**
 * Runs in the head of the application's page, before any script of the build. A script that is not to be had is told of
 * at its element, and goes no further up. Its digest is in the policy of the page, so it is one constant text.
 */
export const BEGIN_ANEW = [
  `{let d=document,isOver,a=async()=>{if(isOver)return;isOver=1`,
  `let f=d.getElementById('root')`,
  `if('${DRAWN_FORM}'in f.dataset)f.querySelector('[${BANNER_PLACE}]').replaceChildren(d.getElementById('${AWAY}').content)`,
  `for(;;){await new Promise(r=>setTimeout(r,${ASKED_MS}))`,
  `try{if((await fetch('/',{method:'HEAD',cache:'no-store'})).ok)return location.reload()}catch{}}}`,
  `addEventListener('error',e=>e.target.type=='module'&&a(),true)`,
  `addEventListener('${SCRIPTS_AWAY}',a)}`,
].join(';')
