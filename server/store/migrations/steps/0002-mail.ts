// Outgoing mail: every one is kept, whether a mail server is set or not.
import type { Migration } from '../migration.ts'

export const mail: Migration = {
  name: '0002-mail',
  statements: [
    `create table outbox (
      mailid text primary key,
      seq bigint generated always as identity,
      kind text not null,
      recipient text not null,
      language text not null,
      reply_to text,
      subject text not null,
      body_text text not null,
      body_html text not null,
      links text[] not null,
      at timestamptz not null,
      sent_at timestamptz
    )`,
    'create index outbox_order on outbox (seq)',
    'create index outbox_at on outbox (at)',
  ],
}
