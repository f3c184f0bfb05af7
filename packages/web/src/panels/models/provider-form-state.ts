import type { ProviderView } from "@loop/contract";

/** What a person makes of a provider. A key that is saved is a fact; its letters are not here. */
export interface ProviderFormState {
  readonly address: string;
  readonly key:
    | { readonly kind: "kept" }
    | { readonly kind: "removed" }
    | { readonly kind: "typed"; readonly value: string };
}

export function formOf(view: ProviderView): ProviderFormState {
  return {
    address: savedAddress(view),
    key: view.key === "saved" ? { kind: "kept" } : { kind: "typed", value: "" },
  };
}

/** The saved key belongs to the saved address; another one asks for it again (CFG-15). */
export function mustReenter(state: ProviderFormState, view: ProviderView): boolean {
  return state.key.kind === "kept" && trimmed(state.address) !== trimmed(savedAddress(view));
}

export function isChanged(state: ProviderFormState, view: ProviderView): boolean {
  if (trimmed(state.address) !== trimmed(savedAddress(view))) return true;
  return state.key.kind === "removed" || (state.key.kind === "typed" && state.key.value.trim() !== "");
}

export interface ProviderBody {
  readonly address: string | null;
  readonly key?: string | null;
}

/** An empty key field beside no saved key says nothing about a key. */
export function bodyOf({ address, key }: ProviderFormState): ProviderBody {
  const place = trimmed(address) === "" ? null : trimmed(address);
  if (key.kind === "removed") return { address: place, key: null };
  if (key.kind === "kept" || key.value.trim() === "") return { address: place };
  return { address: place, key: key.value };
}

/** Whether words sent there can be read on the way; an address of this computer goes nowhere. */
export function isReadableOnTheWay(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

function savedAddress({ address }: ProviderView): string {
  return address?.source === "saved" ? address.url : "";
}

function trimmed(address: string): string {
  return address.trim().replace(/\/+$/, "");
}
