/** Google refuses a wrong key with a 400; it is told by the machine word in the body alone. */
export function isKeyInvalid(body: string | null | undefined): boolean {
  return /"reason"\s*:\s*"API_KEY_INVALID"/.test(body ?? "");
}
