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
}

export function createAccountDesk(options: AccountDeskOptions): AccountDesk {
  if (options.setupCode === "") throw new Error("an empty code would let everybody set the instance up");
  const instance = createInstanceSettings(options.settings);
  const parts = { ...options, instance };
  return {
    entrance: new Entrance(parts),
    own: new OwnAccount(parts),
    administration: new AccountAdministration(parts),
    instance,
    isActive: async (accountId) => (await options.accounts.find(accountId))?.account.status === "active",
  };
}
