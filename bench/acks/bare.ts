import { App, SocketModeReceiver } from '@slack/bolt';
import { child } from './child.js';

/** Bolt by its own example: one listener that does nothing, acknowledged by Bolt itself. */
child(async ({ apiUrl, appToken }) => {
  const receiver = new SocketModeReceiver({
    appToken,
    installerOptions: { clientOptions: { slackApiUrl: apiUrl } },
  });
  const app = new App({ token: 'xoxb-bench', receiver, clientOptions: { slackApiUrl: apiUrl } });
  app.message(async () => {});
  await app.start();
  return () => receiver.client.disconnect();
});
