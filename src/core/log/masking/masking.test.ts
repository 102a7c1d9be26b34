import { describe, expect, it } from 'vitest'
import * as load from '#core/events/downloads.ts'
import { catalogue } from '#core/events/index.ts'
import * as connections from '#core/events/people/connections.ts'
import { profileReceived } from '#core/events/people/profile.ts'
import { sessionRefreshed, sessionStarted } from '#core/events/people/session.ts'
import * as signup from '#core/events/people/signup.ts'
import { settingDownloadsChosen, settingDownloadsFollowed, settingRestored } from '#core/events/settings.ts'
import { DOWNLOAD_CHOICES_DEFAULT, SETTINGS_DEFAULT } from '#core/model/settings.ts'
import { wished } from '#tests/support/downloadParts.ts'
import { parseLog } from '#tests/support/parsedLog.ts'
import { replay } from '#tests/support/replayed.ts'
import { aProfile, Story, someClaims } from '#tests/support/story.ts'
import { encodeEvents } from '../codec.ts'
import { exportLines } from '../export.ts'
import { HASH_VERSION, hashState, hashVersionOf } from '../hash.ts'
import { snapshotLines } from '../snapshots/snapshot.ts'
import { headerOf } from '../upcast.ts'
import { maskSnapshotLine } from './entities.ts'
import { createMasking } from './masking.ts'
import { MASKED, PERSONAL } from './personal.ts'

const PEOPLE = ['Nora', 'Vale', 'nora@demo.test', '+31 20 123 4567', 'pat@demo.test', 'Noon FM', 'Utrecht', '1 Quay']
const story = () =>
  new Story().happens(
    signup.signUpOpened({
      progress: { about: null, verified: '', emailToken: null, codeSentTo: '', codeSentAt: 0, language: 'en' },
      invitation: {
        email: 'nora@demo.test',
        inviter_email: 'pat@demo.test',
        inviter_id: 'p1',
        relationship: 'coworker',
        welcome_email: false,
        token: 'link:1',
      },
      unreadable: false,
      ended: false,
    }),
    signup.signUpAboutSent({
      requestId: 'a',
      about: {
        first_name: 'Nora',
        last_name: 'Vale',
        email: 'nora@demo.test',
        industry: 'other',
        role: 'other',
        phone: '+31 20 123 4567',
        hasAcceptedTerms: true,
      },
    }),
    signup.signUpCompanySent({
      requestId: 'c',
      company: { group_owner: 'Noon FM', country: 'NL', city: 'Utrecht', primary_format: 'Jazz', state: '1 Quay' },
      password: null,
    }),
    signup.signUpConfirmed({ requestId: 'c' }),
  )
const header = headerOf('l1', '1', 0)
const exported = ({ events, state }: Story, stateHash: number | undefined = HASH_VERSION) => {
  const lines = encodeEvents(events)
  const head = { first: 1, count: lines.length, lines: '', before: '', state: hashState(state as never, stateHash) }
  return [...exportLines({ ...header, stateHash }, [{ head, lines }])].join('\n')
}

/** Somebody who names files in a way of their own, in this page and in another one, and has some from before. */
const namingFiles = () => {
  const choices = { ...DOWNLOAD_CHOICES_DEFAULT, nameTemplate: 'Nora at noon {title}' }
  const job = new Story()
    .happens(settingDownloadsChosen({ choices }), load.downloadRequested({ requests: [wished('a')] }))
    .state.get('job', 'job-a')
  const named = (downloadID: string) => ({ ...(job as NonNullable<typeof job>), downloadID, mediaID: downloadID })
  return new Story().happens(
    settingRestored({ settings: { ...SETTINGS_DEFAULT, downloads: choices } }),
    settingDownloadsChosen({ choices: { nameTemplate: 'Nora at one {title}' } }),
    settingDownloadsFollowed({ count: 2, choices }),
    load.downloadRestored({ jobs: [named('old')] }),
    load.downloadMirrored({ jobs: [named('other')], order: null }),
    load.downloadRequested({ requests: [wished('a')] }),
    load.downloadStarted({ downloadID: 'job-a', totalBytes: 1, resumedAt: 0 }),
    load.downloadStored({ downloadID: 'job-a', bytes: 1, sha256: null, fileName: job?.fileName ?? '' }),
  )
}

/** Two who are signed in one after the other, and whom the first is connected with. */
const session = () => {
  const claims = someClaims('p1', { username: 'vera', email: 'vera@demo.test', fullname: 'Vera Quill' })
  const names = { full_name: 'Pat Moss', first_name: 'Pat', last_name: 'Moss', email: 'pat@demo.test' }
  const handles = { accessToken: 'session:access', refreshToken: 'session:refresh' }
  return new Story().happens(
    sessionStarted({ claims, ...handles, restored: false }),
    sessionRefreshed({ claims: { ...claims, exp: claims.exp + 60 }, ...handles }),
    connections.connectionAccepted({ link: 'link:1', inviter: 'Pat Moss' }),
    connections.connectionListed({ connections: [{ player_id: 'p2', verified: true, ...names }] }),
  )
}

describe('a log that leaves this device', () => {
  it.each(['vera', 'vera@demo.test', 'Vera Quill', 'Pat Moss', 'Pat', 'Moss', 'pat@demo.test'])(
    'holds no %s of who was signed in and whom they know',
    (name) => {
      expect(exported(session())).not.toContain(JSON.stringify(name))
    },
  )

  it('still says who was signed in by id, and replays to the same state', () => {
    expect(exported(session())).toContain('"playerid":"p1"')
    expect(replay(parseLog(exported(session()))).difference).toBeNull()
  })

  it('holds no name, number or address of who signed up and who invited them', () => {
    const text = exported(story())
    expect(PEOPLE.filter((one) => text.includes(JSON.stringify(one)))).toEqual([])
  })

  it('can be replayed, to the same state', () => {
    const { difference, checkpoints } = replay(parseLog(exported(story())))
    expect({ difference, checkpoints }).toEqual({ difference: null, checkpoints: 1 })
  })

  it('says neither how somebody names files nor what they are called, and replays to the same state', () => {
    expect(namingFiles().state.get('job', 'job-a')?.fileName).toContain('Nora at noon')
    expect(exported(namingFiles())).not.toContain('Nora at')
    expect(replay(parseLog(exported(namingFiles())))).toMatchObject({ difference: null, checkpoints: 1 })
    const lines = snapshotLines(namingFiles().state as never).map(createMasking().entity)
    expect(lines.join()).not.toContain('Nora at')
  })

  it('that was hashed over names of files, as before, keeps them, and replays to the same state', () => {
    const text = exported(namingFiles(), 2)
    expect(text).toContain('Nora at noon')
    expect(replay(parseLog(text))).toMatchObject({ difference: null, checkpoints: 1 })
    const lines = snapshotLines(namingFiles().state as never)
    expect(lines.map(createMasking({}, 2).entity)).toEqual(lines)
    // Builds of before did not say how they hashed.
    const { stateHash: _, ...before } = JSON.parse(text.split('\n')[0] as string)
    expect(hashVersionOf(before)).toBe(2)
  })

  it('has one mask for one text, another for another, and none for what is empty', () => {
    const masked = createMasking().event
    const [opened, about] = encodeEvents(story().events).map((line) => JSON.parse(masked(line))[4])
    expect(about.about.email).toBe(opened.invitation.email)
    expect(about.about.first_name).not.toBe(about.about.last_name)
    expect(opened.progress.verified).toBe('')
  })

  it('is otherwise as it was', () => {
    const masked = createMasking().event
    const line = encodeEvents(new Story().happens(signup.signUpConfirmed({ requestId: 'Nora' })).events)[0] as string
    expect(masked(line)).toBe(line)
  })
})

/** Fields that name people, wherever they stand in an event of an account. */
const NAMING = new Set([
  'first_name', 'last_name', 'email', 'phone', 'inviter_email', 'verified', 'codeSentTo', 'group_owner', 'web_site',
  'country', 'state', 'city', 'call_letter', 'username', 'fullname', 'full_name', 'inviter',
  'invitee_email', 'text', 'firstname', 'lastname', 'website', 'company', 'mailto', 'emails',
]) // biome-ignore format: one list of names

interface Shape {
  readonly shape?: Readonly<Record<string, Shape>>
  readonly _zod?: {
    readonly def: {
      readonly type?: string
      readonly innerType?: Shape
      readonly element?: Shape
      readonly shape?: Readonly<Record<string, Shape>>
    }
  }
}

function* naming(schema: Shape, path: readonly string[] = []): Generator<string> {
  const { innerType, element, shape = {} } = schema._zod?.def ?? {}
  const inner = innerType ?? element
  if (inner) yield* naming(inner, path)
  for (const [name, field] of Object.entries(shape)) {
    // Whether somebody is verified names nobody; which address is, does.
    if (NAMING.has(name) && !['boolean', 'object'].includes(field._zod?.def.type ?? '')) yield [...path, name].join('.')
    else yield* naming(field, [...path, name])
  }
}

it.each(
  [...catalogue.values()]
    .filter(({ type }) => /^(signup|session|connection|profile|sharing)\./.test(type))
    .map((one) => [one.type, one] as const),
)('%s marks every field that names somebody, and nothing that is not there', (_, { schema, personal = [] }) => {
  expect([...personal].sort()).toEqual([...naming(schema as Shape)].sort())
})

it('masks every address of a list, and the same one alike', () => {
  const profile = aProfile({ mailto: 'a@demo.test', emails: ['a@demo.test', 'b@demo.test'] })
  const line = createMasking().event(JSON.stringify({ seq: 1, ...profileReceived({ profile, version: null }) }))
  expect(line).not.toContain('demo.test')
  const said = JSON.parse(line).payload.profile
  expect(said.emails[0]).toBe(said.mailto)
  expect(said.emails[1]).not.toBe(said.emails[0])
})

describe('what this build does not know', () => {
  const met = { name: 'Nora', all: ['nora@demo.test', 7, null], by: { 'pat@demo.test': { city: 'Utrecht' } } }
  const none = { name: 'masked-1', all: ['masked-2', 7, null], by: { 'masked-3': { city: 'masked-4' } } }

  it.each([
    ['a type', ['person.met', 5, 'person', 1, met]],
    ['a newer version', ['notice.allRead', 5, 'person', 1, met]],
  ])('of %s nothing is left but where it stands, in either kind of line', (_, event) => {
    const { event: masked } = createMasking({ 'notice.allRead': 2 })
    expect(JSON.parse(masked(JSON.stringify(event)))).toEqual([...event.slice(0, 4), none])
    const place = { seq: 1, t: 5, source: 'person', cause: null, type: event[0], v: 2 }
    const line = createMasking().event(JSON.stringify({ ...place, payload: met }))
    expect(JSON.parse(line)).toEqual({ ...place, payload: none })
  })

  it('is skipped by who reads it, and the state is the same', () => {
    const { events, state } = session()
    const lines = [...encodeEvents(events), JSON.stringify(['person.met', 5, 'person', 0, met])]
    lines.push(JSON.stringify(['notice.allRead', 5, 'person', 0, met]))
    const head = { first: 1, count: lines.length, lines: '', before: '', state: hashState(state as never) }
    const { schemas: _, ...other } = header
    const text = [...exportLines({ ...other, versions: { 'notice.allRead': 2 } }, [{ head, lines }])].join('\n')
    const log = parseLog(text)
    expect([log.cut, [...log.skipped.keys()]]).toEqual([null, [lines.length - 1, lines.length]])
    expect(replay(log).difference).toBeNull()
    expect(PEOPLE.filter((one) => text.includes(one))).toEqual([])
  })

  it('of a table nothing is left but its name', () => {
    const line = createMasking().entity(JSON.stringify(['people', 'nora@demo.test', met]))
    expect(line).not.toMatch(/nora|pat|utrecht/i)
    expect(JSON.parse(line)[0]).toBe('people')
  })
})

describe('what a snapshot masks', () => {
  const tables = Object.keys({ ...PERSONAL, ...MASKED }) as (keyof typeof PERSONAL)[]
  it.each(tables)(
    'of the table %s lies within what the state hash leaves out, and is something of each part of it',
    (kind) => {
      const masked: readonly string[] = MASKED[kind] ?? []
      const leftOut: readonly string[] = PERSONAL[kind] ?? []
      const isWithin = (path: string, whole: string) => path === whole || path.startsWith(`${whole}.`)
      expect(masked.filter((path) => !leftOut.some((whole) => isWithin(path, whole)))).toEqual([])
      expect(leftOut.filter((whole) => !masked.some((path) => isWithin(path, whole)))).toEqual([])
    },
  )
})

describe('a line of a snapshot', () => {
  const maskOf = (text: string) => `<${text.length}>`
  const masked = (kind: string, entity: object) => JSON.parse(maskSnapshotLine(JSON.stringify([kind, 'self', entity]), maskOf)) // biome-ignore format: one line

  it('says nothing of a person, however deep it stands, and all else as it was', () => {
    const held = {
      errorCode: null,
      claims: { playerid: 'p1', email: 'vera@demo.test', username: 'vera', fullname: 'Vera Quill' },
    }
    expect(masked('session', held)).toEqual([
      'session',
      'self',
      { errorCode: null, claims: { playerid: 'p1', email: '<14>', username: '<4>', fullname: '<10>' } },
    ])
  })

  it('keeps lists and fields by their names where all of it is masked', () => {
    expect(
      masked('noticeHistory', { entries: [{ id: 'n' }], people: { n: 'Pat Moss', m: ['Pat', 7, null] } })[2],
    ).toEqual({
      entries: [{ id: 'n' }],
      people: { n: '<8>', m: ['<3>', 7, null] },
    })
  })

  it('masks the names in a list, and keeps who they are of', () => {
    const [pat, lee] = [
      { id: 'p2', full_name: 'Pat Moss', verified: true },
      { id: 'p3', full_name: '', verified: false },
    ]
    expect(masked('network', { connections: [pat, lee], status: 'success' })[2]).toEqual({
      connections: [
        { ...pat, full_name: '<8>' },
        { ...lee, full_name: '<0>' },
      ],
      status: 'success',
    })
    expect(masked('inviting', { requestId: 'a', sent: null })[2]).toEqual({ requestId: 'a', sent: null })
  })

  it('of a table that names nobody stays as it is, and so does a field that is not there', () => {
    expect(masked('track', { email: 'vera@demo.test' })[2]).toEqual({ email: 'vera@demo.test' })
    expect(masked('session', { claims: null })[2]).toEqual({ claims: null })
  })
})
