import type { InstanceServerView, InstanceSettings } from "@loop/contract";
import type { ApiClient } from "../api/client.js";
import { InstanceServers } from "../panels/instance-servers.js";
import { Switch } from "../parts/switch.js";
import { Trouble } from "../parts/trouble.js";
import { useServices } from "../state/use-services.js";
import { ADMIN_SERVERS } from "../words/admin-words.js";
import { explain } from "../words/errors.js";
import { AdminFrame } from "./admin-frame.js";
import { Known } from "./known.js";
import { useCommand } from "./use-command.js";
import { useReading } from "./use-reading.js";

/** Settings → Administration → MCP servers: the permission, and under it every server there is (ADM-01). */
export function AdminServersScreen() {
  return (
    <AdminFrame page="admin-servers" title={ADMIN_SERVERS.title}>
      <Permission />
      <Servers />
    </AdminFrame>
  );
}

const readSettings = (api: ApiClient) => api.call("instanceSettings");

function Permission() {
  const { api } = useServices();
  const { value, code, read, put } = useReading<InstanceSettings>(readSettings);
  const { isBusy, refusal, run } = useCommand();
  const allow = async (usersMayAddMcpServers: boolean) => {
    if (value !== null) put({ ...value, usersMayAddMcpServers });
    await run(() => api.call("changeInstanceSettings", { body: { usersMayAddMcpServers } }));
    read();
  };
  return (
    <section className="permission" aria-label={ADMIN_SERVERS.permission}>
      <Known value={value} code={code} word={ADMIN_SERVERS.permission} onRetry={read}>
        {({ usersMayAddMcpServers }) => (
          <div className="row switch-row">
            <Switch
              isOn={usersMayAddMcpServers}
              label={ADMIN_SERVERS.permission}
              onChange={(isOn) => !isBusy && void allow(isOn)} // never rejects: a refusal is shown below
            />
            <div>
              <strong aria-hidden="true">{ADMIN_SERVERS.permission}</strong>
              <p className="dim">
                {ADMIN_SERVERS.permissionSays} {!usersMayAddMcpServers && ADMIN_SERVERS.permissionOff}
              </p>
            </div>
          </div>
        )}
      </Known>
      {refusal !== null && <Trouble {...explain(refusal)} />}
    </section>
  );
}

const readServers = (api: ApiClient) => api.call("listInstanceServers");

function Servers() {
  const { api } = useServices();
  const { value, code, read } = useReading<{ readonly servers: readonly InstanceServerView[] }>(readServers);
  const { refusal, run } = useCommand();
  const suspend = async (id: string, suspended: boolean) => {
    await run(() => api.call("suspendInstanceServer", { params: { id }, body: { suspended } }));
    read();
  };
  const remove = async (id: string) => {
    await run(() => api.call("removeInstanceServer", { params: { id } }));
    read();
  };
  return (
    <>
      {refusal !== null && <Trouble {...explain(refusal)} />}
      <Known value={value} code={code} word={ADMIN_SERVERS.title} onRetry={read}>
        {({ servers }) => (
          <InstanceServers
            servers={servers}
            onSuspend={(id, suspended) => void suspend(id, suspended)} // neither rejects: a refusal is shown above
            onRemove={(id) => void remove(id)}
          />
        )}
      </Known>
    </>
  );
}
