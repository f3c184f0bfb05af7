import { AccountAdministration } from "./account-administration.js";
import type { AccountDeskOptions } from "./desk-options.js";
import { Entrance } from "./entrance.js";
import { createInstanceSettings, type InstanceSettingsDesk } from "./instance-settings.js";
import { OwnAccount } from "./own-account.js";

/** Everything about the accounts of a shared instance. */
export interface AccountDesk {
  readonly entrance: Entrance;
  readonly own: OwnAccount;
  readonly administration: AccountAdministration;
  readonly instance: InstanceSettingsDesk;
  /** Whether the account is there and not suspended, at this moment. */
  isActive(accountId: string): Promise<boolean>;
  /** Whether the account may add servers with the role it has at this moment; one that is suspended or gone may not. */
  mayAddServers(accountId: string): Promise<boolean>;
}

export function createAccountDesk(options: AccountDeskOptions): AccountDesk {
  if (options.setupCode === "") throw new Error("an empty code would let everybody set the instance up");
  const instance = createInstanceSettings(options.settings);
  const parts = { ...options, instance };
  const active = async (accountId: string) => {
    const account = (await options.accounts.find(accountId))?.account;
    return account?.status === "active" ? account : null;
  };
  return {
    entrance: new Entrance(parts),
    own: new OwnAccount(parts),
    administration: new AccountAdministration(parts),
    instance,
    isActive: async (accountId) => (await active(accountId)) !== null,
    async mayAddServers(accountId) {
      const account = await active(accountId);
      return account !== null && (await instance.mayAddServers(account));
    },
  };
}
