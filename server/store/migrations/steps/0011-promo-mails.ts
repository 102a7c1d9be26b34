// Promotional e-mails as they are shown, cleaned once; and which addresses of them were used.
import { fillPromoMails } from '../../catalogue/promoMails.ts'
import type { Migration } from '../migration.ts'

export const promoMails: Migration = {
  name: '0011-promo-mails',
  statements: [
    // `pictured` is null where it is the same as `plain`.
    `create table promo_mails (
      releaseid text primary key references releases on delete cascade,
      plain text not null,
      pictured text,
      images integer not null
    )`,
    'create table used_pages (jti text primary key, expires_at timestamptz not null)',
    'create index used_pages_expiry on used_pages (expires_at)',
  ],
  fill: fillPromoMails,
}
