import { type InstanceSettings, Registration } from "@loop/contract";
import { INSTANCE_ACCOUNT, type SettingStore } from "@loop/core/host";
import type { Visitor } from "../http/api-handlers.js";

const MAY_ADD_SERVERS = "users-may-add-mcp-servers";
const REGISTRATION = "registration";

/** What administrators decide for the whole instance. Everything is closed until they open it. */
export interface InstanceSettingsDesk {
  read(): Promise<InstanceSettings>;
  change(patch: Partial<InstanceSettings>): Promise<InstanceSettings>;
  /** Administrators always may (SRV-01). */
  mayAddServers(visitor: Pick<Visitor, "role">): Promise<boolean>;
}

export function createInstanceSettings(settings: SettingStore): InstanceSettingsDesk {
  const read = async (): Promise<InstanceSettings> => {
    const registration = Registration.safeParse(await settings.get(INSTANCE_ACCOUNT, REGISTRATION));
    return {
      usersMayAddMcpServers: (await settings.get(INSTANCE_ACCOUNT, MAY_ADD_SERVERS)) === "true",
      registration: registration.success ? registration.data : "closed",
    };
  };
  return {
    read,
    async change({ usersMayAddMcpServers, registration }) {
      if (usersMayAddMcpServers !== undefined) {
        await settings.set(INSTANCE_ACCOUNT, MAY_ADD_SERVERS, String(usersMayAddMcpServers));
      }
      if (registration !== undefined) await settings.set(INSTANCE_ACCOUNT, REGISTRATION, registration);
      return read();
    },
    mayAddServers: async ({ role }) => role === "administrator" || (await read()).usersMayAddMcpServers,
  };
}
