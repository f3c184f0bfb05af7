import * as z from "zod/mini";

/** Chosen by the client, stable, part of the URL (design: Routes). */
export const SERVER_ID_PATTERN = /^[a-z0-9][a-z0-9_-]{0,63}$/;
export const ServerId = z.string().check(z.regex(SERVER_ID_PATTERN));
export type ServerId = z.infer<typeof ServerId>;

/** Made by Loop; opaque and URL-safe. Nothing may be read out of its text. */
export const OpaqueId = z.string().check(z.regex(/^[A-Za-z0-9_.~-]{1,128}$/));
export type ConversationId = string;
export type TurnId = string;
export type ApprovalId = string;
export type GrantId = string;
export type AccountId = string;

/** Unique within its turn. A nested call is `<outer>/<ordinal>` (CM-03). */
export type CallId = string;
