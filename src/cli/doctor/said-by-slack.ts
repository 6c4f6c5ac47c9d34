/** What Slack's refusals mean for the doctor, each with its fix. Pure. */

const REINSTALL = 'Install the app in the workspace again and set the new token.';

const MEANINGS: Readonly<Record<string, { says: string; fix: string }>> = {
  invalid_auth: { says: 'Slack does not know the token', fix: 'Copy it again, whole, from api.slack.com/apps.' },
  not_authed: { says: 'no token was sent', fix: 'Set it in the environment.' },
  token_revoked: { says: 'the token was revoked', fix: REINSTALL },
  token_expired: { says: 'the token has expired', fix: REINSTALL },
  account_inactive: { says: 'the app was removed, or its bot user deactivated', fix: REINSTALL },
  not_allowed_token_type: {
    says: 'it is the wrong kind of token',
    fix: 'SLACK_BOT_TOKEN begins with xoxb-, SLACK_APP_TOKEN with xapp-.',
  },
  missing_scope: {
    says: 'a scope is missing',
    fix: 'Add it (`owed manifest` has them all) and install the app again.',
  },
  channel_not_found: {
    says: 'the bot sees no such channel',
    fix: 'Check the id; a private channel has to invite the bot first.',
  },
  user_not_found: {
    says: 'Slack knows no such person',
    fix: 'Check the id: it begins with U, and stands in their profile.',
  },
  user_not_visible: {
    says: 'the bot does not see this person',
    fix: 'Check the id; people of other workspaces cannot be paged.',
  },
  user_disabled: { says: 'the person was deactivated', fix: 'Name somebody else.' },
  cannot_dm_bot: { says: 'it is a bot, which takes no direct messages', fix: 'Name a person.' },
  messages_tab_disabled: {
    says: 'the bot takes no direct messages',
    fix: "Switch the Messages tab on in the app's App Home.",
  },
  link_disabled: { says: 'Socket Mode is off', fix: "Switch it on in the app's settings." },
};

export function saidBySlack(code: string): { says: string; fix: string } {
  return MEANINGS[code] ?? { says: `Slack refuses: ${code}`, fix: `Look ${code} up in Slack's documentation.` };
}
