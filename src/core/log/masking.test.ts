import { describe, expect, it } from 'vitest'
import { catalogue } from '#core/events/index.ts'
import * as signup from '#core/events/people/signup.ts'
import { Story } from '#tests/support/story.ts'
import { encodeEvent, exportLines, parseLog } from './codec.ts'
import { hashState } from './hash.ts'
import { createMasking } from './masking.ts'
import { replay } from './replay.ts'

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
const header = { format: 'evlog', version: 1, logId: 'l1', build: '1', startedAt: 0 } as const
const exported = ({ events, state }: Story) => {
  const lines = events.map(encodeEvent)
  const head = { first: 1, count: lines.length, lines: '', before: '', state: hashState(state as never) }
  return [...exportLines(header, [{ head, lines }])].join('\n')
}

describe('a log that leaves this device', () => {
  it('holds no name, number or address of who signed up and who invited them', () => {
    const text = exported(story())
    expect(PEOPLE.filter((one) => text.includes(JSON.stringify(one)))).toEqual([])
  })

  it('can be replayed, to the same state', () => {
    const { difference, checkpoints } = replay(parseLog(exported(story())))
    expect({ difference, checkpoints }).toEqual({ difference: null, checkpoints: 1 })
  })

  it('has one mask for one text, another for another, and none for what is empty', () => {
    const masked = createMasking()
    const [opened, about] = story().events.map((event) => JSON.parse(masked(encodeEvent(event))).payload)
    expect(about.about.email).toBe(opened.invitation.email)
    expect(about.about.first_name).not.toBe(about.about.last_name)
    expect(opened.progress.verified).toBe('')
  })

  it('is otherwise as it was', () => {
    const masked = createMasking()
    const line = encodeEvent(new Story().happens(signup.signUpConfirmed({ requestId: 'Nora' })).events[0] as never)
    expect(masked(line)).toBe(line)
  })
})

/** Fields that name people, wherever they stand in an event of the sign-up. */
const NAMING = new Set([
  'first_name', 'last_name', 'email', 'phone', 'inviter_email', 'verified', 'codeSentTo', 'group_owner', 'web_site',
  'country', 'state', 'city', 'call_letter',
]) // biome-ignore format: one list of names

interface Shape {
  readonly shape?: Readonly<Record<string, Shape>>
  readonly _zod?: { readonly def: { readonly innerType?: Shape; readonly shape?: Readonly<Record<string, Shape>> } }
}

function* naming(schema: Shape, path: readonly string[] = []): Generator<string> {
  const { innerType, shape = {} } = schema._zod?.def ?? {}
  if (innerType) yield* naming(innerType, path)
  for (const [name, field] of Object.entries(shape)) {
    if (NAMING.has(name)) yield [...path, name].join('.')
    else yield* naming(field, [...path, name])
  }
}

it.each(
  [...catalogue.values()].filter(({ type }) => type.startsWith('signup.')).map((one) => [one.type, one] as const),
)('%s marks every field that names somebody, and nothing that is not there', (_, { schema, personal = [] }) => {
  expect([...personal].sort()).toEqual([...naming(schema as Shape)].sort())
})
