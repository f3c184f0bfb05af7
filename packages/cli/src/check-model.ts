import type { ModelDriver } from "@loop/core";
import { resolveModel } from "@loop/core";
import { type Finding, problem } from "./finding.js";
import { pause } from "./timers.js";
import { visibleLine } from "./visible-text.js";

const ABOUT = "Model";
const ANSWER_WITHIN_MS = 30_000;

export interface ModelCheck {
  readonly model: string | null;
  /** Whether it is asked something: only that tells whether the provider takes the key. */
  readonly asks: boolean;
}

export async function checkModel({ model, asks }: ModelCheck): Promise<Finding> {
  if (model === null) {
    const nextStep = "Set LOOP_MODEL=provider/model. Without one, tools can still be called by hand.";
    return { about: ABOUT, state: "note", sentence: "No model is chosen.", nextStep };
  }
  const found = resolveModel(model);
  if (!found.ok) return problem(ABOUT, found.code);
  const name = visibleLine(model);
  if (asks) return askModel(found.driver, name);
  const nextStep = "--model-check asks it something.";
  return { about: ABOUT, state: "good", sentence: `${name} is set up. It was not asked anything.`, nextStep };
}

/** The first sign of an answer is enough. */
async function askModel(driver: ModelDriver, name: string): Promise<Finding> {
  const controller = new AbortController();
  const over = pause(ANSWER_WITHIN_MS, controller.signal).then(() => "late" as const);
  try {
    const end = await Promise.race([firstSign(driver, controller.signal), over]);
    if (end === "answered") return { about: ABOUT, state: "good", sentence: `${name} answers.` };
    return problem(ABOUT, end === "late" ? "model-timeout" : end);
  } finally {
    controller.abort();
  }
}

async function firstSign(driver: ModelDriver, signal: AbortSignal) {
  const events = driver.stream({
    system: "",
    messages: [{ role: "user", content: [{ type: "text", text: "Answer with the word yes." }] }],
    tools: [],
    signal,
  });
  for await (const event of events) {
    if (event.type === "failed") return event.code;
    if (event.type === "text-delta" || event.type === "reasoning-delta" || event.type === "finished") break;
  }
  return "answered";
}
