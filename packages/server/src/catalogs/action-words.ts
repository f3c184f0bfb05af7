/**
 * First words of tool names that say what is done, not who does it. Most servers begin their names so, and twenty groups
 * called get, list and create would help nobody.
 */
const words = `
  accept accumulate activate add allow analyze analyse answer append apply approve archive ask assign attach audit authorize
  ban batch block book browse build bulk calculate call cancel capture change chat check clean clear click clone close collect
  commit compare complete compress compute configure confirm connect convert copy count crawl create deactivate debug decline
  decode delete deploy describe destroy detach detect diff disable disconnect dismiss dispatch download drag draw drop duplicate
  echo edit emit enable encode end enrich estimate evaluate execute exit expand explain explore export extract fail fetch fill
  filter finalize find finish flag fork format forward generate get give go grant handle has hide hover identify import index
  init initialize insert inspect install invite invoke is join kill launch leave like link list load lock log login logout look
  lookup make manage map mark mark match measure merge modify monitor move mute my navigate new notify open parse patch pause pin ping
  play poll post preview print process provision publish pull purge push put query queue react read rebase rebuild receive
  recommend record recover redo refresh register reindex reject release reload remove rename render reopen reorder replace reply
  report request reschedule reset resize resolve respond restart restore resume retrieve retry return revert review revoke rewind
  rotate run sample save scan schedule scrape screenshot scroll search see select send set setup share show sign simulate skip snooze
  sort split star start stop stream submit subscribe suggest summarize suspend switch sync take tap test toggle trace track
  transfer transform translate trigger try turn type unarchive unassign unban unblock undo uninstall unlink unlock unmute unpin
  unpublish unschedule unstar unsubscribe untag update upgrade upload upsert use validate verify view wait walk warn watch
  who whoami write zoom
`;

const actions = new Set(words.trim().split(/\s+/));

/** Of one part of a tool's name, also one in camel case. */
export function beginsWithAction(part: string): boolean {
  const [first = ""] = part.replace(/([a-z0-9])([A-Z])/g, "$1 $2").split(/[^A-Za-z0-9]+/);
  return actions.has(first.toLowerCase());
}
