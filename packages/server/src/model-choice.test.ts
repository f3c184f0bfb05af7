import { expect, test } from "vitest";
import { startTestServer } from "../test-support/test-server.js";

test("the model chosen in the app counts before the environment's, until the choice is taken back", async () => {
  const server = await startTestServer({ env: { LOOP_MODEL: "ollama/from-environment" } });
  const modelOf = async () => (await server.ask("state")).model;
  expect(await modelOf()).toEqual({ reference: "ollama/from-environment", ready: true });
  const chosen = await server.ask("chooseModel", { body: { reference: "ollama/chosen" } });
  expect(chosen.model).toEqual({ reference: "ollama/chosen", ready: true });
  await server.ask("chooseModel", { body: { reference: null } });
  expect(await modelOf()).toEqual({ reference: "ollama/from-environment", ready: true });
});

test("a model that lacks its key is shown with its code, and a prompt to it is refused with nothing stored", async () => {
  const server = await startTestServer();
  const { model } = await server.ask("chooseModel", { body: { reference: "anthropic/some-model" } });
  expect(model).toEqual({ reference: "anthropic/some-model", ready: false, code: "model-key-missing" });
  const { id } = (await server.ask("createConversation", { body: {} })).conversation;
  const answer = await server.call("POST", `/api/conversations/${id}/turns`, { text: "Hello" });
  expect(answer).toMatchObject({ status: 409, body: { error: { code: "model-key-missing" } } });
  expect((await server.ask("readConversation", { params: { id } })).timeline).toEqual([]);
});

test("an unknown provider is not taken as a choice", async () => {
  const server = await startTestServer();
  const answer = await server.call("PUT", "/api/settings/model", { reference: "nobody/model" });
  expect(answer).toMatchObject({ status: 400, body: { error: { code: "model-unknown" } } });
  expect((await server.ask("state")).model).toBeNull();
});

test("looking for models names what the environment offers and shows no key [ERR-02]", async () => {
  const server = await startTestServer({ env: { ANTHROPIC_API_KEY: "canary-key" } });
  const { detected } = await server.ask("detectModels", { body: {} });
  expect(detected).toContainEqual(expect.objectContaining({ provider: "anthropic", source: "environment" }));
  const state = await server.ask("state");
  expect(state.detected).toEqual(detected);
  expect(JSON.stringify([detected, state])).not.toContain("canary-key");
});
