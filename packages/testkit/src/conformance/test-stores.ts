import { describe } from "vitest";
import type { OpenReplicas } from "./replicas.js";
import { testAccountRemoval } from "./test-account-removal.js";
import { testAccounts } from "./test-accounts.js";
import { testApprovals } from "./test-approvals.js";
import { testConversations } from "./test-conversations.js";
import { testForks } from "./test-forks.js";
import { testIsolation } from "./test-isolation.js";
import { testLog } from "./test-log.js";
import { testPersonas } from "./test-personas.js";
import { testServers } from "./test-servers.js";
import { testSignIns } from "./test-sign-ins.js";

/** What every store does, whatever it is made of. Call it inside a `describe` that names the store. */
export function testStores(open: OpenReplicas): void {
  describe("conversations", () => testConversations(open));
  describe("copies of conversations", () => testForks(open));
  describe("the log", () => testLog(open));
  describe("questions", () => testApprovals(open));
  describe("accounts", () => testIsolation(open));
  describe("who may sign in", () => testAccounts(open));
  describe("sign-ins", () => testSignIns(open));
  describe("removing an account", () => testAccountRemoval(open));
  describe("MCP servers", () => testServers(open));
  describe("personas", () => testPersonas(open));
}
