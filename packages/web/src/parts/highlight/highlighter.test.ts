import { expect, test } from "vitest";
import type { CodeAnswer, CodeQuestion } from "./code-token.js";
import { type CodeWorker, Highlighter } from "./highlighter.js";

/** A worker at the other end of a real channel that says the code back as one line. */
function workerSaying(answers: (question: CodeQuestion) => CodeAnswer) {
  const questions: CodeQuestion[] = [];
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = ({ data }: MessageEvent<CodeQuestion>) => {
    questions.push(data);
    port2.postMessage(answers(data));
  };
  const worker: CodeWorker = {
    postMessage: (question) => port1.postMessage(question),
    onmessage: null,
    onerror: null,
  };
  port1.onmessage = (event: MessageEvent<CodeAnswer>) => worker.onmessage?.(event);
  const close = () => port1.close();
  return { worker, questions, close };
}

const echo = ({ id, code }: CodeQuestion): CodeAnswer => ({ id, lines: [[{ kind: "keyword", text: code }]] });

test("the same code is asked for once, and known from then on", async () => {
  const { worker, questions, close } = workerSaying(echo);
  const highlighter = new Highlighter(() => worker);
  expect(highlighter.known("ts", "a")).toBeUndefined();
  const [first, second] = await Promise.all([highlighter.highlight("ts", "a"), highlighter.highlight("ts", "a")]);
  expect(first).toEqual([[{ kind: "keyword", text: "a" }]]);
  expect(second).toEqual(first);
  expect(highlighter.known("ts", "a")).toEqual(first);
  await highlighter.highlight("js", "a");
  expect(questions.map(({ language }) => language)).toEqual(["ts", "js"]);
  close();
});

test("no worker is started for code without a language, or for very much of it", async () => {
  const highlighter = new Highlighter(() => {
    throw new Error("not to be started");
  });
  expect(await highlighter.highlight("", "a")).toBeNull();
  expect(await highlighter.highlight("ts", "a".repeat(100_001))).toBeNull();
});

test("when the worker breaks, all code stays plain and nobody waits", async () => {
  const worker: CodeWorker = { postMessage: () => {}, onmessage: null, onerror: null };
  const highlighter = new Highlighter(() => worker);
  const waiting = highlighter.highlight("ts", "a");
  worker.onerror?.(Object.assign(new Event("error"), {}) as ErrorEvent);
  expect(await waiting).toBeNull();
  expect(await highlighter.highlight("ts", "b")).toBeNull();
});
