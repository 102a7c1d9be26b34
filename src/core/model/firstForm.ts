/**
 * The form to sign in as the build drew it (src/prerender.tsx): it stands before any script has come. `FIRST_FORM` is all
 * of the script that puts it there.
 */
import { TYPED_EMAIL } from './beginAnew.ts'

/** The element of the start page that holds what was drawn; and where it was put, until the application takes it over. */
export const DRAWN_FORM = 'drawn'

/** The element of the start page that holds its script. */
export const HELD_SCRIPT = 'held'

/** Marks the button that was pressed last before the application listened. */
export const PRESSED_EARLY = 'data-pressed'

/** Where a page keeps what says that somebody may be signed in: in local storage, and in the tab's. */
export const KEPT_SESSION = { access: 'accessToken', publicMark: 'publicComputer', publicTab: 'publicSession' } as const

const { access, publicMark, publicTab } = KEPT_SESSION

/**
 * Runs in the body, right after what was drawn: where the application can run, nobody can be signed in, and neither
 * address nor entry of the history says more, it puts the form in place. Fields are the browser's and work at once; a
 * button that is pressed before the application listens is marked, the last one alone and until something is written
 * after it, and pressed again by it. The address that was typed before the page began anew (`BEGIN_ANEW`) stands in it
 * again. The script of the page begins once the form is painted, or where there is none at once: begun before, it would
 * hold up that paint by its own time; a page nobody looks at paints nothing, and waits half a second. Its digest is in
 * the policy of the page, so it is one constant text.
 */
export const FIRST_FORM = [
  `{let d=document,s=()=>d.body.append(d.getElementById('${HELD_SCRIPT}').content)`,
  `try{let r=d.getElementById('root'),l=localStorage,t=sessionStorage,p='${PRESSED_EARLY}',e=t.getItem('${TYPED_EMAIL}')`,
  `t.removeItem('${TYPED_EMAIL}')`,
  `if(isSecureContext&&location.pathname+location.search=='/'&&!history.state?.usr&&!l.getItem('${access}')&&!l.getItem('${publicMark}')&&!t.getItem('${publicTab}')){r.replaceChildren(d.getElementById('${DRAWN_FORM}').content)`,
  `r.dataset.${DRAWN_FORM}=''`,
  `if(e)r.querySelector('[name=email]').value=e`,
  `let n=()=>r.querySelector('['+p+']')?.removeAttribute(p)`,
  `r.addEventListener('input',n)`,
  `r.addEventListener('click',e=>{let b=e.target.closest('button');if(b&&'${DRAWN_FORM}'in r.dataset){e.preventDefault();n();b.setAttribute(p,'')}},true)`,
  `requestAnimationFrame(()=>setTimeout(s))`,
  `setTimeout(s,500)}else s()}catch{s()}}`,
].join(';')
