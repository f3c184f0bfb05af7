import { useServices, useValue } from "../state/use-services.js";
import { PATHS } from "../words/paths.js";

/** Who is signed in, and signing out; null where there are no accounts. */
export function useAccountMenu() {
  const { api, me, startOver, forgetAccount } = useServices();
  const { value } = useValue(me.store);
  if (value === null) return null;
  const signOut = async () => {
    const result = await api.call("signOut");
    // A sign-in that is over already is signed out too.
    if (!result.ok && result.code !== "unauthorized") return;
    forgetAccount();
    startOver(PATHS.home);
  };
  return { name: value.account.name, onSignOut: () => void signOut() }; // never rejects; without an answer nothing changes
}
