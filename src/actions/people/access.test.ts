import { expect, it } from 'vitest'
import { setDispatch } from '#bridge/dispatch.ts'
import { accessMailSent } from '#core/events/people/access.ts'
import { Story } from '#tests/support/story.ts'
import { type ActionPorts, setActionPorts } from '../ports.ts'
import { clearAccess, requestMail } from './access.ts'

/** @param meanwhile what happens while the address is put away */
async function asked(meanwhile: () => void) {
  const story = new Story()
  setDispatch((draft) => void story.happens(draft))
  setActionPorts({
    mintId: () => 'n1',
    keepSecret: async () => {
      meanwhile()
      return 'credentials:1'
    },
  } as unknown as ActionPorts)
  await requestMail('reset', 'vera@demo.test')
  story.happens(accessMailSent({ requestId: 'n1' }))
  return story
}

it('H-560: a mail asked for as its page was left is asked for, and the next form is not told that it was sent', async () => {
  const story = await asked(clearAccess)
  expect(story.events.map(({ type }) => type)).toContain('access.mailRequested')
  expect(story.state.get('access', 'self')).toMatchObject({ requestId: '', status: 'idle', isEmailSent: false })
})

it('one whose form is still there is told of', async () => {
  const story = await asked(() => {})
  expect(story.state.get('access', 'self')).toMatchObject({ status: 'done', isEmailSent: true })
})
