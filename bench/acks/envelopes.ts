import { randomBytes } from 'node:crypto';

/** An envelope as it goes over the socket. */
export interface Envelope {
  id: string;
  text: string;
}

const SAID =
  'The roof inspection at 1420 Larimer moved to Thursday 09:30; the resident confirmed by phone, and the gate code is in ' +
  'the ticket. Please bring the drone batteries from the office, the ones in the van are flat.';
const RUN = randomBytes(4).toString('hex');
const MARK = { envelope: '@@ENVELOPE@@', ts: '@@TS@@', event: '@@EVENT@@', said: '@@SAID@@' };

/**
 * `message` envelopes of one channel, as Slack sends them for a person's message of some 200 characters (1.6 kB). Each is
 * about another message, so that the inbox takes none for a repetition.
 */
export function messageEnvelopes(channel: string): () => Envelope {
  const parts = template(channel).split(/@@([A-Z]+)@@/);
  const second = Math.floor(Date.now() / 1000);
  let n = 0;
  return () => {
    n += 1;
    const serial = n.toString(16).padStart(12, '0');
    const id = `${RUN}-0000-4000-8000-${serial}`;
    // Six digits after the point are Slack's; a second holds a million of them.
    const ts = `${second + Math.floor(n / 1e6)}.${String(n % 1e6).padStart(6, '0')}`;
    let text = '';
    for (let i = 0; i < parts.length; i += 1) {
      const part = parts[i] as string;
      if (i % 2 === 0) text += part;
      else if (part === 'ENVELOPE') text += id;
      else if (part === 'TS') text += ts;
      else if (part === 'EVENT') text += `Ev0${serial.toUpperCase()}`;
      else text += SAID;
    }
    return { id, text };
  };
}

function template(channel: string): string {
  const event = {
    user: 'U02FEDE',
    type: 'message',
    ts: MARK.ts,
    client_msg_id: 'a3f0c2de-6b1c-4c59-9d2a-0f6f1b7c9e11',
    text: MARK.said,
    team: 'T0BENCH',
    blocks: [
      {
        type: 'rich_text',
        block_id: 'b1Xq',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: MARK.said }] }],
      },
    ],
    channel,
    event_ts: MARK.ts,
    channel_type: 'channel',
  };
  return JSON.stringify({
    envelope_id: MARK.envelope,
    payload: {
      token: 'bench-verification-token',
      team_id: 'T0BENCH',
      context_team_id: 'T0BENCH',
      context_enterprise_id: null,
      api_app_id: 'A0BENCH',
      event,
      type: 'event_callback',
      event_id: MARK.event,
      event_time: 1793000000,
      authorizations: [
        { enterprise_id: null, team_id: 'T0BENCH', user_id: 'U0SMITH', is_bot: true, is_enterprise_install: false },
      ],
      is_ext_shared_channel: false,
      event_context: '4-eyJldCI6Im1lc3NhZ2UiLCJ0aWQiOiJUMEJFTkNIIiwiYWlkIjoiQTBCRU5DSCIsImNpZCI6IkMwQkVOQ0gifQ',
    },
    type: 'events_api',
    accepts_response_payload: false,
    retry_attempt: 0,
    retry_reason: '',
  });
}
