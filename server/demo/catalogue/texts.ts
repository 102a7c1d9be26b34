// Lyrics and promotional e-mails, written for nobody in particular.
import { luma } from '../art/colour.ts'
import type { Random } from '../random.ts'
import { TITLE_OBJECTS, TITLE_PLACES } from './words.ts'

const LINES = [
  'The kettle sings before the street is awake',
  'I kept the ticket from the night you drove',
  'There is a light on in the house across the bay',
  'You said the tide would know the way back home',
  'We danced in the kitchen with the radio low',
  'And every boat that left is coming in',
  'I count the windows till they all go dark',
  'Nobody told the weather we were leaving',
  'Your coat still hangs beside the open door',
  'The band played on to seven empty chairs',
  'So leave the lantern burning on the pier',
  'I learned your name from someone else’s song',
  'The city folds its wings around the rain',
  'We were the last to know and first to go',
  'Hold on, hold on, the morning is a long way off',
  'I wrote it down so that I would forget',
  'The road goes quiet when the snow comes down',
  'Turn it up, turn it up, till the neighbours sing along',
] as const

/** Two to four verses with a refrain; sometimes a single line, shorter than the preview. */
export function lyricsFor(r: Random): string {
  if (r.chance(0.12)) return r.pick(LINES)
  const lines = r.shuffle(LINES)
  const refrain = lines.slice(0, 2).join('\n')
  const verses = Array.from({ length: r.int(2, 4) }, (_, i) => lines.slice(2 + i * 4, 6 + i * 4).join('\n'))
  return verses
    .filter((verse) => verse !== '')
    .map((verse) => `${verse}\n\n${refrain}`)
    .join('\n\n')
}

export interface PromoFacts {
  title: string
  artist: string
  label: string
  type: string
  tracks: number
  focus: string
  /** A day as people write it, or empty. */
  impact: string
  canadian: boolean
  colour: string
}

/** Text as HTML shows it. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** A promotional e-mail: tables and inline styles, as e-mails are made. */
export function promoFor(r: Random, facts: PromoFacts): string {
  const [title, artist, label, focus] = [facts.title, facts.artist, facts.label, facts.focus].map(escapeHtml)
  const ink = luma(facts.colour) > 0.55 ? '#1a1c20' : '#ffffff'
  const place = escapeHtml(r.pick(TITLE_PLACES.filter((where) => !/October|Rain|Low Water|Hours/.test(where))))
  const theme = escapeHtml(r.pick(TITLE_OBJECTS))
  const opening = r.pick([
    `Written over two winters and recorded in ${r.int(4, 19)} days, <i>${title}</i> is the sound of ${artist} with the windows open.`,
    `${artist} comes back with <i>${title}</i>: ${facts.tracks === 1 ? 'one song' : `${facts.tracks} songs`} that began as notes taken ${place}.`,
    `<i>${title}</i> started as a voice memo and grew, one evening at a time, in a rented room ${place}.`,
    `A record about ${theme}, made by a small circle of friends and mixed for rooms with the lights down.`,
  ])
  const detail = r.pick([
    `The focus track, <b>${focus}</b>, opens cold and ends cold, made for tight breaks.`,
    `Lead with <b>${focus}</b>. An instrumental is available on request for beds and trailers.`,
    `<b>${focus}</b> goes to radio first; the rest of the record follows for specialty shows.`,
  ])
  const facts3 = [
    ['Focus track', focus ?? ''],
    ...(facts.impact ? [['Impact date', facts.impact]] : []),
    ...(facts.canadian ? [['Canadian content', 'Yes']] : []),
    ['Format', facts.type],
  ].map(
    ([name, value]) =>
      `<td style="padding:12px 16px 12px 0;font:13px/20px Helvetica,Arial,sans-serif;color:#2b2d33;vertical-align:top"><b>${name}</b><br>${value}</td>`,
  )
  const mailbox = `promo@${(label ?? '').toLowerCase().replace(/[^a-z]+/g, '')}.example`
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:640px;margin:0 auto;background:#ffffff"><tr><td style="background:${facts.colour};color:${ink};padding:40px 32px;font:600 13px/20px Helvetica,Arial,sans-serif">${label}<div style="font:400 32px/40px Georgia,serif;margin-top:64px">${artist}<br><i>${title}</i></div></td></tr><tr><td style="padding:28px 32px;font:17px/28px Georgia,serif;color:#22242a"><p style="margin:0 0 16px">${opening}</p><p style="margin:0 0 24px">${detail}</p><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-top:1px solid #dddddd;border-bottom:1px solid #dddddd"><tr>${facts3.join('')}</tr></table><p style="margin:24px 0 0;font:13px/20px Helvetica,Arial,sans-serif;color:#5b5e66">Radio and press: <a href="mailto:${mailbox}" style="color:#5b5e66">${mailbox}</a></p></td></tr></table>`
}
