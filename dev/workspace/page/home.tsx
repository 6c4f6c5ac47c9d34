import { useEffect } from 'react';
import { act, type Snapshot } from './api.js';
import { Blocks } from './blocks.js';
import { usePage } from './context.js';

/** The Home tab of an app, as it published it for the person one acts as. */
export function Home({ app }: { app: Snapshot['apps'][number] }) {
  const { snapshot, attempt } = usePage();
  const { me } = snapshot;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once for each app and person, not at each change
  useEffect(() => {
    void attempt(() => act(me, 'openHome', app.appId));
  }, [me, app.appId]);
  if (!app.home) return <p className="empty">{app.name} has published no Home tab for you.</p>;
  return (
    <div className="home" data-testid="home">
      <Blocks
        blocks={app.home.blocks}
        onAct={(actionId, value) =>
          attempt(async () => {
            const done = await act(me, 'pressHome', app.appId, actionId, value);
            if (!done.ok) throw new Error(`The app did not answer (${done.error}).`);
          })
        }
      />
    </div>
  );
}
