import type { AccountServerView, RouteBody } from "@loop/contract";
import { ADD } from "../words/tools-words.js";

/** What is typed. A saved token is never here: it is kept, removed, or another is typed in its place. */
export interface AccountServerForm {
  readonly label: string;
  readonly url: string;
  readonly token: string;
  readonly tokenChoice: "kept" | "removed" | "typed";
}

export type AccountServerProblems = Readonly<Partial<Record<"label" | "url" | "token", string>>>;

export function accountServerForm(original: AccountServerView | null): AccountServerForm {
  return {
    label: original?.label ?? "",
    url: original?.url ?? "",
    token: "",
    tokenChoice: original?.hasToken === true ? "kept" : "typed",
  };
}

/** A token is not sent to an address it was not given for (SRV-07). */
export function needsTokenAgain(form: AccountServerForm, original: AccountServerView | null): boolean {
  return original !== null && original.hasToken && form.tokenChoice === "kept" && form.url.trim() !== original.url;
}

/** What is wrong before anything is sent; {} where nothing is. */
export function accountServerProblems(
  form: AccountServerForm,
  original: AccountServerView | null,
): AccountServerProblems {
  return {
    ...(form.label.trim() === "" ? { label: ADD.missing } : {}),
    ...(isAddress(form.url.trim()) ? {} : { url: form.url.trim() === "" ? ADD.missing : ADD.urlWrong }),
    ...(needsTokenAgain(form, original) ? { token: ADD.tokenAgain } : {}),
  };
}

function isAddress(url: string): boolean {
  return URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol);
}

export function addBody({ label, url, token }: AccountServerForm): RouteBody<"addAccountServer"> {
  return { label: label.trim(), url: url.trim(), ...(token === "" ? {} : { token }) };
}

/** Only what changed, so that a saved token survives a save that does not touch it. */
export function updateBody(form: AccountServerForm, original: AccountServerView): RouteBody<"updateAccountServer"> {
  const label = form.label.trim();
  const url = form.url.trim();
  return {
    ...(label === original.label ? {} : { label }),
    ...(url === original.url ? {} : { url }),
    ...tokenPart(form, original, url !== original.url),
  };
}

function tokenPart(form: AccountServerForm, original: AccountServerView, hasNewAddress: boolean) {
  switch (form.tokenChoice) {
    case "kept":
      return {};
    case "removed":
      return { token: null };
    case "typed":
      if (form.token !== "") return { token: form.token };
      return original.hasToken || hasNewAddress ? { token: null } : {};
  }
}

const URL_CODES: readonly string[] = [
  "config-url-invalid",
  "address-not-public",
  "origin-not-allowed",
  "address-refused",
  "address-not-found",
  "not-found",
  "not-mcp",
  "network-unreachable",
  "redirect-refused",
];
const TOKEN_CODES: readonly string[] = ["authentication-required", "server-token-needed", "server-token-unreadable"];

/** The field a refusal is about; null for none of them. */
export function fieldOfRefusal(code: string | null): "url" | "token" | null {
  if (code === null) return null;
  if (URL_CODES.includes(code)) return "url";
  return TOKEN_CODES.includes(code) ? "token" : null;
}
