import "../styles/all.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createApiClient } from "../api/client.js";
import { linkToHub } from "../api/event-hub/hub-link.js";
import { Highlighter } from "../parts/highlight/highlighter.js";
import { HighlighterContext } from "../parts/highlight/use-highlighted.js";
import { TimersContext } from "../parts/timers-context.js";
import { createDraftStore } from "../state/composer-draft.js";
import { createServices } from "../state/services.js";
import { createThemeStore, type Theme } from "../state/theme-store.js";
import { ServicesContext } from "../state/use-services.js";
import { App } from "./app.js";
import { later } from "./timers.js";

const now = () => Date.now();
const timers = { later, now };
const tab = crypto.randomUUID();

function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function openWorker(): SharedWorker {
  return new SharedWorker(new URL("./event-worker.ts", import.meta.url), { type: "module", name: "loop-events" });
}

function openCodeWorker(): Worker {
  return new Worker(new URL("./code-worker.ts", import.meta.url), { type: "module", name: "loop-code" });
}

const highlighter = new Highlighter(openCodeWorker);
const theme = createThemeStore(localStorage, applyTheme);
const services = createServices({
  api: createApiClient({
    answerWithinMs: 15_000,
    onUnauthorized: () => services.connection.setState({ status: "signed-out" }),
  }),
  tab,
  link: (hear) =>
    linkToHub({
      tab,
      hear,
      openWorker: typeof SharedWorker === "undefined" ? null : openWorker,
      later,
      now,
      random: () => Math.random(),
    }),
  later,
  now,
  theme,
  drafts: createDraftStore(sessionStorage),
  storage: sessionStorage,
  startOver: (path) => (path === null ? location.reload() : location.assign(path)),
});

addEventListener("online", services.wake);
addEventListener("pageshow", services.wake);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") services.wake();
});
addEventListener("pagehide", () => {
  services.serverCommands.flush();
  services.conversationCommands.flush();
});

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <TimersContext.Provider value={timers}>
        <HighlighterContext.Provider value={highlighter}>
          <ServicesContext.Provider value={services}>
            <App />
          </ServicesContext.Provider>
        </HighlighterContext.Provider>
      </TimersContext.Provider>
    </StrictMode>,
  );
}
