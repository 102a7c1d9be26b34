/**
 * What moved for a player, by domain, as numbers that only grow: whoever asks again reads one row (GET changes). The
 * database counts by itself, so that no call that changes something can forget it. A share and a connection keep the
 * number they came with, which tells what is newer than what somebody knows.
 */
import type { Migration } from '../migration.ts'

/** What of a player their other devices show. */
const SHOWN =
  'firstname, lastname, website, phone, city, company, title, region, country, language, format, mailpref, mailto, verified'

export const changes: Migration = {
  name: '0018-changes',
  statements: [
    `create table player_changes (
      playerid text primary key references players on delete cascade,
      shares integer not null default 0,
      connections integer not null default 0,
      profile integer not null default 0
    )`,
    'alter table shares add column number integer not null default 0',
    'alter table connections add column number integer not null default 0',
    // Where somebody is deleted, what goes with them is nobody's change.
    `create function note_change(whose text, s integer, c integer, p integer) returns player_changes
      language sql as $$
        insert into player_changes as known (playerid, shares, connections, profile)
        select playerid, s, c, p from players where playerid = whose
        on conflict (playerid) do update set shares = known.shares + excluded.shares,
          connections = known.connections + excluded.connections, profile = known.profile + excluded.profile
        returning *
      $$`,
    `create function note_share() returns trigger language plpgsql as $$
      begin
        new.number := coalesce((note_change(new.receiver, 1, 0, 0)).shares, 0);
        return new;
      end $$`,
    `create function note_connection() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          new.number := coalesce((note_change(new.playerid, 0, 1, 0)).connections, 0);
          return new;
        end if;
        perform note_change(old.playerid, 0, 1, 0);
        return old;
      end $$`,
    `create function note_profile() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then perform note_change(old.playerid, 0, 0, 1); end if;
        if tg_op = 'INSERT' or new.playerid <> old.playerid then perform note_change(new.playerid, 0, 0, 1); end if;
        return null;
      end $$`,
    'create trigger shares_noted before insert on shares for each row execute function note_share()',
    `create trigger connections_noted before insert or delete on connections
      for each row execute function note_connection()`,
    `create trigger profile_noted after update of ${SHOWN} on players
      for each row when (old is distinct from new) execute function note_profile()`,
    `create trigger emails_noted after insert or update or delete on player_emails
      for each row execute function note_profile()`,
    // A page of releases asks of each whether it was shared; one with the first column alone is not needed beside it.
    'create index shares_received on shares (receiver, releaseid, at)',
    'drop index shares_receiver',
    'create index shares_numbered on shares (receiver, number)',
    'create index connections_numbered on connections (playerid, number)',
  ],
}
