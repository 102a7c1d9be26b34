import '../../i18n/sharing.ts'
import { Lock } from 'lucide-react'
import { useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as yup from 'yup'
import { readProfile } from '#actions/people/profile.ts'
import { contactOwner, openContact } from '#actions/people/sharing.ts'
import { publisherOf, type ReleaseCard } from '#core/model/catalogue/release.ts'
import { CONTACT_MESSAGE, EMAIL } from '#core/model/people/fields/fieldRules.ts'
import { CONTACT_TYPES } from '#core/model/people/sharing.ts'
import { isolated } from '#core/model/text/direction.ts'
import { profile } from '#projections/profile.ts'
import { claims } from '#projections/session.ts'
import { Dialog } from '../../kit/overlays/Dialog.tsx'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { CountedField } from '../fields/CountedField.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { Form } from '../form/Form.tsx'
import { choice, text } from '../form/rules.ts'
import { About } from './About.tsx'
import { EarlierMessages } from './EarlierMessages.tsx'
import { FixedField, Written } from './FixedField.tsx'
import { MessageEnd, MessageHead } from './MessageEnds.tsx'
import * as css from './people.css.ts'
import { useMessage, useTold } from './useMessage.ts'

interface Props {
  release: Readonly<ReleaseCard>
  onClose: () => void
}

const NOTHING = { player_email: '', comment_type_id: '', comment_text: '' }
const WRITTEN = ['comment_type_id', 'comment_text'] as const

/** Writes to the owner of a release (CONTACT-001 to CONTACT-019). The fields have the server's names. */
export function ContactForm({ release, onClose }: Props) {
  const { t } = useTranslation(['sharing', 'forms', 'common'])
  const { releaseid, title } = release
  const titleId = useId()
  const [dirty, setDirty] = useState(false)
  const email = useProfileEmail()
  const { initial, draft, busy, refusal, send, close } = useMessage(`contact:${releaseid}`, NOTHING, onClose)
  const told = useTold(refusal, refusal?.message || t('contact.failed'))
  useEffect(() => openContact(releaseid), [releaseid])
  const rules = useMemo(() => {
    const [missing, type, words] = [t('contact.emailRequired'), t('contact.typeRequired'), t('contact.messageRequired')]
    const long = ({ max }: { max: number }) => t('forms:long', { count: max })
    return yup.object({
      player_email: text(EMAIL, { missing, long: long(EMAIL), wrong: t('forms:email') }),
      comment_type_id: choice(
        CONTACT_TYPES.map((_, at) => `${at + 1}`),
        { missing: type, wrong: type },
      ),
      comment_text: text(CONTACT_MESSAGE, { missing: words, long: long(CONTACT_MESSAGE), wrong: words }),
    })
  }, [t])
  return (
    // Escape and the scrim would lose what was typed.
    <Dialog labelledBy={titleId} className={css.panel} onClose={dirty ? undefined : close}>
      <Form
        initial={initial}
        rules={rules}
        busy={busy}
        refusal={told}
        waitsFor={[]}
        onSubmit={({ player_email, comment_type_id, comment_text }) => {
          const words = { email: player_email, type: Number(comment_type_id), text: comment_text }
          send(JSON.stringify(words), (id) => contactOwner(id, release, words))
        }}
      >
        <MessageHead id={titleId} title={t('contact.title')} onClose={close} />
        <About release={release} title={publisherOf(release) || release.artist}>
          {t('contact.about', { title: isolated(title), artist: isolated(release.artist) })}
        </About>
        <EarlierMessages releaseid={releaseid} to={publisherOf(release) || release.artist} />
        <FixedField
          name="player_email"
          label={t('contact.email')}
          value={email}
          hint={t('contact.emailHint')}
          end={<Lock size={16} strokeWidth={1.75} aria-hidden="true" />}
        />
        <SelectField
          name="comment_type_id"
          label={t('contact.type')}
          choices={CONTACT_TYPES.map((type, at) => ({ value: `${at + 1}`, label: t(`contact.types.${type}`) }))}
        />
        <CountedField name="comment_text" label={t('contact.message')} rule={CONTACT_MESSAGE} multiline />
        <Written
          names={WRITTEN}
          onChange={(fields) => {
            draft.keep({ fields })
            setDirty(Object.values(fields).some((value) => value !== ''))
          }}
        />
        <MessageEnd of="contact" onClose={close} />
      </Form>
    </Dialog>
  )
}

/** Where the player's mails go, by their profile (CONTACT-002); the address of the session until that is read. */
function useProfileEmail(): string {
  const who = useSignalValue(claims)
  const read = useSignalValue(profile)?.profile?.mailto
  useEffect(() => readProfile(), [])
  return read || who?.email || ''
}
