import type { Config, Person } from '../../config/index.js';
import type { SlackProbe } from '../slack-probe.js';
import { bad, type Finding, good, unsure } from './finding.js';
import { saidBySlack } from './said-by-slack.js';

/** Whether what is said arrives: the channels, and each person that a page may be for (U5, O10). */

/** The configured channels, each once, by the settings that name it. */
function placesOf(config: Config): Map<string, string[]> {
  const { bridge, alerts, decisions, customerAlerts } = config.channels;
  const places = new Map<string, string[]>();
  const add = (id: string | null, setting: string) => {
    if (id !== null) places.set(id, [...(places.get(id) ?? []), setting]);
  };
  add(bridge, 'channels.bridge');
  add(alerts, 'channels.alerts');
  add(decisions, 'channels.decisions');
  for (const id of customerAlerts) add(id, 'channels.customer_alerts');
  for (const id of config.terminal.channels) add(id, 'terminal.channels');
  return places;
}

export async function checkPlaces(probe: SlackProbe, config: Config): Promise<Finding[]> {
  const bot = config.seats.get(config.seat)?.name ?? config.seat;
  const findings: Finding[] = [];
  for (const [id, settings] of placesOf(config)) {
    const check = `channel ${settings.join(', ')}`;
    const seen = await probe.channel(id);
    if (!seen.ok) {
      const { says, fix } = saidBySlack(seen.code);
      findings.push(
        seen.unreachable ? unsure(check, `${id} could not be read (${seen.code})`) : bad(check, `${id}: ${says}`, fix),
      );
      continue;
    }
    const { name, member, archived } = seen.value;
    if (archived) findings.push(bad(check, `#${name} (${id}) is archived`, 'Unarchive it, or name another channel.'));
    else if (!member)
      findings.push(bad(check, `${bot} is not in #${name} (${id})`, `Write /invite @${bot} in #${name}.`));
    else findings.push(good(check, `${bot} is in #${name} (${id})`));
  }
  return findings;
}

export async function checkPeople(probe: SlackProbe, config: Config): Promise<Finding[]> {
  const alerts = await probe.members(config.channels.alerts);
  const members = alerts.ok ? alerts.value : null;
  const findings: Finding[] = [];
  for (const person of config.people.values()) findings.push(await checkPerson(probe, config, person, members));
  return findings;
}

async function checkPerson(
  probe: SlackProbe,
  config: Config,
  person: Person,
  alerts: ReadonlySet<string> | null,
): Promise<Finding> {
  const check = `pages to ${person.key}`;
  const who = `${person.name} (${person.user})`;
  const seen = await probe.user(person.user);
  if (!seen.ok) {
    if (seen.unreachable) return unsure(check, `${who} could not be read (${seen.code})`);
    const { says, fix } = saidBySlack(seen.code);
    return bad(check, `${who}: ${says}`, fix);
  }
  if (seen.value.deleted) return bad(check, `${who} was deactivated`, `Name somebody else for people.${person.key}.`);
  if (seen.value.bot) return bad(check, `${who} is a bot`, `Name a person for people.${person.key}.`);

  const own = config.seats.get(config.seat)?.human === person.key;
  if (own && person.pages === 'dm') {
    const opened = await probe.dm(person.user);
    if (!opened.ok && opened.unreachable)
      return unsure(check, `the direct message could not be opened (${opened.code})`);
    if (!opened.ok) {
      const { says, fix } = saidBySlack(opened.code);
      return bad(check, `${who} cannot be sent a direct message: ${says}`, fix);
    }
  }
  if (alerts === null) return unsure(check, `who is in the alerts channel could not be read, where ${who} is tagged`);
  if (!alerts.has(person.user)) {
    const found = `${who} is not in the alerts channel: a tag there does not reach them`;
    return bad(check, found, `Invite ${person.name} to the channel of channels.alerts.`);
  }
  return good(
    check,
    own && person.pages === 'dm' ? `${who}: direct message, and tags in alerts` : `${who}: tags in alerts`,
  );
}
